// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sosi/core/matrix.hpp"

namespace sosi {

/// Piecewise linear functions on a sparse grid of the unit cube: products of hat functions whose levels sum
/// up to at most `level` + dimensions - 1. Those at the boundary are extended linearly to it, and level 1 is
/// constant, so that no points on the boundary are needed (modified linear basis).
class SparseGrid {
 public:
  SparseGrid(int n_dimensions, int level);

  /// How many functions a grid has; does not make it.
  static double count(int n_dimensions, int level);

  int n_dimensions() const { return n_dimensions_; }
  int level() const { return level_; }
  Index size() const { return size_; }

  /// A function and its value.
  struct Entry {
    Index function;
    double value;
  };

  /// The functions that may differ from 0 at a point, one for every combination of levels; the point is moved
  /// into the unit cube first.
  std::vector<Entry> at(const Eigen::Ref<const Eigen::RowVectorXd>& point) const;

 private:
  void add_levels(std::vector<int>& levels, int left);

  int n_dimensions_;
  int level_;
  Index size_ = 0;
  std::vector<std::vector<int>> combinations_;
  Indices first_;  // function of each combination
};

}  // namespace sosi
