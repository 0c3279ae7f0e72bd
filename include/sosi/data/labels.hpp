// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

namespace sosi {

/// The class of a row without one.
inline constexpr int kUnlabeled = -1;

/// A class for each row, and what the classes are called.
struct Labels {
  std::vector<int> values;  ///< position in `classes`, or `kUnlabeled`
  std::vector<std::string>
      classes;  ///< ascending: as numbers when all are whole numbers, else by their bytes
};

/// Makes labels of names; `-1`, `?` and the empty name are unlabeled.
Labels encode_labels(std::span<const std::string> names);

}  // namespace sosi
