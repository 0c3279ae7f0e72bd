// SPDX-License-Identifier: BSD-3-Clause
// Extend an embedding made by somebody else to new points: a spiral, unrolled by hand, with the map's
// gradient.
#include <cmath>
#include <cstdio>

#include "sosi/sosi.hpp"

namespace {

// A point of the spiral, and the length of the curve up to it: the coordinate an unrolling gives it.
Eigen::RowVector2d spiral(double angle) {
  return {angle * std::cos(angle), angle * std::sin(angle)};
}

double length(double angle) {
  return 0.5 * (angle * std::sqrt(1.0 + angle * angle) + std::asinh(angle));
}

}  // namespace

int main() {
  constexpr int kPoints = 120;
  sosi::Matrix samples(kPoints, 2);
  sosi::Matrix coordinates(kPoints, 1);
  for (int i = 0; i < kPoints; ++i) {
    const double angle = 2.0 + 10.0 * i / kPoints;
    samples.row(i) = spiral(angle);
    coordinates(i, 0) = length(angle);
  }
  sosi::ThreadPool threads;
  const sosi::RbfFit fitted =
      sosi::fit_rbf(samples, coordinates, sosi::Vector::Constant(1, 3.0), 0.0, threads);

  double worst = 0.0;
  for (int i = 0; i + 1 < kPoints; ++i) {
    const double between = 2.0 + 10.0 * (i + 0.5) / kPoints;
    const sosi::Matrix point = spiral(between);
    worst = std::max(worst, std::abs(fitted.map.evaluate(point, threads)(0, 0) - length(between)));
  }
  const sosi::Matrix gradient = fitted.map.gradient(spiral(7.0));
  std::printf("new points land within %.1e of a length of %.1f; the gradient has norm %.3f along the curve\n",
              worst, coordinates(kPoints - 1, 0), gradient.norm());
  return worst < 0.05 ? 0 : 1;
}
