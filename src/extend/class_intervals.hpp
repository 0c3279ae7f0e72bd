// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "sosi/core/matrix.hpp"

namespace sosi {

/// The interval of every class on every axis of an embedding.
class ClassIntervals {
 public:
  /// One class per row; classes without a row have an empty interval.
  ClassIntervals(const MatrixView& embedding, std::span<const int> classes, int n_classes);

  /// The gap between the intervals of two classes on an axis: above 0 where they do not touch, which makes
  /// the pair one of I^k.
  double gap(Index axis, int first, int second) const;

 private:
  Matrix lowest_;  // a row per axis, a column per class
  Matrix highest_;
};

}  // namespace sosi
