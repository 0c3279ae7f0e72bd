// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "graph/graph_labels.hpp"
#include "graph/laplacian_solver.hpp"
#include "sosi/core/options.hpp"

namespace sosi {

struct LabelSpreadingOptions {
  std::optional<double> spreading_alpha;
};

template <>
FieldTable<LabelSpreadingOptions> field_table<LabelSpreadingOptions>();

/// F = (1 - alpha) (I - alpha S)^-1 Y with S = D^-1/2 W D^-1/2 and Y the indicators of the labels (Zhou et
/// al. 2004). A row without edges has a row of zeros in S.
class SpreadingSystem {
 public:
  /// The labels are kept by the caller.
  SpreadingSystem(const SparseMatrix& weights, const GivenLabels& given, double alpha);

  /// F: a row for every row of the graph, a column for every class; zero where no path leads to a label.
  const Matrix& values() const { return values_; }

  /// What F would be at the labels that can be held out, each without its own label; rows are scaled to sum
  /// 1, or zero where no path joins them to another label.
  Matrix leave_one_out() const;

 private:
  const GivenLabels& given_;
  double alpha_;
  std::unique_ptr<LaplacianSolver> solver_;
  Matrix values_;
};

/// The share of its neighbors in the value of a row, and how well labels are predicted with it.
struct SpreadingChoice {
  double alpha;
  Index n_errors;    ///< of the labels held out
  Index n_held_out;  ///< 0: alpha was given or labels are too few
};

/// Where alpha is not given, the one that predicts each label best from the others.
SpreadingChoice choose_alpha(const SparseMatrix& weights, const GivenLabels& given,
                             const LabelSpreadingOptions& options, ThreadPool& threads);

}  // namespace sosi
