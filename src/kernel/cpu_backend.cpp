// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/cpu_backend.hpp"

#include <algorithm>

#include "kernel/cpu_systems.hpp"
#include "kernel/gaussian_sum.hpp"

namespace sosi {

std::unique_ptr<KernelSystems> CpuBackend::make_systems(const SampleDistances& distances,
                                                        SystemsShape shape) const {
  return std::make_unique<CpuSystems>(distances, std::move(shape), threads_);
}

void CpuBackend::evaluate(const SampleDistances& distances, const MapAtPositions& map,
                          std::span<const Position> samples, Matrix& values) const {
  constexpr std::size_t kRowsPerItem = 32;
  const GaussianSum sum(*map.coefficients, *map.scales);
  const SampleDistances::Columns columns = distances.to(map.centers);
  threads_.for_each((samples.size() + kRowsPerItem - 1) / kRowsPerItem, [&](std::size_t item) {
    const std::size_t first = item * kRowsPerItem;
    const std::span rows = samples.subspan(first, std::min(kRowsPerItem, samples.size() - first));
    Matrix block(rows.size(), map.centers.size());
    distances.gather(rows, columns, block.data(), block.outerStride());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      sum.evaluate(block.row(r).data(), values.row(rows[r]).data());
    }
  });
}

MapValues CpuBackend::evaluate(const RbfMap& map, const MatrixView& samples) const {
  return map.evaluate_with_distances(samples, threads_);
}

double CpuBackend::numbers(const SystemsSize& size) const {
  return CpuSystems::numbers(size);
}

int CpuBackend::n_together() const {
  return CpuSystems::kBatch;
}

}  // namespace sosi
