// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "graph/graph_labels.hpp"
#include "sosi/core/options.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

struct LaplacianRlsOptions {
  std::optional<double> lap_rls_width;
  std::optional<double> lap_rls_ambient;
  std::optional<double> lap_rls_intrinsic;
};

template <>
FieldTable<LaplacianRlsOptions> field_table<LaplacianRlsOptions>();

struct LaplacianRlsResult {
  Matrix values;             ///< of the function at every row, a column for every class
  std::vector<int> classes;  ///< of the largest value; ties to the smaller class
  double scale;              ///< s of the kernel exp(-squared distance/s²), absolute
  double ambient;            ///< gamma_A
  double intrinsic;          ///< gamma_I
  Index n_errors;            ///< of the labels held out
  Index n_held_out;          ///< 0: everything was given or labels are too few
};

/// f = K alpha with (J K + gamma_A l I + gamma_I l/N² L K) alpha = Y (Belkin et al. 2006): l labels of N
/// rows, J with ones at them, Y the indicators of the classes, L the Laplacian of `weights` divided by their
/// mean degree. Takes `laplacian_rls_bytes`; throws `InvalidInput` unless there are labels of two classes.
LaplacianRlsResult classify_by_laplacian_rls(const MatrixView& samples, const GivenLabels& given,
                                             const SparseMatrix& weights, const LaplacianRlsOptions& options,
                                             ThreadPool& threads);

/// The most memory that it takes, besides the samples and the graph.
std::size_t laplacian_rls_bytes(Index n_samples);

}  // namespace sosi
