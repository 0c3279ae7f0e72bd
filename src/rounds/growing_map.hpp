// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "kernel/gaussian_sum.hpp"
#include "kernel/kernel_backend.hpp"
#include "rounds/growth_plan.hpp"
#include "sosi/kernel/rbf_map.hpp"

namespace sosi {

/// The centers of a map, in the order in which they are to be added, and what f must be there.
struct CenterTargets {
  Positions centers;
  Matrix targets;  ///< a row per center
};

/// What is known of a map at all samples.
struct MapAtSamples {
  Matrix values;             ///< f of every sample
  CenterTargets through;     ///< the centers in the order of the coefficients
  Matrix coefficients;       ///< of the last round only
  Matrix before;             ///< f of every sample through the centers before it; of the last round only
  Matrix left_out;           ///< f without each of the centers asked for; of the last round only
  KernelDiagnostics kernel;  ///< condition and interpolation error of the last round only
};

enum class RoundKind { inner, last };

/// One absolute scale for each dimension, and how many centers there will be at most.
struct MapShape {
  Vector scales;
  double ridge = 0.0;
  Index most_centers = 0;
  /// The places of centers, ascending, that f without each of them is asked for in the last round.
  Indices left_out = {};
};

/// An interpolating map whose centers change little from round to round.
class GrowingMap {
 public:
  GrowingMap(SampleDistances& distances, MapShape shape, const GrowthPlan& plan,
             const KernelBackend& backend);

  /// Takes the map through the given centers. Those that were centers before stay where they are in the order
  /// up to the first one that leaves; everything from there on is computed again.
  ///
  /// At a center f is its target by construction. In the last round it is evaluated at all samples in the
  /// same way as the finished map will be, bit for bit, and the error of the interpolation is measured.
  MapAtSamples move_to(const CenterTargets& wanted, RoundKind kind);

  /// Makes these the centers, in this order, without targets as yet.
  void restore(const Positions& centers);

 private:
  // What of the centers before can be used again.
  struct Reuse {
    Index n_factored;  // centers before the first one that is new here
    Index n_solved;    // of these, before the first one whose target is new
  };

  Reuse reorder(const CenterTargets& wanted);
  std::unique_ptr<KernelSystems> make_systems(std::vector<ScaleGroup> groups) const;
  void read(const KernelSystems& systems, RoundKind kind, MapAtSamples& result) const;
  void read_system(const KernelSystems& systems, std::size_t k, RoundKind kind, MapAtSamples& result) const;
  void look_back(const KernelSystems& systems, std::size_t k, MapAtSamples& result) const;
  void evaluate(RoundKind kind, MapAtSamples& result) const;
  void measure_error(MapAtSamples& result) const;

  SampleDistances& distances_;
  MapShape shape_;
  GrowthPlan plan_;
  const KernelBackend& backend_;
  std::unique_ptr<KernelSystems> systems_;  // where they are kept
  CenterTargets now_;
};

}  // namespace sosi
