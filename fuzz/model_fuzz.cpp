// SPDX-License-Identifier: BSD-3-Clause
#include <charconv>

#include "fuzz.hpp"
#include "mutation.hpp"
#include "sosi/io/checkpoint_file.hpp"
#include "sosi/io/model_file.hpp"

void sosi::fuzz::read_input(std::span<const std::byte> input) {
  const std::string& path = as_file(input);
  attempt([&] { load_model(path); });
  attempt([&] { load_checkpoint(path); });  // of the same outer format
}

namespace {

// Where the arrays end behind the header, by what the header says of the last one.
std::size_t n_array_bytes(std::string_view file) {
  const std::size_t comma = file.find(',', file.rfind("\"data_offsets\":["));
  std::size_t n = 0;
  if (comma != file.npos) std::from_chars(file.data() + comma + 1, file.data() + file.size(), n);
  return n;
}

}  // namespace

// First the header's length, last the checksum over all that is before.
sosi::fuzz::Bytes sosi::fuzz::mutated(Bytes bytes, unsigned /*seed*/) {
  bytes = mutate(std::move(bytes));
  const std::size_t n_arrays = n_array_bytes(bytes);
  if (bytes.size() < 12 || bytes.size() - 8 < n_arrays) return bytes;
  put_little_endian(bytes, 0, 8, bytes.size() - 8 - n_arrays);
  const std::size_t n_checked = bytes.size() - 4;
  put_little_endian(bytes, n_checked, 4, crc32_of(std::string_view(bytes).substr(0, n_checked)));
  return bytes;
}
