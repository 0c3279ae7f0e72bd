// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sosi/evaluate/svm.hpp"

namespace sosi {

/// Throws `InvalidInput`, naming the method, unless every labeled sample has a class, there are two classes
/// at least, and the samples to classify have the same features.
void check_labeled(const std::string& method, const LabeledSamples& labeled, const MatrixView& samples);

/// The number of samples of every class up to the last.
std::vector<Index> class_sizes(std::span<const int> classes);

/// The class of the largest value in every row; ties to the smaller class.
std::vector<int> largest_columns(const Matrix& values);

}  // namespace sosi
