// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <vector>

#include "core/median.hpp"

namespace sosi::bench {

template <class Body>
double seconds_of(const Body& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The median of some calls' seconds; `prepare()` is called before each and not counted.
template <class Prepare, class Body>
double median_seconds(int n_repeats, const Prepare& prepare, const Body& body) {
  std::vector<double> seconds;
  for (int i = 0; i < n_repeats; ++i) {
    prepare();
    seconds.push_back(seconds_of(body));
  }
  return median(seconds);
}

template <class Body>
double median_seconds(int n_repeats, const Body& body) {
  return median_seconds(
      n_repeats, [] {}, body);
}

}  // namespace sosi::bench
