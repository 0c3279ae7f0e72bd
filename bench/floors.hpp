// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sosi/core/matrix.hpp"

namespace sosi::bench {

using Json = nlohmann::ordered_json;

/// Seconds of what any program of this kind must do, by the BLAS in use.
struct Floors {
  std::string blas;
  std::vector<Index> sizes;
  std::vector<double> cholesky;  ///< threaded dpotrf, one for each size
  double product = 0.0;          ///< one threaded dgemm of `kRows` x `kFeatures` x `kCenters`

  /// Of one dpotrf; a size that was not measured by the cube of the nearest below.
  double cholesky_of(Index size) const;
};

inline constexpr Index kRows = 20'000;
inline constexpr Index kFeatures = 1024;

/// Measured in this process, in which nothing else may use BLAS.
Floors measure_floors(const std::vector<Index>& sizes, int n_repeats);

Json to_json(const Floors& floors);
Floors floors_from(const Json& json);

/// Bytes a second at which one thread reads memory.
double measure_bandwidth();

}  // namespace sosi::bench
