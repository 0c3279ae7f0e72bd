// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"
#include "io/text/libsvm_text.hpp"

void sosi::fuzz::read_input(std::span<const std::byte> input) {
  const std::string& path = as_file(input);
  attempt([&] { io::read_libsvm_samples({path, {}, {}}); });
  attempt([&] { io::read_libsvm_labels({path, {}}); });
}
