// SPDX-License-Identifier: BSD-3-Clause
#include "io/arrays/stored_array.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include "io/bytes/text.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/options.hpp"

namespace sosi::io {

namespace {

// How many numbers are held at once while they are put into other places.
constexpr Index kChunk = 32768;

bool is_empty(const Shape& shape) {
  return std::ranges::find(shape, 0U) != shape.end();
}

Index n_columns(const Shape& shape) {
  std::uint64_t n = 1;
  for (std::size_t axis = 1; axis < shape.size(); ++axis) n *= shape[axis];
  return static_cast<Index>(n);
}

Matrix allocate(const StoredArray& array, std::span<const Index> rows) {
  const Index n_rows = static_cast<Index>(rows.size());
  try {
    return Matrix(n_rows, n_columns(array.shape));
  } catch (const std::bad_alloc&) {
    throw MemoryRefused(array.name() + ": no memory for " + std::to_string(n_rows) + " x " +
                        std::to_string(n_columns(array.shape)) + " doubles");
  }
}

// How many of the first rows follow one another in the file: they are one read.
std::size_t run_length(std::span<const Index> rows) {
  std::size_t n = 1;
  while (n < rows.size() && rows[n] == rows[n - 1] + 1) ++n;
  return n;
}

Matrix read_c_order(const StoredArray& array, std::span<const Index> rows) {
  Matrix values = allocate(array, rows);
  NumberReader numbers(*array.source, array.type);
  std::span<double> unread(values.data(), static_cast<std::size_t>(values.size()));
  const std::uint64_t n_row_values = static_cast<std::uint64_t>(values.cols());
  Index next_row = 0;
  while (!rows.empty()) {
    const std::size_t n_run = run_length(rows);
    const std::uint64_t n_skipped = static_cast<std::uint64_t>(rows[0] - next_row);
    array.source->skip(n_skipped * n_row_values * array.type.n_bytes);
    numbers.read(unread.first(n_run * n_row_values));
    unread = unread.subspan(n_run * n_row_values);
    next_row = rows[n_run - 1] + 1;
    rows = rows.subspan(n_run);
  }
  return values;
}

// Where the k-th column of the file, whose first index runs fastest, goes in a row whose last index does.
Index c_order_position(const Shape& shape, Index k) {
  Index position = 0;
  for (std::size_t axis = 1; axis < shape.size(); ++axis) {
    const Index size = static_cast<Index>(shape[axis]);
    position = position * size + k % size;
    k /= size;
  }
  return position;
}

Matrix read_fortran_order(const StoredArray& array, std::span<const Index> rows) {
  Matrix values = allocate(array, rows);
  NumberReader numbers(*array.source, array.type);
  const Index n_file_rows = static_cast<Index>(array.shape[0]);
  std::vector<double> chunk(static_cast<std::size_t>(std::min(n_file_rows, kChunk)));
  for (Index k = 0; k < values.cols(); ++k) {
    const Index column = c_order_position(array.shape, k);
    Index i = 0;
    for (Index start = 0; start < n_file_rows; start += kChunk) {
      const Index n = std::min(kChunk, n_file_rows - start);
      numbers.read({chunk.data(), static_cast<std::size_t>(n)});
      for (; i < values.rows() && rows[i] < start + n; ++i) values(i, column) = chunk[rows[i] - start];
    }
  }
  return values;
}

// A source may know only at its end whether it is sound.
void finish(const StoredArray& array) {
  array.source->skip(array.source->n_left());
}

[[noreturn]] void refuse_element(const StoredArray& array, std::uint64_t row,
                                 std::span<const std::byte> element) {
  const std::string place = array.name() + ": row " + std::to_string(row) + ": ";
  if (array.type.is_text()) throw IoError(place + "is damaged, its text is not Unicode");
  throw InvalidInput(place + OptionText<double>::format(element_number(element, array.type)) +
                     " is not a label; must be an integer below 2^53, or a name");
}

void check_is_column(const StoredArray& array) {
  if (array.shape.empty() || is_empty(array.shape) || n_columns(array.shape) != 1) {
    throw InvalidInput(array.name() + ": has shape " + shape_text(array.shape) +
                       "; must have one value per row, rank 1");
  }
}

}  // namespace

std::string shape_text(const Shape& shape) {
  if (shape.empty()) return "rank 0";
  std::string text;
  for (const std::uint64_t size : shape) text += (text.empty() ? "" : " x ") + std::to_string(size);
  return text;
}

std::optional<std::uint64_t> elements_bytes(const Shape& shape, const ElementType& type) {
  if (is_empty(shape)) return 0;
  std::uint64_t n_bytes = type.n_bytes;
  for (const std::uint64_t size : shape) {
    if (n_bytes > std::numeric_limits<std::uint64_t>::max() / size) return std::nullopt;
    n_bytes *= size;
  }
  return n_bytes;
}

void check_elements_take(const StoredArray& array, std::uint64_t n_bytes) {
  if (elements_bytes(array.shape, array.type) == n_bytes) return;
  throw IoError(array.name() + ": is damaged, " + shape_text(array.shape) + " values of type " +
                shown(array.type_name) + " do not take the " + std::to_string(n_bytes) +
                " bytes that are there");
}

Index n_sample_rows(const StoredArray& array) {
  if (array.type.is_text()) {
    throw InvalidInput(array.name() + ": holds text of type " + shown(array.type_name) +
                       "; samples are numbers");
  }
  if (array.shape.size() < 2) {
    throw InvalidInput(array.name() + ": has rank " + std::to_string(array.shape.size()) +
                       "; samples must have rank 2 or more");
  }
  if (is_empty(array.shape)) {
    throw InvalidInput(array.name() + ": has shape " + shape_text(array.shape) +
                       "; at least one sample and one feature are needed");
  }
  return static_cast<Index>(array.shape[0]);
}

Matrix read_rows(StoredArray array, std::span<const Index> rows) {
  const bool is_fortran = array.order == ElementOrder::kFortran;
  Matrix values = is_fortran ? read_fortran_order(array, rows) : read_c_order(array, rows);
  finish(array);
  return values;
}

SampleTable sample_table(StoredArray array, Indices rows) {
  SampleTable table;
  table.are_images = array.shape.size() == 3;
  table.n_file_rows = n_sample_rows(array);
  if (table.are_images) {
    table.image_size = {static_cast<Index>(array.shape[1]), static_cast<Index>(array.shape[2])};
  }
  table.values = read_rows(std::move(array), rows);
  table.rows = std::move(rows);
  return table;
}

std::vector<std::string> read_names(StoredArray array) {
  check_is_column(array);
  std::vector<std::string> names;
  std::vector<std::byte> element(array.type.n_bytes);
  for (std::uint64_t row = 0; row < array.shape[0]; ++row) {
    array.source->read(element);
    std::optional<std::string> name = element_name(element, array.type);
    if (!name) refuse_element(array, row, element);
    names.push_back(std::move(*name));
  }
  finish(array);
  return names;
}

Column read_column(StoredArray array) {
  if (array.type.is_text()) return read_names(std::move(array));
  check_is_column(array);
  std::vector<double> numbers(array.shape[0]);
  NumberReader(*array.source, array.type).read(numbers);
  finish(array);
  if (array.type.kind == 'f') return numbers;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (whole_number_text(numbers[row])) continue;
    throw InvalidInput(array.name() + ": row " + std::to_string(row) +
                       ": integers from 2^53 on are not exact");
  }
  return numbers;
}

}  // namespace sosi::io
