// SPDX-License-Identifier: BSD-3-Clause
#include "io/model_columns.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/bytes/strict_json.hpp"
#include "io/bytes/text.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

using Json = nlohmann::json;

// A column is an object with three names, a text and two lists; a feature has a category and a mean.
constexpr std::size_t kValuesPerFeature = 9;

[[noreturn]] void fail_columns(const std::string& file, const std::string& reason) {
  throw IoError(file + ": its columns " + reason);
}

// The list under a name, all of one type, taken out of the object; empty where there is none.
template <class T>
std::vector<T> take_list(Json& column, const char* name, bool (*is_item)(const Json&),
                         const std::string& file) {
  if (!column.contains(name)) return {};
  const Json list = column[name];
  column.erase(name);
  if (!list.is_array() || list.empty() || !std::ranges::all_of(list, is_item)) {
    fail_columns(file, std::string("have ") + name + " that are no list of them");
  }
  return list.get<std::vector<T>>();
}

ColumnFormat parse_column(Json column, const std::string& file) {
  if (!column.is_object() || !column.contains("name") || !column["name"].is_string()) {
    fail_columns(file, "must be objects with a name");
  }
  ColumnFormat format{column["name"].get<std::string>()};
  column.erase("name");
  format.categories = take_list<std::string>(
      column, "categories", [](const Json& item) { return item.is_string(); }, file);
  format.means = take_list<double>(
      column, "means", [](const Json& item) { return item.is_number(); }, file);
  if (!column.empty()) fail_columns(file, "have " + shown(column.begin().key()) + ", which is unknown");
  return format;
}

}  // namespace

std::string columns_text(const std::vector<ColumnFormat>& columns) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const ColumnFormat& format : columns) {
    nlohmann::ordered_json column = {{"name", format.name}};
    if (!format.categories.empty()) column["categories"] = format.categories;
    if (!format.means.empty()) column["means"] = format.means;
    all.push_back(std::move(column));
  }
  return all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::vector<ColumnFormat> columns_in(const ModelTexts& texts, Index n_features, const std::string& file) {
  const auto text = texts.find(kColumns);
  if (text == texts.end()) return {};
  const std::size_t most_values = 1 + kValuesPerFeature * static_cast<std::size_t>(n_features);
  const Json all = parse_strict_json(text->second, most_values, file + ": the text of its columns");
  if (!all.is_array() || all.empty()) fail_columns(file, "must be a list");
  std::vector<ColumnFormat> columns;
  for (const Json& column : all) columns.push_back(parse_column(column, file));
  try {
    check_columns(columns, n_features);
  } catch (const InvalidInput& error) {
    throw IoError(file + ": " + error.what());
  }
  return columns;
}

}  // namespace sosi::io
