// SPDX-License-Identifier: BSD-3-Clause
#include "io/text/csv.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "io/arrays/one_array_file.hpp"
#include "io/bytes/text.hpp"
#include "io/text/csv_scan.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/memory.hpp"
#include "sosi/data/labels.hpp"

namespace sosi::io {

namespace {

using Fields = std::span<const std::string_view>;

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

// In the order of how little else the character is used for.
constexpr Delimiter kDelimiters[] = {Delimiter::kTab, Delimiter::kSemicolon, Delimiter::kComma,
                                     Delimiter::kSpaces};

[[noreturn]] void refuse_change(const std::string& path) {
  throw IoError(path + ": was changed while it was read");
}

Index n_features_of(const CsvColumns& columns) {
  Index n = 0;
  for (const FeatureColumn& column : columns.features) n += column.format.n_features();
  return n;
}

// The features that a field becomes; not numbers where it has no value.
void put_features(const FeatureColumn& column, std::string_view field, DecimalMark mark, double* features) {
  const std::vector<std::string>& categories = column.format.categories;
  if (!column.is_category) {
    *features = has_no_value(field) ? kNoValue : parse_field(field, mark).value_or(kNoValue);
    return;
  }
  const auto found = std::ranges::find(categories, field);
  std::fill_n(features, categories.size(), found == categories.end() ? kNoValue : 0.0);
  if (found != categories.end()) features[found - categories.begin()] = 1.0;
}

void read_rows(const CsvLayout& layout, const CsvColumns& columns, const CsvScan& scan, SampleTable& table) {
  table.values.resize(scan.n_kept, n_features_of(columns));
  CsvReader lines = layout.rows();
  for (std::size_t row = 0; row < scan.is_kept.size(); ++row) {
    const std::optional<Fields> fields = lines.next();
    if (!fields || fields->size() != layout.n_columns) refuse_change(layout.path);
    if (!scan.is_kept[row]) continue;
    double* features = table.values.row(std::ssize(table.rows)).data();
    table.rows.push_back(static_cast<Index>(row));
    for (const FeatureColumn& column : columns.features) {
      put_features(column, (*fields)[column.at], scan.mark, features);
      features += column.format.n_features();
    }
    if (columns.id) table.ids.emplace_back((*fields)[*columns.id]);
  }
  if (lines.next()) refuse_change(layout.path);
}

// Of the values that are there.
double mean_of(const Matrix& values, Index feature) {
  double sum = 0.0;
  Index n = 0;
  for (const double value : values.col(feature)) {
    if (std::isnan(value)) continue;
    sum += value;
    ++n;
  }
  return sum / static_cast<double>(n);
}

void fill_missing(const CsvLayout& layout, CsvColumns& columns, Matrix& values) {
  Index feature = 0;
  for (FeatureColumn& column : columns.features) {
    std::vector<double>& means = column.format.means;
    for (Index k = 0; k < column.format.n_features(); ++k, ++feature) {
      if (!column.is_known) means.push_back(mean_of(values, feature));
      if (means.empty()) {
        if (!values.col(feature).hasNaN()) continue;
        throw InvalidInput(layout.path + ": column " + shown(column.format.name) +
                           " has a missing value, and the model has no mean for it");
      }
      if (!std::isfinite(means[k])) {
        throw InvalidInput(layout.path + ": column " + shown(column.format.name) + " has no value at all");
      }
      for (double& value : values.col(feature)) {
        if (std::isnan(value)) value = means[k];
      }
    }
  }
}

// Columns of the same name cannot be told apart in other files.
std::vector<ColumnFormat> formats_of(const CsvLayout& layout, const CsvColumns& columns) {
  std::vector<ColumnFormat> formats;
  std::set<std::string> names;
  bool needs_names = false;
  for (const FeatureColumn& column : columns.features) {
    formats.push_back(column.format);
    names.insert(column.format.name);
    needs_names = needs_names || column.is_category || !column.format.means.empty();
  }
  if (names.size() == formats.size()) return formats;
  if (needs_names) throw InvalidInput(layout.path + ": line 1: its columns must have names of their own");
  return {};
}

void check_size(const CsvLayout& layout, const CsvColumns& columns, const CsvScan& scan) {
  if (scan.is_kept.empty()) throw InvalidInput(layout.path + ": has no samples; must have one per line");
  if (scan.n_kept == 0) throw InvalidInput(layout.path + ": has no row without a missing value");
  const std::size_t n_free = available_memory();
  const auto n_rows = static_cast<std::size_t>(scan.n_kept);
  if (static_cast<std::size_t>(n_features_of(columns)) <= n_free / sizeof(double) / n_rows) return;
  throw MemoryRefused(layout.path + ": its " + std::to_string(n_rows) + " samples do not fit into the " +
                      format_bytes(n_free) + " that are free");
}

// What names a column of labels: a word of its own, or any text above numbers.
bool is_label_header(const std::vector<std::string>& names) {
  static constexpr std::string_view kWords[] = {"label", "labels", "class", "y", "target"};
  const std::string& first = names.front();
  if (std::ranges::find(kWords, lower_case(first)) != std::end(kWords)) return true;
  if (is_unlabeled(first) || parse_number(first)) return false;
  bool has_numbers = false;
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (is_unlabeled(names[i])) continue;
    if (!parse_number(names[i])) return false;
    has_numbers = true;
  }
  return has_numbers;
}

// Numbers may have been written as floating point, by numpy.savetxt for one: then 1.0 is class 1, -1.0 and
// nan are unlabeled. A column with any other text in it is left as it is.
std::vector<std::string> with_whole_numbers(std::vector<std::string> names) {
  std::vector<std::string> digits;
  for (const std::string& name : names) {
    if (is_unlabeled(name)) {
      digits.push_back(name);
      continue;
    }
    const std::optional<double> value = parse_number(name);
    if (!value) return names;
    const std::optional<std::string> text = std::isnan(*value) ? std::string() : whole_number_text(*value);
    if (!text) return names;
    // Digits alone keep their leading zeros.
    digits.push_back(name.find_first_not_of("0123456789") == std::string::npos ? name : *text);
  }
  return digits;
}

std::vector<std::string> read_column(CsvReader lines, std::size_t column) {
  std::vector<std::string> names;
  while (const std::optional<Fields> fields = lines.next()) {
    const std::string_view name = (*fields)[column];
    if (!is_utf8(name)) lines.refuse_field(column, "the label " + shown(name) + " is not UTF-8");
    names.emplace_back(name);
  }
  return names;
}

// The labels of a file that has no other columns.
std::vector<std::string> read_lone_column(CsvLayout layout) {
  if (layout.n_columns > 1) {
    throw InvalidInput(layout.path + ": line 1: has " + std::to_string(layout.n_columns) +
                       " columns; name the one with the labels");
  }
  layout.has_header = false;
  layout.header.clear();
  std::vector<std::string> names = read_column(layout.rows(), 0);
  if (!names.empty() && is_label_header(names)) names.erase(names.begin());
  return names;
}

}  // namespace

