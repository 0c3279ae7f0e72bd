// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"
#include "io/images/image_file.hpp"

void sosi::fuzz::read_input(std::span<const std::byte> input) {
  attempt([&] { io::decode_image(input, "input"); });
}
