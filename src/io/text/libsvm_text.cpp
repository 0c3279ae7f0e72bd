// SPDX-License-Identifier: BSD-3-Clause
#include "io/text/libsvm_text.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

#include "io/arrays/one_array_file.hpp"
#include "io/bytes/byte_source.hpp"
#include "io/bytes/text.hpp"
#include "io/bytes/text_lines.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/memory.hpp"

namespace sosi::io {

namespace {

constexpr std::string_view kBlanks = " \t";

// A number that is not 0 takes four bytes or more, and of texts turned into counts of words about one in a
// thousand is not: far fewer are a slip in an index, or a file made to take memory.
constexpr std::uint64_t kMaxNumbersPerByte = 4096;
constexpr std::uint64_t kNumbersSlack = std::uint64_t{1} << 20;

struct Feature {
  Index index;
  double value;
};

// The samples of a file, one at a time: the label first, then the features.
class LibsvmReader {
 public:
  explicit LibsvmReader(const std::string& path) : lines_(path) {}

  // Whether there was one more sample; blank lines and comments are none.
  bool next() {
    while (lines_.next()) {
      const std::string_view line = lines_.line();
      rest_ = trimmed(line.substr(0, line.find('#')));
      last_index_ = 0;
      if (rest_.empty()) continue;
      label_ = take_word();
      if (label_.find(':') != std::string_view::npos) {
        lines_.refuse("starts with " + shown(label_) + "; must start with the label, ? if unlabeled");
      }
      if (rest_.starts_with("qid:")) take_word();
      return true;
    }
    return false;
  }

  std::string_view label() const { return label_; }
  const TextLines& lines() const { return lines_; }

  // The next feature of the sample; nothing behind the last one.
  std::optional<Feature> next_feature() {
    if (rest_.empty()) return std::nullopt;
    const std::string_view word = take_word();
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) lines_.refuse(shown(word) + " is not INDEX:VALUE");
    const Index index = parse_index(word.substr(0, colon));
    if (index <= last_index_) {
      lines_.refuse("index " + std::to_string(index) + " follows " + std::to_string(last_index_) +
                    "; indices must ascend");
    }
    last_index_ = index;
    const std::optional<double> value = parse_number(word.substr(colon + 1));
    if (!value) lines_.refuse("in " + shown(word) + " the value is not a number");
    return Feature{index, *value};
  }

 private:
  std::string_view take_word() {
    const std::string_view word = rest_.substr(0, rest_.find_first_of(kBlanks));
    rest_ = trimmed(rest_.substr(word.size()));
    return word;
  }

  Index parse_index(std::string_view text) const {
    Index index = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    if (error != std::errc() || end != text.data() + text.size() || index < 0) {
      lines_.refuse(shown(text) + " is not an index; must be an integer");
    }
    if (index == 0) lines_.refuse("index 0; indices count from 1");
    return index;
  }

  TextLines lines_;
  std::string_view label_;
  std::string_view rest_;  // of the line
  Index last_index_ = 0;
};

struct LibsvmShape {
  Index n_rows = 0;
  Index n_columns = 0;
  Index widest_line = 0;  // where the largest index stands
};

LibsvmShape measure(LibsvmReader samples) {
  LibsvmShape shape;
  while (samples.next()) {
    ++shape.n_rows;
    while (const std::optional<Feature> feature = samples.next_feature()) {
      if (feature->index <= shape.n_columns) continue;
      shape.n_columns = feature->index;
      shape.widest_line = samples.lines().number();
    }
  }
  return shape;
}

// The text may be short and the matrix, most of it zeros, yet of any size.
void check_is_dense_enough(const LibsvmShape& shape, const std::string& path) {
  const std::uint64_t n_numbers = kNumbersSlack + kMaxNumbersPerByte * file_size(path);
  if (static_cast<std::uint64_t>(shape.n_columns) <= n_numbers / shape.n_rows) return;
  throw InvalidInput(path + ": line " + std::to_string(shape.widest_line) + ": with the index " +
                     std::to_string(shape.n_columns) + " the " + std::to_string(shape.n_rows) +
                     " samples would have more than " + std::to_string(kMaxNumbersPerByte) +
                     " numbers per byte of the file");
}

void check_fits_memory(const LibsvmShape& shape, const std::string& path) {
  const std::size_t n_available = available_memory();
  const std::size_t n_row_bytes = n_available / sizeof(double) / static_cast<std::size_t>(shape.n_rows);
  if (static_cast<std::size_t>(shape.n_columns) <= n_row_bytes) return;
  throw MemoryRefused(path + ": line " + std::to_string(shape.widest_line) + ": with the index " +
                      std::to_string(shape.n_columns) + " the " + std::to_string(shape.n_rows) +
                      " samples would not fit into the " + format_bytes(n_available) + " that are free");
}

Matrix read_values(LibsvmReader samples, const LibsvmShape& shape) {
  Matrix values = Matrix::Zero(shape.n_rows, shape.n_columns);
  const auto refuse = [&] { throw IoError(samples.lines().path() + ": was changed while it was read"); };
  Index row = 0;
  while (samples.next()) {
    if (row == shape.n_rows) refuse();
    while (const std::optional<Feature> feature = samples.next_feature()) {
      if (feature->index > shape.n_columns) refuse();
      values(row, feature->index - 1) = feature->value;
    }
    ++row;
  }
  if (row != shape.n_rows) refuse();
  return values;
}

std::string label_name(const LibsvmReader& sample) {
  const std::string_view text = sample.label();
  if (text == "?") return {};
  if (text.find(',') != std::string_view::npos) {
    sample.lines().refuse(shown(text) + " is several labels; must be one per sample");
  }
  const std::optional<double> value = parse_number(text);
  if (value && std::isnan(*value)) return {};
  const std::optional<std::string> name = value ? whole_number_text(*value) : std::nullopt;
  if (!name) {
    sample.lines().refuse(shown(text) + " is not a label; must be an integer below 2^53, or ?");
  }
  return *name;
}

}  // namespace

SampleTable read_libsvm_samples(const SampleSource& source) {
  check_is_one_array(source);
  const LibsvmShape shape = measure(LibsvmReader(source.path));
  if (shape.n_rows == 0) throw InvalidInput(source.path + ": has no samples; must have one per line");
  if (shape.n_columns == 0) throw InvalidInput(source.path + ": has no features; must have INDEX:VALUE");
  check_is_dense_enough(shape, source.path);
  check_fits_memory(shape, source.path);
  SampleTable table;
  table.values = read_values(LibsvmReader(source.path), shape);
  table.rows = all_rows(shape.n_rows);
  table.n_file_rows = shape.n_rows;
  return table;
}

std::vector<std::string> read_libsvm_labels(const LabelSource& source) {
  check_is_one_array(source);
  std::vector<std::string> names;
  LibsvmReader samples(source.path);
  while (samples.next()) names.push_back(label_name(samples));
  if (names.empty()) throw InvalidInput(source.path + ": has no labels; must have one per line");
  return names;
}

}  // namespace sosi::io
