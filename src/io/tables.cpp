// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/tables.hpp"

#include <ostream>
#include <string_view>

#include "io/bytes/text.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/options.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {

namespace {

std::string number(double value) {
  return OptionText<double>::format(value);
}

// Blanks at the ends are quoted too, because many readers strip them otherwise.
std::string csv_field(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const bool has_special = text.find_first_of(",\"\r\n") != std::string_view::npos;
  const bool has_outer_blank = !text.empty() && (kBlanks.find(text.front()) != kBlanks.npos ||
                                                 kBlanks.find(text.back()) != kBlanks.npos);
  if (!has_special && !has_outer_blank) return std::string(text);
  std::string quoted = "\"";
  for (const char character : text) {
    if (character == '"') quoted += '"';
    quoted += character;
  }
  return quoted + '"';
}

void check_same_length(std::size_t n, std::size_t expected, const std::string& what) {
  if (n == expected) return;
  throw InvalidInput("a table of " + std::to_string(expected) + " rows has " + std::to_string(n) + " " +
                     what + ": must have one per row");
}

void check(const PredictionTable& table) {
  const std::size_t n = table.rows.size();
  check_same_length(table.classification.classes.size(), n, "classes");
  check_same_length(table.classification.confidence.size(), n, "confidences");
  check_same_length(table.classification.probability.size(), n, "probabilities");
  check_same_length(table.classification.is_far.size(), n, "far marks");
  check_same_length(table.given.size(), n, "given labels");
  if (!table.files.empty()) check_same_length(table.files.size(), n, "files");
  if (table.geometry != nullptr) {
    for (const Vector* column :
         {&table.geometry->manifold_distance, &table.geometry->gradient_norm, &table.geometry->safe_radius}) {
      check_same_length(static_cast<std::size_t>(column->size()), n, "numbers of a geometry");
    }
  }
  const Matrix& probabilities = table.classification.class_probabilities;
  check_same_length(static_cast<std::size_t>(probabilities.rows()), n, "rows of class probabilities");
  if (n > 0 && (table.classes.size() < 2 || probabilities.cols() != std::ssize(table.classes))) {
    throw InvalidInput("a table of " + std::to_string(table.classes.size()) + " classes has " +
                       std::to_string(probabilities.cols()) +
                       " class probabilities in a row: must have two classes or more, and one for each");
  }
  if (!table.ids.empty()) check_same_length(table.ids.size(), n, "ids");
  for (const int label : table.classification.classes) {
    if (label != kUnlabeled && (label < 0 || label >= std::ssize(table.classes))) {
      throw InvalidInput("class " + std::to_string(label) + ": must be one of the " +
                         std::to_string(table.classes.size()) + " classes that have a name");
    }
  }
}

// The columns of a row that are about other classes than its own.
std::string other_classes(const PredictionTable& table, std::size_t i,
                          const std::vector<std::string>& names) {
  const auto row = table.classification.class_probabilities.row(static_cast<Index>(i));
  std::string text = ",,";
  if (table.given[i] == kUnlabeled) {
    const RunnerUp second =
        runner_up({row.data(), static_cast<std::size_t>(row.size())}, table.classification.classes[i]);
    text = "," + names[second.of_class] + "," + number(second.probability);
  }
  if (table.has_all_probabilities) {
    for (const double probability : row) text += "," + number(probability);
  }
  return text;
}

std::string geometry_fields(const PredictionTable& table, std::size_t i) {
  if (table.geometry == nullptr) return "";
  const auto at = static_cast<Index>(i);
  return "," + number(table.geometry->manifold_distance(at)) + "," +
         number(table.geometry->gradient_norm(at)) + "," + number(table.geometry->safe_radius(at));
}

}  // namespace

void write_predictions(std::ostream& out, const PredictionTable& table) {
  check(table);
  std::vector<std::string> names;
  for (const std::string& name : table.classes) names.push_back(csv_field(name));
  out << "row," << (table.ids.empty() ? "" : csv_field(table.id_name) + ",")
      << "label,confidence,given,probability,far,runner_up,runner_up_probability";
  if (table.has_all_probabilities) {
    for (const std::string& name : table.classes) out << ',' << csv_field("p_" + name);
  }
  if (table.geometry != nullptr) out << ",manifold_distance,gradient_norm,safe_radius";
  out << (table.files.empty() ? "\n" : ",file\n");
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const bool is_given = table.given[i] != kUnlabeled;
    const int of_class = table.classification.classes[i];
    const std::string label = of_class == kUnlabeled ? "" : names[of_class];
    const std::string confidence = is_given ? "" : number(table.classification.confidence[i]);
    const std::string probability = is_given ? "" : number(table.classification.probability[i]);
    const std::string file = table.files.empty() ? "" : "," + csv_field(io::escaped_name(table.files[i]));
    const std::string id = table.ids.empty() ? "" : csv_field(table.ids[i]) + ",";
    out << std::to_string(table.rows[i]) << ',' << id << label << ',' << confidence
        << (is_given ? ",1," : ",0,") << probability << (table.classification.is_far[i] ? ",1" : ",0")
        << other_classes(table, i, names) << geometry_fields(table, i) << file << '\n';
  }
}

void write_scan(std::ostream& out, const ScanTable& table) {
  check_same_length(table.scales.size(), table.points.size(), "scales");
  if (!table.errors.empty()) check_same_length(table.errors.size(), table.points.size(), "errors");
  out << "scale,dimension,G,D,loo" << (table.errors.empty() ? "\n" : ",rbf_error\n");
  for (std::size_t i = 0; i < table.points.size(); ++i) {
    const ScalePoint& point = table.points[i];
    const std::string error = table.errors.empty() ? "" : "," + number(table.errors[i]);
    for (Index k = 0; k < point.gradient.size(); ++k) {
      out << number(table.scales[i]) << ',' << std::to_string(k) << ',' << number(point.gradient(k)) << ','
          << number(point.separation(k)) << ',' << number(point.leave_one_out(k)) << error << '\n';
    }
  }
}

}  // namespace sosi
