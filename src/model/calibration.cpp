// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/median.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {

namespace {

// exp(-(D_c - min D) / temperature): relative to the nearest class, so that nothing over- or underflows.
class Weights {
 public:
  Weights(std::span<const double> squared_distances, double temperature)
      : squared_distances_(squared_distances),
        nearest_(std::ranges::min(squared_distances)),
        temperature_(temperature) {}

  double operator[](std::size_t of_class) const {
    const double distance = squared_distances_[of_class];
    return distance > nearest_ ? std::exp((nearest_ - distance) / temperature_) : 1.0;
  }

  double sum() const {
    double sum = 0.0;
    for (std::size_t c = 0; c < squared_distances_.size(); ++c) sum += (*this)[c];
    return sum;
  }

 private:
  std::span<const double> squared_distances_;
  double nearest_;
  double temperature_;
};

std::span<const double> row_of(const MatrixView& matrix, Index i) {
  return {matrix.row(i).data(), static_cast<std::size_t>(matrix.cols())};
}

// Rows that can be learned from: how much farther every class is than the nearest, and the targets.
struct Lesson {
  Matrix gaps;
  double wanted = 0.0;  // sum over rows and classes of target times gap

  // The same sum with the probabilities of a temperature in place of the targets; it grows with the
  // temperature.
  double expected(double temperature) const {
    double all = 0.0;
    for (Index i = 0; i < gaps.rows(); ++i) {
      const Eigen::ArrayXd weights = (gaps.row(i).array() / -temperature).exp();
      all += (weights * gaps.row(i).transpose().array()).sum() / weights.sum();
    }
    return all;
  }
};

Lesson prepare(const MatrixView& squared_distances, const MatrixView& targets) {
  Lesson lesson{Matrix(squared_distances.rows(), squared_distances.cols())};
  Index n = 0;
  for (Index i = 0; i < squared_distances.rows(); ++i) {
    if (!squared_distances.row(i).allFinite()) continue;
    lesson.gaps.row(n) = squared_distances.row(i).array() - squared_distances.row(i).minCoeff();
    lesson.wanted += lesson.gaps.row(n).dot(targets.row(i));
    ++n;
  }
  lesson.gaps.conservativeResize(n, Eigen::NoChange);
  return lesson;
}

}  // namespace

double doubt_after(Index n_labeled) {
  return 2.0 / (static_cast<double>(n_labeled) + 2.0);
}

Matrix with_doubt(const MatrixView& probabilities, double doubt) {
  const double share = doubt / static_cast<double>(probabilities.cols());
  return ((1.0 - doubt) * probabilities.array() + share).matrix();
}

bool Calibration::is_far(double squared_distance_to_center) const {
  return std::sqrt(squared_distance_to_center) > support;
}

void class_probabilities(std::span<const double> squared_distances, const Calibration& calibration,
                         std::span<double> probabilities) {
  const Weights weights(squared_distances, calibration.temperature);
  const double sum = weights.sum();
  for (std::size_t c = 0; c < probabilities.size(); ++c) probabilities[c] = weights[c] / sum;
}

std::vector<double> own_probabilities(std::span<const int> classes, const MatrixView& probabilities) {
  std::vector<double> own(classes.size());
  for (std::size_t i = 0; i < classes.size(); ++i) own[i] = probabilities(static_cast<Index>(i), classes[i]);
  return own;
}

int most_probable(std::span<const double> probabilities) {
  return static_cast<int>(std::ranges::max_element(probabilities) - probabilities.begin());
}

RunnerUp runner_up(std::span<const double> probabilities, int of_class) {
  const int first = of_class == kUnlabeled ? most_probable(probabilities) : of_class;
  RunnerUp second{first == 0 ? 1 : 0, -1.0};
  for (int c = 0; c < std::ssize(probabilities); ++c) {
    if (c != first && probabilities[c] > second.probability) second = {c, probabilities[c]};
  }
  return second;
}

Matrix class_probabilities(const MatrixView& squared_distances, const Calibration& calibration) {
  Matrix probabilities(squared_distances.rows(), squared_distances.cols());
  for (Index i = 0; i < probabilities.rows(); ++i) {
    class_probabilities(row_of(squared_distances, i), calibration,
                        {probabilities.row(i).data(), static_cast<std::size_t>(probabilities.cols())});
  }
  return probabilities;
}

Matrix log_class_probabilities(const MatrixView& squared_distances, const Calibration& calibration) {
  Matrix logarithms(squared_distances.rows(), squared_distances.cols());
  for (Index i = 0; i < logarithms.rows(); ++i) {
    const auto distances = squared_distances.row(i).array();
    const double log_sum = std::log(Weights(row_of(squared_distances, i), calibration.temperature).sum());
    logarithms.row(i) = (distances.minCoeff() - distances) / calibration.temperature - log_sum;
  }
  return logarithms;
}

// Aim: the least cross entropy  sum_i sum_c t_ic D_ic / T + log sum_c exp(-D_ic / T).
// It is convex in 1/T, and its derivative there is sum t D - sum p D: the targets and the probabilities must
// expect the same distance. The second sum grows with T, so that bisection finds the one root.
double fit_temperature(const MatrixView& squared_distances, const MatrixView& targets) {
  if (targets.rows() != squared_distances.rows() || targets.cols() != squared_distances.cols()) {
    throw InvalidInput("targets of " + std::to_string(targets.rows()) + " x " +
                       std::to_string(targets.cols()) + " do not fit distances of " +
                       std::to_string(squared_distances.rows()) + " x " +
                       std::to_string(squared_distances.cols()));
  }
  const Lesson lesson = prepare(squared_distances, targets);
  std::vector<double> gaps;
  for (const double gap : lesson.gaps.reshaped()) {
    if (gap > 0.0) gaps.push_back(gap);
  }
  const double unit = median(gaps);
  constexpr double kRange = 1 << 20;  // times the median gap and its inverse: chance and certainty
  if (!std::isnormal(unit / kRange) || !std::isfinite(unit * kRange)) return Calibration{}.temperature;
  double low = -std::log(kRange);
  double high = -low;
  constexpr int kHalvings = 60;
  for (int step = 0; step < kHalvings; ++step) {
    const double middle = 0.5 * (low + high);
    (lesson.expected(unit * std::exp(middle)) < lesson.wanted ? low : high) = middle;
  }
  return unit * std::exp(0.5 * (low + high));
}

Prediction abstain_below(Prediction prediction, double probability) {
  for (std::size_t i = 0; i < prediction.classes.size(); ++i) {
    if (prediction.probability[i] < probability) prediction.classes[i] = kUnlabeled;
  }
  return prediction;
}

std::optional<double> expected_error(const Prediction& prediction, std::span<const int> given) {
  double sum = 0.0;
  Index n = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] != kUnlabeled) continue;
    sum += 1.0 - prediction.probability[i];
    ++n;
  }
  if (n == 0) return std::nullopt;
  return sum / static_cast<double>(n);
}

}  // namespace sosi
