// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sosi/evaluate/methods.hpp"

namespace sosi {

// A row of the table of methods, or two, from each file.
Method sosi_method();
Method nearest_neighbor_method();
Method linear_svm_method();
Method gaussian_svm_method();
Method linear_discriminant_method();
Method krr_labels_method();
Method harmonic_method();
Method label_spreading_method();
Method poisson_method();
Method lap_rls_method();
/// The embedding of the labeled samples, carried over to all rows by an extension, and the nearest labeled
/// one there.
Method extension_method(const ExtensionMethod& extension);

/// The labeled rows alone.
struct LabeledPart {
  Matrix samples;
  std::vector<int> classes;
};
LabeledPart labeled_part(const TrainingSet& training);

/// Brings the samples to what `normalize` says, as `fit` does.
void normalize(TrainingSet& training, const FitOptions& options);

/// The predicted classes, with the given labels kept.
std::vector<int> with_given(std::vector<int> predicted, const Labels& labels);

/// What a fit says about every row, and with which settings.
Labeling labeling_of(const FitResult& result);

/// "0.1234".
std::string short_text(double value);

}  // namespace sosi
