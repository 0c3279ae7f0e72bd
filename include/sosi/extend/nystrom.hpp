// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "sosi/extend/extension.hpp"
#include "sosi/core/options.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

struct NystromOptions {
  std::optional<double> nystrom_heat;
};

template <>
const FieldTable<NystromOptions>& field_table<NystromOptions>();

/// The given heat, or the median squared distance between the samples; 0 when most of them coincide.
double nystrom_heat(const MatrixView& samples, const NystromOptions& options, ThreadPool& threads);

/// Coordinates of every row of `samples`: the average of all embedded coordinates, weighted by similarity.
Matrix extend_by_nystrom(const EmbeddedSamples& embedded, const MatrixView& samples,
                         const NystromOptions& options, ThreadPool& threads);
/// The same for a heat found before.
Matrix extend_with_heat(const EmbeddedSamples& embedded, const MatrixView& samples, double heat,
                        ThreadPool& threads);

}  // namespace sosi
