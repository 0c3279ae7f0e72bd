// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/extend/extension.hpp"
#include "sosi/core/parallel.hpp"
#include "sosi/extend/rbf_map.hpp"
#include "sosi/extend/scales.hpp"

namespace sosi {

/// The map through coordinates of any origin, and how it was found.
struct RbfExtension {
  RbfMap map;
  KernelDiagnostics diagnostics;
  Index n_duplicates;  ///< samples merged with an equal one; their coordinates are averaged
};

/// Extends an embedding to the whole space by radial basis functions. There are no classes to look at: the
/// scale is `loo`, numbers, or `auto`, which is loo as far as the system can be solved accurately. Both rules
/// look at 500 samples at most, evenly spread over the rows.
RbfExtension extend_by_rbf(const EmbeddedSamples& embedded, const ScaleOptions& options, ThreadPool& threads);

}  // namespace sosi
