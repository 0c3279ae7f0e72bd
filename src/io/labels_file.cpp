// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/labels_file.hpp"

#include <algorithm>

#include "io/bytes/text.hpp"
#include "io/formats.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {

namespace {

// Of a file with one label too many.
bool has_header(const LabelSource& source, const std::vector<std::string>& names) {
  const bool is_lone_column = io::file_format(source.path).is_table && source.array.empty();
  return is_lone_column && !names.front().empty() &&
         std::find(names.begin() + 1, names.end(), names.front()) == names.end();
}

}  // namespace

std::vector<std::string> read_label_names(const LabelSource& source) {
  std::vector<std::string> names = io::file_format(source.path).read_labels(source);
  for (std::string& name : names) name = std::string(io::trimmed(name));
  const bool has_minus_one = minus_one_is_class(names);
  for (std::size_t row = 0; row < names.size(); ++row) {
    std::string& name = names[row];
    if (is_unlabeled(name) && !(has_minus_one && name == "-1")) name.clear();
    if (!io::is_utf8(name)) {
      throw InvalidInput(source.path + ": row " + std::to_string(row) + ": the label " + io::shown(name) +
                         " is not UTF-8");
    }
  }
  return names;
}

std::vector<std::string> read_label_names(const LabelSource& source, const SampleTable& samples) {
  std::vector<std::string> names = read_label_names(source);
  const std::size_t n_kept = samples.rows.size();
  if (static_cast<Index>(names.size()) == samples.n_file_rows + 1 && has_header(source, names)) {
    names.erase(names.begin());
  }
  if (names.size() == n_kept) return names;
  if (static_cast<Index>(names.size()) != samples.n_file_rows) {
    const std::string of_all = n_kept == static_cast<std::size_t>(samples.n_file_rows)
                                   ? ""
                                   : ", kept of " + std::to_string(samples.n_file_rows);
    throw InvalidInput(source.path + ": has " + std::to_string(names.size()) + " labels for " +
                       std::to_string(n_kept) + " samples" + of_all);
  }
  std::vector<std::string> kept;
  kept.reserve(n_kept);
  for (const Index row : samples.rows) kept.push_back(std::move(names[row]));
  return kept;
}

bool may_hold_labels(const std::string& samples_path) {
  return io::file_format(samples_path).may_hold_labels;
}

}  // namespace sosi
