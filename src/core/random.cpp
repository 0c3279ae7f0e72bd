// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/core/random.hpp"

#include <bit>
#include <cmath>
#include <numbers>

namespace sosi {

Random::Random(std::uint64_t seed) {
  // SplitMix64 spreads the seed over the state, so that neighboring seeds give unrelated streams.
  for (std::uint64_t& word : state_) {
    seed += 0x9e3779b97f4a7c15U;
    std::uint64_t z = seed;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    word = z ^ (z >> 31U);
  }
}

std::uint64_t Random::next() {
  const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
  const std::uint64_t shifted = state_[1] << 17U;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

double Random::uniform() {
  return static_cast<double>(next() >> 11U) * 0x1.0p-53;
}

double Random::uniform(double low, double high) {
  return low + (high - low) * uniform();
}

double Random::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

std::uint64_t Random::below(std::uint64_t n) {
  const std::uint64_t limit = -n % n;  // 2^64 mod n: values below it would favor small results
  std::uint64_t value = next();
  while (value < limit) value = next();
  return value % n;
}

}  // namespace sosi
