// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"
#include "io/arrays/idx.hpp"
#include "mutation.hpp"

void sosi::fuzz::read_input(std::span<const std::byte> input) {
  const std::string& path = as_file(input);
  attempt([&] { io::read_idx_samples({path, {}, {}}); });
  attempt([&] { io::read_idx_labels({path, {}}); });
}

// What is gzipped is mutated within.
sosi::fuzz::Bytes sosi::fuzz::mutated(Bytes bytes, unsigned /*seed*/) {
  const std::optional<Bytes> inside = inflated(bytes, Wrapper::kGzip);
  return inside ? deflated(mutate(*inside), Wrapper::kGzip) : mutate(std::move(bytes));
}
