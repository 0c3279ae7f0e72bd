// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sosi/core/matrix.hpp"

namespace sosi {

/// The class of a row without one.
inline constexpr int kUnlabeled = -1;

/// A class for each row, and what the classes are called.
struct Labels {
  std::vector<int> values;  ///< position in `classes`, or `kUnlabeled`
  std::vector<std::string>
      classes;  ///< ascending: as numbers when all are whole numbers, else by their bytes

  Index n_classes() const { return static_cast<Index>(classes.size()); }
};

/// Whether a label says that there is none: -1, None, unlabeled, unlabelled, unknown (in capitals or not), or
/// what `is_missing` knows.
bool is_unlabeled(std::string_view name);

/// Whether -1 is a class after all: the only other label is 1.
bool minus_one_is_class(std::span<const std::string> names);

/// The rows that have a label.
Indices labeled_rows(std::span<const int> labels);

/// The distinct names, in the order that classes have.
std::vector<std::string> order_classes(std::span<const std::string> names);

/// Makes labels of names; which of them say that there is none: see `is_unlabeled` and `minus_one_is_class`.
Labels encode_labels(std::span<const std::string> names);
/// Makes labels of whole numbers, which name the classes; -1 is unlabeled, unless 1 is the only other one.
Labels encode_labels(std::span<const int> numbers);

/// The share of wrong classes among the rows that have no label but a known truth; nothing when there are
/// none.
std::optional<double> error_rate(std::span<const int> predicted, std::span<const int> truth,
                                 std::span<const int> labels);

}  // namespace sosi
