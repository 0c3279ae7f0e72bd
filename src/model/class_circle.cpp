// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/class_circle.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

namespace sosi {

namespace {

constexpr double kLargestRadius = 0.15;
constexpr double kGoldenAngle = 2.399963229728653;  // pi (3 - sqrt 5): of the seeds of a sunflower

// How often classes are confused: the sum over samples of p_c p_d, in units of one even choice between two
// classes, rounded down. So certain samples, each with a little doubt, do not count.
Matrix confusions(const Matrix& probabilities) {
  constexpr double kEvenChoice = 0.25;
  return (probabilities.transpose() * probabilities / kEvenChoice).array().floor();
}

// The class that is left and most confused with the last one, and of equals the first, is next.
std::vector<int> chain(const Matrix& confusions) {
  std::vector<int> left(confusions.rows());
  std::iota(left.begin(), left.end(), 0);
  std::vector<int> order;
  while (!left.empty()) {
    const auto next = order.empty() ? left.begin() : std::ranges::max_element(left, {}, [&](int c) {
      return confusions(order.back(), c);
    });
    order.push_back(*next);
    left.erase(next);
  }
  return order;
}

// A shift for each sample: those of a class fill the unit disk evenly, the most probable in the middle.
Matrix spread(const Matrix& probabilities) {
  const Index n = probabilities.rows();
  std::vector<Index> own(n);
  Vector probability(n);
  std::vector<int> n_members(probabilities.cols(), 0);
  for (Index i = 0; i < n; ++i) {
    probability(i) = probabilities.row(i).maxCoeff(&own[i]);
    ++n_members[own[i]];
  }
  Indices by_probability(n);
  std::iota(by_probability.begin(), by_probability.end(), Index{0});
  std::ranges::stable_sort(by_probability, std::greater(), [&](Index i) { return probability(i); });
  std::vector<int> n_seen(probabilities.cols(), 0);
  Matrix shifts(n, 2);
  for (const Index i : by_probability) {
    const int k = n_seen[own[i]]++;
    const double length = probability(i) * std::sqrt((k + 0.5) / n_members[own[i]]);
    shifts.row(i) << length * std::cos(k * kGoldenAngle), length * std::sin(k * kGoldenAngle);
  }
  return shifts;
}

}  // namespace

ClassCircle class_circle(const Matrix& probabilities) {
  const auto n_classes = static_cast<double>(probabilities.cols());
  ClassCircle circle;
  circle.order = chain(confusions(probabilities));
  circle.corners.resize(probabilities.cols(), 2);
  for (std::size_t k = 0; k < circle.order.size(); ++k) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(k) / n_classes;
    circle.corners.row(circle.order[k]) << std::sin(angle), std::cos(angle);
  }
  const double side = 2.0 * std::sin(std::numbers::pi / std::max(n_classes, 2.0));
  circle.radius = std::min(kLargestRadius, 0.42 * side);
  circle.places = probabilities * circle.corners + circle.radius * spread(probabilities);
  return circle;
}

}  // namespace sosi
