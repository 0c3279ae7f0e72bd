// SPDX-License-Identifier: BSD-3-Clause
// The parts a fit spends its time in, each beside the floor it is held against.
#include <benchmark/benchmark.h>

#include <numeric>

#include "interpolate/kernel_system.hpp"
#include "sosi/core/random.hpp"
#include "sosi/graph/distances.hpp"
#include "sosi/interpolate/rbf_map.hpp"

extern "C" void dpotrf_(const char*, const int*, double*, const int*, int*);

namespace {

sosi::Matrix random_matrix(sosi::Index rows, sosi::Index cols) {
  sosi::Random random(1);
  sosi::Matrix values(rows, cols);
  for (double& value : values.reshaped()) value = random.normal();
  return values;
}

sosi::Indices all_rows(const sosi::Matrix& matrix) {
  sosi::Indices rows(matrix.rows());
  std::iota(rows.begin(), rows.end(), sosi::Index{0});
  return rows;
}

constexpr double kScale = 20.0;

// The floor: LAPACK's Cholesky with as many threads as it likes, on the same matrix.
void lapack_cholesky(benchmark::State& state) {
  sosi::ThreadPool threads;
  const sosi::Matrix samples = random_matrix(state.range(0), 200);
  const sosi::Matrix distances = sosi::squared_distances(samples, all_rows(samples), threads);
  const sosi::Matrix kernel = (-distances.array() / (kScale * kScale)).exp();
  const int n = static_cast<int>(kernel.rows());
  for (auto unused : state) {
    sosi::Matrix factor = kernel;
    int info = 0;
    dpotrf_("U", &n, factor.data(), &n, &info);
    benchmark::DoNotOptimize(factor.data());
  }
}
BENCHMARK(lapack_cholesky)->Arg(500)->Arg(1420)->Unit(benchmark::kMillisecond)->UseRealTime();

void kernel_system(benchmark::State& state) {
  sosi::ThreadPool threads;
  const sosi::Matrix samples = random_matrix(state.range(0), 200);
  const sosi::Indices rows = all_rows(samples);
  const sosi::Matrix distances = sosi::squared_distances(samples, rows, threads);
  for (auto unused : state) {
    const sosi::KernelSystem system({&distances, rows}, {kScale, 0.0}, threads);
    benchmark::DoNotOptimize(&system);
  }
}
BENCHMARK(kernel_system)->Arg(500)->Arg(1420)->Unit(benchmark::kMillisecond)->UseRealTime();

void pairwise_distances(benchmark::State& state) {
  sosi::ThreadPool threads;
  const sosi::Matrix samples = random_matrix(state.range(0), 1024);
  const sosi::Indices rows = all_rows(samples);
  for (auto unused : state) benchmark::DoNotOptimize(sosi::squared_distances(samples, rows, threads).data());
}
BENCHMARK(pairwise_distances)->Arg(500)->Arg(1420)->Unit(benchmark::kMillisecond)->UseRealTime();

void evaluate_map(benchmark::State& state) {
  sosi::ThreadPool threads;
  const sosi::Matrix centers = random_matrix(1420, 1024);
  const sosi::RbfMap map(centers, all_rows(centers), random_matrix(1420, 25),
                         sosi::Vector::LinSpaced(25, 10.0, 40.0));
  const sosi::Matrix samples = random_matrix(state.range(0), 1024);
  for (auto unused : state) benchmark::DoNotOptimize(map.evaluate(samples, threads).data());
}
BENCHMARK(evaluate_map)->Arg(1)->Arg(256)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