SampleTable read_csv_samples(const SampleSource& source) {
  check_is_one_array(source);
  const CsvLayout layout =
      find_layout(source.path, BlankLines::kEndTheTable, kDelimiters, names_in(source.table));
  if (layout.n_columns == 0) throw InvalidInput(source.path + ": has no samples; must have one per line");
  CsvColumns columns = choose_columns(layout, source.table);
  const CsvScan scan = scan_rows(layout, columns);
  check_size(layout, columns, scan);
  SampleTable table;
  read_rows(layout, columns, scan, table);
  if (columns.missing == MissingValues::mean) fill_missing(layout, columns, table.values);
  table.n_file_rows = std::ssize(scan.is_kept);
  table.columns = formats_of(layout, columns);
  if (columns.id) table.id_name = layout.name(*columns.id);
  return table;
}

std::vector<std::string> read_csv_labels(const LabelSource& source) {
  // A lone column may hold names of several words.
  const std::span<const Delimiter> candidates(kDelimiters);
  const bool is_lone = source.array.empty();
  const CsvLayout layout = find_layout(source.path, BlankLines::kAreRows,
                                       is_lone ? candidates.first(3) : candidates, {&source.array, 1});
  std::vector<std::string> names =
      is_lone ? read_lone_column(layout) : read_column(layout.rows(), layout.column(source.array));
  if (names.empty()) throw InvalidInput(source.path + ": has no labels; must have one per line");
  return with_whole_numbers(std::move(names));
}

}  // namespace sosi::io
