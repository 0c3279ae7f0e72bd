// SPDX-License-Identifier: BSD-3-Clause
#include "rounds/labeler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/harmonic_graph.hpp"
#include "graph/harmonic_system.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {

namespace {

// A guide is never quite sure: what it excludes may still be so.
constexpr double kDoubt = 1e-3;

// The class with the largest weight, and how many times the next one's it is.
Decision decide(const Eigen::RowVectorXd& weights) {
  Index best = 0;
  const double first = weights.maxCoeff(&best);
  double second = 0.0;
  for (Index c = 0; c < weights.size(); ++c) {
    if (c != best) second = std::max(second, weights(c));
  }
  const double ratio = second > 0.0 ? first / second : std::numeric_limits<double>::infinity();
  return {static_cast<int>(best), ratio};
}

}  // namespace

GraphGuide::GraphGuide(const NeighborLists& lists, std::span<const int> labels, ThreadPool& threads)
    : graph_(choose_graph(lists, labels, {}, threads).weights) {}

Matrix GraphGuide::ask(std::span<const int> labels) const {
  Matrix probabilities = HarmonicSystem(graph_, labels).probabilities();
  const double even = 1.0 / static_cast<double>(probabilities.cols());
  for (Index row = 0; row < probabilities.rows(); ++row) {
    if (!(probabilities.row(row).maxCoeff() > 0.0)) probabilities.row(row).setConstant(even);
  }
  return probabilities;
}

Matrix ask_graph(const Matrix& samples, std::span<const Index> rows, std::span<const int> classes,
                 ThreadPool& threads) {
  std::vector<int> labels(rows.size(), kUnlabeled);
  std::ranges::copy(classes, labels.begin());
  const Matrix gathered = samples(Indices(rows.begin(), rows.end()), Eigen::all);
  const GraphGuide guide(nearest_neighbors(gathered, most_neighbors({}), threads), labels, threads);
  return guide.ask(labels).bottomRows(static_cast<Index>(rows.size() - classes.size()));
}

Classification follow(const Guidance& guidance, Classification own, const Matrix& class_distances) {
  if (guidance.labeler == Labeler::map) return own;
  const Matrix shares = guidance.labeler == Labeler::both ? class_shares(class_distances) : Matrix();
  for (std::size_t i = 0; i < own.classes.size(); ++i) {
    const Eigen::RowVectorXd said = guidance.probabilities->row(static_cast<Index>(i));
    if (guidance.labeler == Labeler::agreement) {
      own.confidence[i] *= std::sqrt((said(own.classes[i]) + kDoubt) / (said.maxCoeff() + kDoubt));
      continue;
    }
    const Decision decision =
        guidance.labeler == Labeler::harmonic
            ? decide(said)
            : decide(shares.row(static_cast<Index>(i)).array() * (said.array() + kDoubt).sqrt());
    own.classes[i] = decision.of_class;
    own.confidence[i] = decision.confidence;
  }
  return own;
}

}  // namespace sosi
