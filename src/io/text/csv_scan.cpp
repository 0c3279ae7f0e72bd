// SPDX-License-Identifier: BSD-3-Clause
#include "io/text/csv_scan.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "io/bytes/text.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/options.hpp"
#include "sosi/data/labels.hpp"
#include "sosi/data/samples.hpp"

namespace sosi::io {

namespace {

// More are names, not categories.
constexpr std::size_t kMostCategories = 1000;

// A field that may have to be refused.
struct Finding {
  Index line;
  std::size_t column;
  std::string field;
  std::string reason;
};

class Scan {
 public:
  Scan(const CsvLayout& layout, CsvColumns& columns)
      : layout_(layout),
        columns_(columns),
        categories_(columns.features.size()),
        n_numbers_(columns.features.size(), 0),
        text_(columns.features.size()) {}

  CsvScan run() {
    CsvReader lines = layout_.rows();
    while (const auto fields = lines.next()) {
      line_ = lines.line_number();
      row_is_complete_ = true;
      for (std::size_t i = 0; i < columns_.features.size(); ++i)
        look_at(i, (*fields)[columns_.features[i].at]);
      const bool is_kept = row_is_complete_ || columns_.missing != MissingValues::drop;
      found_.is_kept.push_back(is_kept);
      if (is_kept) ++found_.n_kept;
    }
    refuse_text_columns();
    refuse_text();
    decide_mark();
    if (columns_.missing == MissingValues::refuse && missing_) refuse(*missing_);
    learn_categories();
    return std::move(found_);
  }

 private:
  void look_at(std::size_t i, std::string_view field) {
    const FeatureColumn& column = columns_.features[i];
    if (has_no_value(field)) {
      find_missing(column, field, " is missing: --missing mean or drop, or --ignore " + column.format.name);
    } else if (column.is_known && column.is_category) {
      const std::vector<std::string>& known = column.format.categories;
      if (std::ranges::find(known, field) != known.end()) return;
      find_missing(column, field, " is none of the categories of the fit; --missing drop leaves the row out");
    } else if (column.is_category) {
      if (categories_[i].size() <= kMostCategories) categories_[i].emplace(field);
    } else {
      look_at_number(i, field);
    }
  }

  void find_missing(const FeatureColumn& column, std::string_view field, const std::string& reason) {
    row_is_complete_ = false;
    if (!missing_) missing_ = {line_, column.at, std::string(field), reason};
  }

  void look_at_number(std::size_t i, std::string_view field) {
    const std::size_t at = columns_.features[i].at;
    std::optional<double> value = parse_field(field, DecimalMark::kPoint);
    if (value && field.find('.') != std::string_view::npos && !point_)
      point_ = {line_, at, std::string(field), {}};
    if (!value) {
      value = parse_field(field, DecimalMark::kComma);
      if (value && !comma_) comma_ = {line_, at, std::string(field), {}};
      if (value) commas_are_clear_ = commas_are_clear_ || !may_be_thousands(field);
    }
    if (value) ++n_numbers_[i];
    if ((!value || std::abs(*value) > kLargestValue) && !text_[i]) {
      text_[i] = {
          line_, at, std::string(field),
          value ? " must be a finite number of magnitude at most " + OptionText<double>::format(kLargestValue)
                : " is not a number"};
    }
  }

  // Columns without any number.
  void refuse_text_columns() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] && n_numbers_[i] == 0) names.push_back(columns_.features[i].format.name);
    }
    if (names.empty() || columns_.features.front().is_known) return;
    std::string shown_names;
    std::string list;
    for (const std::string& name : names) {
      shown_names += (list.empty() ? "" : ", ") + shown(name);
      list += (list.empty() ? "" : ",") + name;
    }
    const bool may_be_id = names.size() == 1 && !columns_.id;
    throw InvalidInput(layout_.path + ": column" + (names.size() > 1 ? "s " : " ") + shown_names +
                       (names.size() > 1 ? " are" : " is") + " text: --ignore " + list +
                       (may_be_id ? ", --id " + list : "") + ", or --categories " + list);
  }

  void refuse_text() const {
    const Finding* first = nullptr;
    for (const std::optional<Finding>& text : text_) {
      if (text && (first == nullptr || text->line < first->line)) first = &*text;
    }
    if (first != nullptr) refuse(*first);
  }

  void decide_mark() {
    if (!comma_) return;
    if (point_) {
      comma_->reason = " has a comma, and " + shown(point_->field) + " in line " +
                       std::to_string(point_->line) + " a point: must have the same decimal mark";
      refuse(*comma_);
    }
    if (!commas_are_clear_) {
      comma_->reason = " may have a decimal comma or thousands set apart: write it with a decimal point";
      refuse(*comma_);
    }
    found_.mark = DecimalMark::kComma;
  }

  void learn_categories() {
    for (std::size_t i = 0; i < columns_.features.size(); ++i) {
      FeatureColumn& column = columns_.features[i];
      if (!column.is_category || column.is_known) continue;
      const std::vector<std::string> names(categories_[i].begin(), categories_[i].end());
      const bool are_few = !names.empty() && names.size() <= kMostCategories;
      if (!are_few || !std::ranges::all_of(names, is_utf8)) {
        throw InvalidInput(layout_.path + ": column " + shown(column.format.name) + ": must have 1 to " +
                           std::to_string(kMostCategories) + " categories, in UTF-8");
      }
      column.format.categories = order_classes(names);
    }
  }

  [[noreturn]] void refuse(const Finding& finding) const {
    layout_.refuse(finding.line, finding.column, shown(finding.field) + finding.reason);
  }

  const CsvLayout& layout_;
  CsvColumns& columns_;
  CsvScan found_;
  std::vector<std::set<std::string>> categories_;
  std::vector<Index> n_numbers_;
  std::vector<std::optional<Finding>> text_;  // the first of each column
  std::optional<Finding> missing_;
  std::optional<Finding> point_;
  std::optional<Finding> comma_;
  bool commas_are_clear_ = false;
  Index line_ = 0;
  bool row_is_complete_ = true;
};

}  // namespace

bool has_no_value(std::string_view field) {
  if (!field.empty() && field.front() >= '0' && field.front() <= '9') return false;  // nearly every one
  if (is_missing(field)) return true;
  const std::optional<double> value = parse_number(field);
  return value && std::isnan(*value);
}

CsvScan scan_rows(const CsvLayout& layout, CsvColumns& columns) {
  return Scan(layout, columns).run();
}

}  // namespace sosi::io
