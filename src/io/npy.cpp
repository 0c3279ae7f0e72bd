// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/npy.hpp"

#include <bit>
#include <ostream>
#include <string>

#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

static_assert(std::endian::native == std::endian::little,
              "rows are written as they lie in memory, and as '<f8'");

// Spaces, and the line's end, make the elements start at a multiple of 64 bytes.
std::string npy_preamble(Index n_rows, Index n_columns) {
  std::string text = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(n_rows) + ", " +
                     std::to_string(n_columns) + "), }";
  constexpr std::size_t kPrefix = 10;
  constexpr std::size_t kAlignment = 64;
  while ((kPrefix + text.size() + 1) % kAlignment != 0) text += ' ';
  text += '\n';
  const std::string length = {static_cast<char>(text.size() & 0xFF), static_cast<char>(text.size() >> 8)};
  return std::string("\x93NUMPY\x01\0", 8) + length + text;
}

}  // namespace

void write_npy(std::ostream& out, const MatrixView& values) {
  out << npy_preamble(values.rows(), values.cols());
  const std::streamsize n_row_bytes = static_cast<std::streamsize>(values.cols() * sizeof(double));
  for (Index i = 0; i < values.rows(); ++i) {
    out.write(reinterpret_cast<const char*>(values.data() + i * values.outerStride()), n_row_bytes);
  }
  if (!out)
    throw IoError("an array of " + std::to_string(values.rows()) + " x " + std::to_string(values.cols()) +
                  " values could not be written");
}

}  // namespace sosi
