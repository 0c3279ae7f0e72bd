// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernel/kernel_backend.hpp"

namespace sosi {

/// The threads of this machine. Equal bits for any number of them.
class CpuBackend : public KernelBackend {
 public:
  explicit CpuBackend(ThreadPool& threads) : threads_(threads) {}

  std::string_view name() const override { return "cpu"; }
  Determinism determinism() const override { return Determinism::any_threads; }
  std::unique_ptr<KernelSystems> make_systems(const SampleDistances& distances,
                                              SystemsShape shape) const override;
  void evaluate(const SampleDistances& distances, const MapAtPositions& map,
                std::span<const Position> samples, Matrix& values) const override;
  MapValues evaluate(const RbfMap& map, const MatrixView& samples) const override;
  double numbers(const SystemsSize& size) const override;
  int n_together() const override;
  ThreadPool& threads() const override { return threads_; }

 private:
  ThreadPool& threads_;
};

}  // namespace sosi
