// SPDX-License-Identifier: BSD-3-Clause
#include "problems.hpp"

#include <cmath>
#include <numbers>

#include "sosi/core/random.hpp"
#include "sosi/paper/paper_data.hpp"

namespace sosi::bench {

Problem turntable(const std::string& data) {
  constexpr int kViewsPerLabel = 6;  // of 71 views every sixth is labeled: 12
  const PaperData source = data == "synthetic" ? PaperData::synthetic() : PaperData::in_folder(data);
  PaperSet set = source.coil();
  std::vector<int> n_seen(set.known.labels.classes.size(), 0);
  for (int& of_class : set.known.labels.values) {
    if (n_seen[of_class]++ % kViewsPerLabel != 0) of_class = kUnlabeled;
  }
  return {std::move(set.name), std::move(set.known)};
}

Problem surfaces(Index n_samples) {
  constexpr int kClasses = 5;
  constexpr int kLabeled = 20;
  constexpr Index kDimensions = 100;
  constexpr double kNoise = 0.15;
  Random random(7);
  const Matrix shapes = random_matrix(6 * kClasses, kDimensions);
  Problem problem{"noisy surfaces in " + std::to_string(kDimensions) + " dimensions", {}};
  TrainingSet& training = problem.training;
  training.samples.resize(n_samples, kDimensions);
  for (int c = 0; c < kClasses; ++c) training.labels.classes.push_back(std::to_string(c));
  for (Index i = 0; i < n_samples; ++i) {
    const int of_class = static_cast<int>(i % kClasses);
    const double a = random.uniform(0.0, 2.0 * std::numbers::pi);
    const double b = random.uniform(0.0, 2.0 * std::numbers::pi);
    Eigen::RowVectorXd coordinates(6);
    coordinates << 1.0, std::cos(a), std::sin(a), std::cos(b), std::sin(b), 0.5 * std::cos(a + b);
    training.samples.row(i) = coordinates * shapes.middleRows(6 * of_class, 6);
    for (double& value : training.samples.row(i)) value += kNoise * random.normal();
    training.labels.values.push_back(i < kClasses * kLabeled ? of_class : kUnlabeled);
  }
  return problem;
}

FitOptions fixed_scales(int n_components, int rounds) {
  FitOptions options;
  options.embedding = "laplacian";
  options.n_components = n_components;
  options.rounds = rounds;
  const Vector scales = Vector::LinSpaced(n_components, 0.8, 1.2);  // of the median distance
  options.scale = {ScaleRule::fixed, {{scales.begin(), scales.end()}, false}};
  return options;
}

Matrix random_matrix(Index rows, Index cols) {
  Random random(1);
  Matrix values(rows, cols);
  for (double& value : values.reshaped()) value = random.normal();
  return values;
}

}  // namespace sosi::bench
