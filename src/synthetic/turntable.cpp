// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/synthetic/turntable.hpp"

#include <numbers>
#include <vector>

#include "synthetic/photograph.hpp"
#include "synthetic/rendering.hpp"

namespace sosi {

namespace {

constexpr int kClasses = 20;
constexpr std::size_t kViews = 72;
constexpr Index kSize = 32;

}  // namespace

ImageSet make_turntable(std::uint64_t seed, ThreadPool& threads) {
  Random random(seed);
  std::vector<Solid> solids;
  for (int c = 0; c < kClasses; ++c) solids.push_back(random_solid(random));
  return render_classes({kClasses, kViews, kSize, kSize}, threads, [&](std::size_t c, std::size_t view) {
    return photograph(
        solids[c], 2.0 * std::numbers::pi * static_cast<double>(view) / static_cast<double>(kViews), kSize);
  });
}

}  // namespace sosi
