// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

namespace sosi {

/// A stream of random numbers that is the same for the same seed on every machine and compiler
/// (xoshiro256++).
class Random {
 public:
  explicit Random(std::uint64_t seed);

  std::uint64_t next();
  /// Uniform in [0, 1).
  double uniform();
  double uniform(double low, double high);
  /// Standard normal.
  double normal();
  /// Uniform in {0, …, n-1}; n > 0.
  std::uint64_t below(std::uint64_t n);

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::uint64_t state_[4];
};

}  // namespace sosi
