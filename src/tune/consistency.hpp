// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "kernel/kernel_systems.hpp"

namespace sosi {

/// How well targets at all samples hang together: what the map through all of them but one says about that
/// one, for each in turn, from one factorization.
class Consistency {
 public:
  /// One absolute scale for each dimension.
  Consistency(const SampleDistances& distances, const Vector& scales, double ridge, ThreadPool& threads);

  /// Whether the systems can be solved accurately; if not, there is nothing else to ask for.
  bool is_solvable() const { return solvable_; }

  /// f of every sample if that sample were no center.
  Matrix left_out(const Matrix& targets) const;

 private:
  std::vector<ScaleGroup> groups_;
  std::optional<KernelSystems> systems_;   // one for each group
  std::vector<Vector> inverse_diagonals_;  // of each system
  bool solvable_;
};

/// The logarithm of the mean squared error with which samples are predicted when left out, in units of the
/// embedding's variance: the error at the first `n_labeled`, and three times that at all of them. The first
/// is large when a class has been swallowed by others, the second when labels change where the samples do
/// not.
double inconsistency(const Matrix& targets, const Matrix& left_out, Index n_labeled);

}  // namespace sosi
