// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/core/options.hpp"
#include "sosi/graph/class_graphs.hpp"

namespace sosi {

/// What the objective of supervised Laplacian eigenmaps has beside its graphs.
struct LaplacianWeight {
  double between_weight = 0.01;
};

template <>
FieldTable<LaplacianWeight> field_table<LaplacianWeight>();

/// min tr(Y^T A Y) subject to Y^T D Y = I.
struct LaplacianObjective {
  SparseMatrix objective;  ///< A = L_w - mu L_b
  Vector degree;           ///< the diagonal of D, positive
};

/// The objective of supervised Laplacian eigenmaps (paper, eq. obj_supLapEmb).
LaplacianObjective laplacian_objective(const ClassGraphs& graphs, const LaplacianWeight& weight);

/// What the Fisher-like objective has beside its graphs.
struct FisherRidge {
  double fisher_epsilon = 1e-3;
};

template <>
FieldTable<FisherRidge> field_table<FisherRidge>();

/// max z^T A z / z^T B z.
struct FisherObjective {
  SparseMatrix between;  ///< A = L_b
  SparseMatrix within;   ///< B = L_w + eps tr(L_w)/N I
};

/// The Fisher-like objective (paper, eq. obj_supFisherEmb).
FisherObjective fisher_objective(const ClassGraphs& graphs, const FisherRidge& ridge);

}  // namespace sosi
