// SPDX-License-Identifier: BSD-3-Clause
#include <numeric>
#include <span>

#include "kernel/single_system.hpp"
#include "rows.hpp"
#include "sosi/graph/distances.hpp"
#include "sosi/kernel/rbf_map.hpp"
#include "timing.hpp"

namespace sosi::bench {

namespace {

constexpr double kExponential = 1e-9;  // seconds

Indices all_rows(const Matrix& matrix) {
  Indices rows(matrix.rows());
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

Row many_rows(const Setting& setting, const RbfMap& map, const Matrix& samples, ThreadPool& threads) {
  Row row{"transform, " + std::to_string(kRows) + " rows on " + std::to_string(kCenters) + " centers, " +
              std::to_string(kComponents) + " scales",
          "s"};
  row.measured = median_seconds(setting.n_repeats, [&] { map.evaluate(samples, threads); });
  row.floor_name = "one threaded dgemm + the exponentials at 1 ns";
  const double exponentials =
      kExponential * static_cast<double>(kRows * kCenters * kComponents) / threads.size();
  row.floor = setting.linked.product + exponentials;
  if (setting.widest) row.widest_floor = setting.widest->product + exponentials;
  row.at_most = 1.5;
  return row;
}

// Another row every time, so that what is in the cache are the centers at most.
Row one_row(const Setting& setting, const RbfMap& map, const Matrix& samples) {
  constexpr int kRepeats = 501;
  constexpr double kMilliseconds = 1e3;
  Index i = 0;
  std::vector<double> values(kComponents);
  Row row{"transform, one row", "ms"};
  row.measured = kMilliseconds * median_seconds(
                                     kRepeats, [&] { i = (i + 37) % samples.rows(); },
                                     [&] {
                                       map.evaluate_one({samples.row(i).data(), kFeatures}, values);
                                     });
  row.floor_name = "one read of the centers by one thread";
  row.floor = kMilliseconds * static_cast<double>(kCenters * kFeatures * sizeof(double)) / setting.bandwidth;
  row.at_most = 1.5;
  return row;
}

}  // namespace

std::vector<Row> evaluation_rows(const Setting& setting) {
  ThreadPool threads;
  const Matrix centers = random_matrix(kCenters, kFeatures);
  const RbfMap map(centers, all_rows(centers), random_matrix(kCenters, kComponents),
                   Vector::LinSpaced(kComponents, 30.0, 50.0));
  const Matrix samples = random_matrix(kRows, kFeatures);
  return {many_rows(setting, map, samples, threads), one_row(setting, map, samples)};
}

std::vector<Row> cholesky_rows(const Setting& setting) {
  ThreadPool threads;
  std::vector<Row> rows;
  for (const Index size : setting.linked.sizes) {
    if (size == kCenters) continue;
    const Matrix samples = random_matrix(size, 50);
    const Matrix distances = squared_distances(samples, all_rows(samples), threads);
    const auto backend = make_backend(Device::cpu, threads);
    Row row{"kernel system assembled and factored, Q = " + std::to_string(size), "s"};
    row.measured =
        median_seconds(setting.n_repeats, [&] { const SingleSystem system(distances, {5.0}, *backend); });
    row.floor_name = "threaded dpotrf(" + std::to_string(size) + ")";
    row.floor = setting.linked.cholesky_of(size);
    if (setting.widest) row.widest_floor = setting.widest->cholesky_of(size);
    row.at_most = 1.1;
    rows.push_back(row);
  }
  return rows;
}

}  // namespace sosi::bench
