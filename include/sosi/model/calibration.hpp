// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "sosi/classify/nearest_embedding.hpp"
#include "sosi/core/matrix.hpp"

namespace sosi {

/// What makes probabilities of distances, and how far from its centers a map is believed.
struct Calibration {
  /// p_c is proportional to exp(-D_c / temperature), D_c the squared distance of f(x) to the nearest labeled
  /// embedding of class c. The default is not calibrated.
  double temperature = 1.0;
  /// A sample is far when no center is within this distance, in the space of the normalized samples.
  double support = std::numeric_limits<double>::infinity();

  bool is_far(double squared_distance_to_center) const;
};

/// A class for every row, and how likely it is to be right.
struct Prediction : Classification {
  std::vector<double> probability;  ///< that the class is the right one; 1 where it was given
  std::vector<bool> is_far;         ///< the sample is outside the support of the centers
  Matrix class_probabilities = {};  ///< of every class, a row per row; `probability` is that of its class
};

/// The class with the largest probability; ties to the smaller class.
int most_probable(std::span<const double> probabilities);

/// The most probable class beside another one.
struct RunnerUp {
  int of_class;
  double probability;
};

/// Beside `of_class`, or beside the most probable one where that is `kUnlabeled`; needs two classes.
RunnerUp runner_up(std::span<const double> probabilities, int of_class);

/// The probability of every class, a row for every row of squared distances to the classes. Rows sum to 1 and
/// are in the order of the distances.
Matrix class_probabilities(const MatrixView& squared_distances, const Calibration& calibration);

/// The same for one row, with the same bits; allocates nothing.
void class_probabilities(std::span<const double> squared_distances, const Calibration& calibration,
                         std::span<double> probabilities);

/// Their logarithms, which tell classes apart where probabilities are 0 or 1 in double precision.
Matrix log_class_probabilities(const MatrixView& squared_distances, const Calibration& calibration);

/// That of the row's own class for every row.
std::vector<double> own_probabilities(std::span<const int> classes, const MatrixView& probabilities);

/// Which share of samples may be of any class as far as so many labels can tell: two of `n_labeled` + 2. What
/// is always met leaves some doubt, the less the more labels there are.
double doubt_after(Index n_labeled);

/// Probabilities of the classes when that share of the samples is of unknown class.
Matrix with_doubt(const MatrixView& probabilities, double doubt);

/// The temperature under which `targets` (a probability of every class for each row) are likeliest: it
/// minimizes the cross entropy. Targets should leave some doubt.
///
/// Rows with distances that are not finite do not count; without others it is the default.
double fit_temperature(const MatrixView& squared_distances, const MatrixView& targets);

/// The same prediction with `kUnlabeled` for every class whose probability is below the given one.
Prediction abstain_below(Prediction prediction, double probability);

/// How many labels are expected to be wrong: the mean of 1 - probability where none was given; nothing when
/// all were.
std::optional<double> expected_error(const Prediction& prediction, std::span<const int> given);

}  // namespace sosi
