// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sosi/data/training_set.hpp"

namespace sosi {

/// What looks like a slip in samples and labels that can be fitted, a sentence each.
///
/// - A feature that has one value per class on the labeled rows, where chance would hardly have it so: the
///   label itself, by all appearances.
/// - A feature that numbers the rows, or is named as ids are and has another whole number in every row.
/// - Classes whose names differ in blanks or capitals only.
/// - The classes -1 and 1, as -1 means unlabeled elsewhere.
std::vector<std::string> examine(const TrainingSet& training);

}  // namespace sosi
