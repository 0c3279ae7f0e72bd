// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/extend/extension.hpp"
#include "sosi/extend/scales.hpp"
#include "sosi/kernel/rbf_map.hpp"

namespace sosi {

/// The extension by radial basis functions.
class RbfExtension : public Extension {
 public:
  explicit RbfExtension(RbfMap map) : map_(std::move(map)) {}

  const RbfMap& map() const { return map_; }

  std::string_view method() const override { return kRbfExtension; }
  Index n_features() const override { return map_.n_features(); }
  Index n_components() const override { return map_.n_components(); }
  MapValues evaluate(const MatrixView& samples, ThreadPool& threads) const override {
    return map_.evaluate_with_distances(samples, threads);
  }
  /// Allocates nothing.
  double evaluate_one(std::span<const double> sample, std::span<double> values) const override {
    return map_.evaluate_one(sample, values);
  }
  NamedArrays arrays() const override;

 private:
  RbfMap map_;
};

/// The map through coordinates of any origin, and how it was found.
struct RbfExtensionFit {
  RbfMap map;
  KernelDiagnostics diagnostics;
  Index n_duplicates;  ///< samples merged with an equal one; their coordinates are averaged
};

/// Extends coordinates to all of space by radial basis functions. There are no classes to look at: the scale
/// is `loo`, numbers, or `auto`, which is loo as far as the system can be solved accurately. Both rules look
/// at 500 samples at most, evenly spread over the rows.
RbfExtensionFit extend_by_rbf(const MatrixView& samples, const MatrixView& coordinates,
                              const ScaleOptions& options, ThreadPool& threads);

}  // namespace sosi
