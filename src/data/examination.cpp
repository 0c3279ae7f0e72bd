// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/data/examination.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

namespace sosi {

namespace {

// Fewer rows are numbered by chance.
constexpr Index kFewestRows = 10;
// The probability that chance makes any feature look like the labels.
constexpr double kChance = 0.01;

bool is_whole(double value) {
  return std::abs(value) < 0x1p53 && !(std::trunc(value) < value) && !(std::trunc(value) > value);
}

// What is known about a feature after one pass over the rows.
struct Numbering {
  bool is_whole = true;
  bool ascends = true;
  bool descends = true;
  double smallest = std::numeric_limits<double>::infinity();
  double largest = -std::numeric_limits<double>::infinity();
};

std::vector<Numbering> numberings(const Matrix& samples) {
  std::vector<Numbering> all(samples.cols());
  for (Index i = 0; i < samples.rows(); ++i) {
    for (Index j = 0; j < samples.cols(); ++j) {
      Numbering& seen = all[j];
      if (!seen.is_whole) continue;
      const double value = samples(i, j);
      seen.is_whole = is_whole(value);
      if (i > 0) seen.ascends = seen.ascends && value > samples(i - 1, j);
      if (i > 0) seen.descends = seen.descends && value < samples(i - 1, j);
      seen.smallest = std::min(seen.smallest, value);
      seen.largest = std::max(seen.largest, value);
    }
  }
  return all;
}

// Consecutive whole numbers in any order; in the order of the rows a few may be left out.
bool numbers_rows(const Matrix& samples, Index feature, const Numbering& seen) {
  if (!seen.is_whole) return false;
  const auto n = static_cast<double>(samples.rows());
  const double extent = seen.largest - seen.smallest + 1.0;
  if (seen.ascends || seen.descends) return extent <= 2.0 * n;
  if (extent < n || extent > n) return false;
  std::vector<bool> is_there(samples.rows(), false);
  for (const double value : samples.col(feature))
    is_there[static_cast<std::size_t>(value - seen.smallest)] = true;
  return std::ranges::find(is_there, false) == is_there.end();
}

std::string in_small_letters(std::string name) {
  for (char& letter : name) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return name;
}

// Without blanks, in small letters.
std::string folded(const std::string& name) {
  std::string rest = in_small_letters(name);
  std::erase_if(rest, [](char letter) { return letter == ' ' || letter == '\t'; });
  return rest;
}

// Whole numbers without order look like any other feature: only their name tells.
bool is_id_by_name(const Matrix& samples, Index feature, const Numbering& seen, const std::string& name) {
  const std::string word = in_small_letters(name);
  const bool has_name = word == "id" || word == "index" || word.ends_with("_id") || word.ends_with("-id") ||
                        word.ends_with(" id");
  if (!has_name || !seen.is_whole) return false;
  std::vector<double> values(samples.col(feature).begin(), samples.col(feature).end());
  std::ranges::sort(values);
  return std::ranges::adjacent_find(values) == values.end();
}

// The features that have one value per class, another in each, on the labeled rows.
std::vector<bool> one_value_per_class(const TrainingSet& training) {
  const Index n_features = training.samples.cols();
  const Indices rows = labeled_rows(training.labels.values);
  std::vector<bool> tells(n_features, true);
  Matrix value_of = Matrix::Zero(training.labels.n_classes(), n_features);
  std::vector<bool> is_seen(training.labels.classes.size(), false);
  for (const Index row : rows) {
    const int of_class = training.labels.values[row];
    if (!is_seen[of_class]) value_of.row(of_class) = training.samples.row(row);
    is_seen[of_class] = true;
    for (Index j = 0; j < n_features; ++j) {
      const double value = training.samples(row, j);
      if (value < value_of(of_class, j) || value > value_of(of_class, j)) tells[j] = false;
    }
  }
  for (Index j = 0; j < n_features; ++j) {
    std::vector<double> values(value_of.col(j).begin(), value_of.col(j).end());
    std::ranges::sort(values);
    if (std::ranges::adjacent_find(values) != values.end()) tells[j] = false;
  }
  return tells;
}

// The logarithm of the probability that a random order of the labels has all labels of each value alike: the
// number of ways to name the values, divided by the number of ways to distribute the labels.
double log_chance(const Labels& labels) {
  std::vector<double> n_labels(labels.classes.size(), 0.0);
  double n = 0.0;
  for (const int of_class : labels.values) {
    if (of_class == kUnlabeled) continue;
    n_labels[of_class] += 1.0;
    n += 1.0;
  }
  double chance = std::lgamma(static_cast<double>(n_labels.size()) + 1.0) - std::lgamma(n + 1.0);
  for (const double n_of_class : n_labels) chance += std::lgamma(n_of_class + 1.0);
  return chance;
}

std::string described(const std::vector<std::string>& names, Index feature) {
  const bool has_name = static_cast<std::size_t>(feature) < names.size();
  return has_name ? "column '" + names[feature] + "'" : "column " + std::to_string(feature) + " (from 0)";
}

// How the program leaves a column out.
std::string way_out(const TrainingSet& training, Index feature) {
  for (const ColumnFormat& column : training.columns) {
    if (feature < column.n_features()) return "leave it out (--ignore " + column.name + ")";
    feature -= column.n_features();
  }
  return "leave it out";
}

void examine_columns(const TrainingSet& training, std::vector<std::string>& notes) {
  const std::vector<std::string> names = feature_names(training.columns);
  const std::vector<Numbering> numbering = numberings(training.samples);
  const bool could_tell =
      log_chance(training.labels) + std::log(static_cast<double>(training.samples.cols())) <
      std::log(kChance);
  const std::vector<bool> tells =
      could_tell ? one_value_per_class(training) : std::vector<bool>(training.samples.cols(), false);
  for (Index j = 0; j < training.samples.cols(); ++j) {
    const std::string column = described(names, j);
    if (tells[j]) {
      notes.push_back(column +
                      " has one value per class on all labeled rows: if it is made from the labels, " +
                      way_out(training, j));
    } else if (numbers_rows(training.samples, j, numbering[j])) {
      notes.push_back(column + " numbers the rows: if it is an id, " + way_out(training, j));
    } else if (!names.empty() && is_id_by_name(training.samples, j, numbering[j], names[j])) {
      notes.push_back(column + " has another whole number in every row: if it is an id, " +
                      way_out(training, j));
    }
  }
}

void examine_classes(const Labels& labels, std::vector<std::string>& notes) {
  std::map<std::string, std::string> first;
  for (const std::string& name : labels.classes) {
    const auto [found, is_new] = first.emplace(folded(name), name);
    if (!is_new) {
      notes.push_back("classes '" + found->second + "' and '" + name +
                      "' differ in blanks or capitals only: if they are one, spell them alike");
    }
  }
  if (labels.classes == std::vector<std::string>{"-1", "1"}) {
    notes.emplace_back("the labels are -1 and 1: -1 is taken as a class; mark unlabeled rows otherwise");
  }
}

bool is_sound(const TrainingSet& training) {
  const Labels& labels = training.labels;
  return training.samples.rows() == std::ssize(labels.values) &&
         std::ranges::all_of(labels.values, [&](int value) {
           return value >= kUnlabeled && value < std::ssize(labels.classes);
         });
}

}  // namespace

std::vector<std::string> examine(const TrainingSet& training) {
  std::vector<std::string> notes;
  if (!is_sound(training)) return notes;  // whoever fits it says what is wrong
  if (!training.are_images && training.samples.rows() >= kFewestRows && training.samples.cols() > 1) {
    examine_columns(training, notes);
  }
  examine_classes(training.labels, notes);
  return notes;
}

}  // namespace sosi
