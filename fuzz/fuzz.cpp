// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

namespace sosi::fuzz {

const std::string& as_file(std::span<const std::byte> input) {
  static const int file = memfd_create("input", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  const bool is_written = ftruncate(file, 0) == 0 &&
                          pwrite(file, input.data(), input.size(), 0) == static_cast<ssize_t>(input.size());
  if (!is_written) std::abort();
  return path;
}

}  // namespace sosi::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sosi::fuzz::read_input(std::as_bytes(std::span(data, size)));
  return 0;
}
