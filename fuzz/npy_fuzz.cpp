// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"
#include "io/arrays/npy_file.hpp"

void sosi::fuzz::read_input(std::span<const std::byte> input) {
  const std::string& path = as_file(input);
  attempt([&] { io::read_npy_samples({path, {}, {}}); });
  attempt([&] { io::read_npy_labels({path, {}}); });
}
