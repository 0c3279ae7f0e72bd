// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sosi/core/matrix.hpp"

namespace sosi {

/// Samples in a plane that shows which classes they may belong to. The classes are the corners of a regular
/// polygon in the unit circle; a sample is at the mean of the corners weighted by its probabilities, so that
/// only doubtful samples are far from their corner. Two dimensions of an embedding of many classes separate
/// few of them.
struct ClassCircle {
  std::vector<int> order;  ///< the classes clockwise from the top, those that are confused side by side
  Matrix corners;          ///< of every class, a row each
  Matrix places;           ///< of every sample, a row each
  double radius = 0.0;     ///< of the disk around a corner over which certain samples are spread
};

/// The circle of samples with these probabilities, a row each and a column per class.
ClassCircle class_circle(const Matrix& probabilities);

}  // namespace sosi
