// SPDX-License-Identifier: BSD-3-Clause
#include "floors.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "problems.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/graph/distances.hpp"
#include "timing.hpp"

extern "C" {
void dpotrf_(const char*, const int*, double*, const int*, int*);
void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*, const double*,
            const int*, const double*, const int*, const double*, double*, const int*);
// Only OpenBLAS has these; with another BLAS they stay null.
__attribute__((weak)) char* openblas_get_config();
__attribute__((weak)) char* openblas_get_corename();
}

namespace sosi::bench {

namespace {

std::string blas_name() {
  if (openblas_get_config == nullptr || openblas_get_corename == nullptr) return "a BLAS without a name";
  const std::string config = openblas_get_config();  // "OpenBLAS 0.3.21 NO_LAPACK …"
  const auto end = config.find(' ', config.find(' ') + 1);
  return config.substr(0, end) + " with its kernels for " + openblas_get_corename();
}

double cholesky_seconds(Index size, int n_repeats) {
  // Far from singular, so that the values do not matter.
  Matrix matrix;
  const Matrix start = Matrix::Constant(size, size, 0.5) + 0.5 * Matrix::Identity(size, size);
  const int n = static_cast<int>(size);
  int info = 0;
  const double seconds = median_seconds(
      n_repeats, [&] { matrix = start; }, [&] { dpotrf_("U", &n, matrix.data(), &n, &info); });
  if (info != 0) throw NumericalError("dpotrf failed with code " + std::to_string(info));
  return seconds;
}

double product_seconds(int n_repeats) {
  const Matrix centers = random_matrix(kCenters, kFeatures);
  const Matrix rows = random_matrix(kRows, kFeatures);
  Matrix products = Matrix::Zero(kRows, kCenters);
  const int m = static_cast<int>(kCenters);
  const int n = static_cast<int>(kRows);
  const int k = static_cast<int>(kFeatures);
  const double one = 1.0;
  const double zero = 0.0;
  return median_seconds(n_repeats, [&] {
    dgemm_("T", "N", &m, &n, &k, &one, centers.data(), &k, rows.data(), &k, &zero, products.data(), &m);
  });
}

}  // namespace

double Floors::cholesky_of(Index size) const {
  const auto after = std::ranges::upper_bound(sizes, size);
  const auto at = after == sizes.begin() ? 0 : after - sizes.begin() - 1;
  return cholesky[at] * std::pow(static_cast<double>(size) / static_cast<double>(sizes[at]), 3);
}

Floors measure_floors(const std::vector<Index>& sizes, int n_repeats) {
  Floors floors{blas_name(), sizes, {}, product_seconds(n_repeats)};
  for (const Index size : sizes) floors.cholesky.push_back(cholesky_seconds(size, n_repeats));
  return floors;
}

Json to_json(const Floors& floors) {
  return {{"blas", floors.blas},
          {"sizes", floors.sizes},
          {"cholesky_seconds", floors.cholesky},
          {"product_seconds", floors.product}};
}

Floors floors_from(const Json& json) {
  return {json.at("blas"), json.at("sizes"), json.at("cholesky_seconds"), json.at("product_seconds")};
}

double measure_bandwidth() {
  constexpr std::size_t kNumbers = std::size_t{1} << 25;  // 256 MiB: more than caches hold, mostly
  const std::vector<double> numbers(kNumbers, 1.0);
  double sums[8] = {};
  const double seconds = median_seconds(5, [&] {
    for (std::size_t i = 0; i < kNumbers; i += 8) {
      for (std::size_t j = 0; j < 8; ++j) sums[j] += numbers[i + j];
    }
  });
  if (!(std::accumulate(sums, sums + 8, 0.0) > 0.0)) throw NumericalError("ones must have a positive sum");
  return static_cast<double>(kNumbers * sizeof(double)) / seconds;
}

}  // namespace sosi::bench
