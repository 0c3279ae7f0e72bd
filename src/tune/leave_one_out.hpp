// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "kernel/kernel_backend.hpp"

namespace sosi {

/// How well targets at all samples predict each other: what the map through all of them but one says about
/// that one, for each in turn, from one factorization.
class LeaveOneOut {
 public:
  /// One absolute scale for each dimension. Nothing where the systems cannot be solved accurately.
  static std::shared_ptr<const LeaveOneOut> make(const SampleDistances& distances, const Vector& scales,
                                                 double ridge, const KernelBackend& backend);

  /// f of every sample if that sample were no center.
  Matrix values(const Matrix& targets) const;

 private:
  LeaveOneOut(std::vector<ScaleGroup> groups, std::unique_ptr<KernelSystems> systems);

  std::vector<ScaleGroup> groups_;
  std::unique_ptr<KernelSystems> systems_;  // one for each group
  std::vector<Vector> inverse_diagonals_;   // of each system
};

/// The logarithm of the mean squared error with which samples are predicted when left out, in units of the
/// embedding's variance: the error at the first `n_labeled`, and three times that at all of them. The first
/// is large when a class has been swallowed by others, the second when labels change where the samples do
/// not.
double inconsistency(const Matrix& targets, const Matrix& left_out, Index n_labeled);

}  // namespace sosi
