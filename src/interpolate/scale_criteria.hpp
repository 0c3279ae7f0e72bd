// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sosi/interpolate/scales.hpp"

namespace sosi {

/// Centers up to which several scales are tried at a time; beyond, the threads share the tiles of one system.
inline constexpr Index kParallelScanLimit = 1000;

/// Everything about the regularizer that does not depend on the scale: neighbors, directions, separable
/// pairs.
class ScaleCriteria {
 public:
  ScaleCriteria(const ScaleProblem& problem, const ScaleOptions& options);

  ScalePoint evaluate(double scale, ThreadPool& threads) const;

  /// I^k: classes m and p whose intervals on axis k do not touch.
  bool separable(int m, int p, Index k) const;

 private:
  // x_j seen from the labeled sample x_i.
  struct Neighbor {
    Index row;
    int of_class;
    double distance;
  };

  struct Totals {
    double gradient;
    double separation;
  };

  Totals totals(const Matrix& gradients, Index k) const;
  Matrix gradients(const Matrix& kernel, const Vector& coefficients, double scale) const;

  const ScaleProblem& problem_;
  double ridge_;
  int n_classes_;
  Matrix coordinates_;  // the centers, in as few dimensions as their distances allow
  std::vector<std::vector<Neighbor>> neighbors_;  // N(x_i), class by class
  Matrix lowest_;                                 // of each class (row) on each axis (column)
  Matrix highest_;
};

}  // namespace sosi
