// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/extend/extension.hpp"
#include "sosi/core/options.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

struct LleOptions {
  int lle_neighbors = 5;
  double lle_regularization = 1e-3;
};

template <>
const FieldTable<LleOptions>& field_table<LleOptions>();

/// Coordinates of every row of `samples`: the combination of its nearest embedded samples that reconstructs
/// it (locally linear embedding), applied to their coordinates.
Matrix extend_by_lle(const EmbeddedSamples& embedded, const MatrixView& samples, const LleOptions& options,
                     ThreadPool& threads);

}  // namespace sosi
