// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/core/options.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

struct HarmonicOptions {
  std::optional<int> harmonic_neighbors;
  std::optional<double> harmonic_heat;
  bool harmonic_mass_normalization = false;
};

template <>
FieldTable<HarmonicOptions> field_table<HarmonicOptions>();

struct HarmonicResult {
  Matrix probabilities;  ///< a row for every sample, a column for every class; labeled rows are indicators
  std::vector<int> classes;       ///< the most probable of every row; ties to the smaller class
  int n_neighbors;                ///< of the graph
  double heat;                    ///< t of the weights exp(-||x_i - x_j||²/t)
  double cross_validation_error;  ///< share of the held-out labels, with the settings chosen
  Index n_held_out;   ///< how many were held out; 0: the settings did not need it or labels are too few
  Indices unreached;  ///< rows that no path of the graph joins to a label: they get the nearest label's class
};

/// Labels every row by the harmonic function of a nearest-neighbor graph over all rows (Zhu, Ghahramani and
/// Lafferty 2003); `labels` holds a class, counted from 0, or `kUnlabeled`.
HarmonicResult classify_by_harmonic(const MatrixView& samples, std::span<const int> labels,
                                    const HarmonicOptions& options, ThreadPool& threads);

/// The probabilities of samples that were not in the graph: the mean over their nearest neighbors there, with
/// the weights of the graph, which is what makes the function harmonic at one more vertex; a sample equal to
/// one of the graph has its probabilities.
Matrix extend_harmonic(const MatrixView& known_samples, const HarmonicResult& known,
                       const MatrixView& samples, ThreadPool& threads);

}  // namespace sosi
