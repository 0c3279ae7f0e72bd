// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/simplex_projection.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>

namespace sosi {

namespace {

constexpr double kWeightTolerance = 1e-14;  // of the largest squared length, and of the sum of the weights

// The minimizer over the affine hull of the active points: G u = 1, w = u / sum u. Adding 1 1^T to G changes
// u only by a factor and makes it solvable when the nearest point of the affine hull is the origin.
Vector affine_minimizer(const Eigen::MatrixXd& inner_products, const Indices& active) {
  const auto n = static_cast<Index>(active.size());
  Eigen::MatrixXd system(n, n);
  for (Index a = 0; a < n; ++a) {
    for (Index b = 0; b < n; ++b) system(a, b) = inner_products(active[a], active[b]);
  }
  system /= std::max(system.diagonal().maxCoeff(), std::numeric_limits<double>::min());
  system.array() += 1.0;
  const Vector solution = system.ldlt().solve(Vector::Ones(n));
  return solution / solution.sum();
}

// Moves the weights towards the minimizer of the active points until one vanishes, and drops that point;
// again, until the minimizer itself has positive weights.
void settle(const Eigen::MatrixXd& inner_products, Indices& active, Vector& weights) {
  for (;;) {
    const Vector target = affine_minimizer(inner_products, active);
    double part = 1.0;
    for (std::size_t a = 0; a < active.size(); ++a) {
      const double weight = weights(active[a]);
      if (target(a) <= 0.0) part = std::min(part, weight / (weight - target(a)));
    }
    for (std::size_t a = 0; a < active.size(); ++a) {
      double& weight = weights(active[a]);
      weight += part * (target(a) - weight);
      if (weight <= kWeightTolerance) weight = 0.0;
    }
    const auto n_dropped = std::erase_if(active, [&](Index i) { return weights(i) <= 0.0; });
    if (n_dropped == 0) return;
  }
}

}  // namespace

// Wolfe's algorithm (1976): keep affinely independent active points whose affine minimizer has positive
// weights; add the point that lies farthest below the supporting plane of the current minimizer; settle.
Vector nearest_in_hull(const Eigen::MatrixXd& inner_products) {
  const Index n = inner_products.rows();
  const double slack = kWeightTolerance * inner_products.diagonal().maxCoeff();
  Index start = 0;
  inner_products.diagonal().minCoeff(&start);
  Indices active = {start};
  Vector weights = Vector::Unit(n, start);
  const Index max_steps = 20 * n + 20;  // far beyond what ends it: rounding must not loop forever
  for (Index step = 0; step < max_steps; ++step) {
    const Vector products = inner_products * weights;  // v_j · p for the current point p
    Index lowest = 0;
    const double deepest = products.minCoeff(&lowest);
    const bool optimal = deepest >= weights.dot(products) - slack;
    if (optimal || std::ranges::find(active, lowest) != active.end()) break;
    active.push_back(lowest);
    settle(inner_products, active, weights);
  }
  return weights / weights.sum();
}

}  // namespace sosi
