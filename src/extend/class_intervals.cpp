// SPDX-License-Identifier: BSD-3-Clause
#include "extend/class_intervals.hpp"

#include <algorithm>
#include <limits>

namespace sosi {

ClassIntervals::ClassIntervals(const MatrixView& embedding, std::span<const int> classes, int n_classes)
    : lowest_(Matrix::Constant(embedding.cols(), n_classes, std::numeric_limits<double>::infinity())),
      highest_(-lowest_) {
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const int own = classes[i];
    const Vector coordinates = embedding.row(static_cast<Index>(i));
    lowest_.col(own) = lowest_.col(own).cwiseMin(coordinates);
    highest_.col(own) = highest_.col(own).cwiseMax(coordinates);
  }
}

double ClassIntervals::gap(Index axis, int first, int second) const {
  return std::max(lowest_(axis, second) - highest_(axis, first),
                  lowest_(axis, first) - highest_(axis, second));
}

}  // namespace sosi
