// SPDX-License-Identifier: BSD-3-Clause
#include "extend/sparse_grid.hpp"

#include <algorithm>
#include <cmath>

namespace sosi {

namespace {

// The only hat function of a level whose support has x inside, by its number, and its value there.
SparseGrid::Entry hat(double x, int level) {
  const Index n = Index{1} << (level - 1);
  const Index number = std::clamp<Index>(static_cast<Index>(x * static_cast<double>(n)), 0, n - 1);
  if (level == 1) return {0, 1.0};
  const double in_cell = 2.0 * (x * static_cast<double>(n) - static_cast<double>(number));  // 0 to 2
  if (number == 0) return {number, 2.0 - in_cell};
  if (number == n - 1) return {number, in_cell};
  return {number, 1.0 - std::abs(in_cell - 1.0)};
}

}  // namespace

SparseGrid::SparseGrid(int n_dimensions, int level) : n_dimensions_(n_dimensions), level_(level) {
  std::vector<int> levels;
  add_levels(levels, level - 1);
}

// `left` is how much the levels from here on may exceed 1, all together.
void SparseGrid::add_levels(std::vector<int>& levels, int left) {
  if (std::ssize(levels) == n_dimensions_) {
    int excess = 0;
    for (const int level : levels) excess += level - 1;
    combinations_.push_back(levels);
    first_.push_back(size_);
    size_ += Index{1} << excess;
    return;
  }
  for (int level = 1; level <= left + 1; ++level) {
    levels.push_back(level);
    add_levels(levels, left - (level - 1));
    levels.pop_back();
  }
}

// sum over i < level of 2^i (i + q - 1 over q - 1).
double SparseGrid::count(int n_dimensions, int level) {
  double sum = 0.0;
  double combinations = 1.0;  // exact: the product comes before the quotient
  for (int i = 0; i < level; ++i) {
    sum += std::ldexp(combinations, i);
    combinations = combinations * (i + n_dimensions) / (i + 1.0);
  }
  return sum;
}

std::vector<SparseGrid::Entry> SparseGrid::at(const Eigen::Ref<const Eigen::RowVectorXd>& point) const {
  std::vector<Entry> hats;  // of every dimension, level by level
  for (Index j = 0; j < n_dimensions_; ++j) {
    for (int level = 1; level <= level_; ++level) hats.push_back(hat(std::clamp(point(j), 0.0, 1.0), level));
  }
  std::vector<Entry> found;
  for (std::size_t c = 0; c < combinations_.size(); ++c) {
    Entry entry{0, 1.0};
    for (int j = 0; j < n_dimensions_; ++j) {
      const int level = combinations_[c][j];
      const Entry& one = hats[j * level_ + level - 1];
      entry.function = (entry.function << (level - 1)) + one.function;
      entry.value *= one.value;
    }
    entry.function += first_[c];
    found.push_back(entry);
  }
  return found;
}

}  // namespace sosi
