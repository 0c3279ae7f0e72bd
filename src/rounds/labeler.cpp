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

// Harmonic probabilities are never taken for certain: what they exclude may still be so.
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

HarmonicLabeler::HarmonicLabeler(const NeighborLists& lists, std::span<const int> labels, ThreadPool& threads)
    : graph_(choose_graph(lists, labels, {}, threads).weights) {}

Matrix HarmonicLabeler::probabilities(std::span<const int> labels) const {
  Matrix probabilities = HarmonicSystem(graph_, labels).probabilities();
  const double even = 1.0 / static_cast<double>(probabilities.cols());
  for (Index row = 0; row < probabilities.rows(); ++row) {
    if (!(probabilities.row(row).maxCoeff() > 0.0)) probabilities.row(row).setConstant(even);
  }
  return probabilities;
}

Matrix harmonic_probabilities(const SampleSet& samples, ThreadPool& threads) {
  const std::vector<int> labels = samples.labels();
  const Matrix gathered = samples.gather(samples.all());
  return HarmonicLabeler(nearest_neighbors(gathered, most_neighbors({}), threads), labels, threads)
      .probabilities(labels);
}

Classification combine_labels(Labeler labeler, Classification by_map, const Matrix& class_distances,
                              const MatrixView& harmonic) {
  if (labeler == Labeler::map) return by_map;
  const Matrix shares = labeler == Labeler::both ? class_shares(class_distances) : Matrix();
  for (std::size_t i = 0; i < by_map.classes.size(); ++i) {
    const Eigen::RowVectorXd probabilities = harmonic.row(static_cast<Index>(i));
    if (labeler == Labeler::agreement) {
      const double of_class = probabilities(by_map.classes[i]);
      by_map.confidence[i] *= std::sqrt((of_class + kDoubt) / (probabilities.maxCoeff() + kDoubt));
      continue;
    }
    const Decision decision =
        labeler == Labeler::harmonic
            ? decide(probabilities)
            : decide(shares.row(static_cast<Index>(i)).array() * (probabilities.array() + kDoubt).sqrt());
    by_map.classes[i] = decision.of_class;
    by_map.confidence[i] = decision.confidence;
  }
  return by_map;
}

}  // namespace sosi
