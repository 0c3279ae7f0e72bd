// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

/// A class for every row and how clear the decision was.
struct Classification {
  std::vector<int> classes;
  /// Distance to the nearest labeled embedding of any other class over the distance to the nearest (paper,
  /// eq. confid_meas_defn); at least 1, +infinity where the nearest coincides.
  std::vector<double> confidence;
};

/// The same for one row.
struct Decision {
  int of_class;
  double confidence;
};

/// The class of the nearest labeled embedding for every row of `embedded`; ties go to the smaller row.
Classification classify_nearest(const MatrixView& embedded, const MatrixView& labeled,
                                std::span<const int> classes, ThreadPool& threads);

/// The squared distance of every row of `embedded` to the nearest labeled embedding of every class, a column
/// each; the classes are 0, 1, … and each has a labeled row.
Matrix nearest_by_class(const MatrixView& embedded, const MatrixView& labeled, std::span<const int> classes,
                        ThreadPool& threads);

/// A share for every class, falling with the square of its distance; all of it for a class that is met
/// exactly. The order is that of the distances, the values are not calibrated.
Matrix class_shares(const MatrixView& squared_distances);

}  // namespace sosi
