// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "kernel/kernel_systems.hpp"
#include "kernel/sample_distances.hpp"
#include "sosi/core/device.hpp"
#include "sosi/core/parallel.hpp"
#include "sosi/kernel/rbf_map.hpp"

namespace sosi {

/// When two runs on the same machine have equal bits.
enum class Determinism {
  any_threads,  ///< for any number of threads, any batch and any plan
  same_run,     ///< for the same number of threads, batch and plan
};

/// What the memory of systems depends on.
struct SystemsSize {
  Index n_samples;  ///< all, where they are carried along, else none but the centers
  Index most_centers;
  Index n_components;
  int n_systems;
  bool carries_samples;
};

/// f of samples of a fit, from distances and coefficients.
struct MapAtPositions {
  std::span<const Position> centers;
  const Matrix* coefficients;  ///< a row per center
  const Vector* scales;        ///< absolute, one per dimension
};

/// A processor that kernel systems and maps are computed on. Everything above works on this interface alone.
class KernelBackend {
 public:
  virtual ~KernelBackend() = default;

  /// As in `device` and in reports.
  virtual std::string_view name() const = 0;
  virtual Determinism determinism() const = 0;

  /// Systems without centers.
  virtual std::unique_ptr<KernelSystems> make_systems(const SampleDistances& distances,
                                                      SystemsShape shape) const = 0;

  /// Writes f of some samples into their rows of `values`, with the bits that the finished map will have.
  virtual void evaluate(const SampleDistances& distances, const MapAtPositions& map,
                        std::span<const Position> samples, Matrix& values) const = 0;
  /// f of new samples and their squared distances to the nearest center.
  virtual MapValues evaluate(const RbfMap& map, const MatrixView& samples) const = 0;

  /// How many numbers systems of a size take.
  virtual double numbers(const SystemsSize& size) const = 0;
  /// How many systems share distances that are computed on demand.
  virtual int n_together() const = 0;

  /// The threads of the host.
  virtual ThreadPool& threads() const = 0;
};

/// The backend of a device; the only place that knows which there are.
std::unique_ptr<KernelBackend> make_backend(Device device, ThreadPool& threads);

}  // namespace sosi
