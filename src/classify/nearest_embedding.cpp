// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/classify/nearest_embedding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sosi {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Index kRowsPerItem = 64;

struct Decision {
  int of_class;
  double confidence;
};

Decision decide(const double* point, const MatrixView& labeled, std::span<const int> classes) {
  // The nearest of each class that matters: the best so far, and the best among the other classes.
  double nearest = kInfinity;
  double other = kInfinity;
  int nearest_class = classes[0];
  for (Index j = 0; j < labeled.rows(); ++j) {
    const double* row = labeled.row(j).data();
    double squared_distance = 0.0;
    for (Index k = 0; k < labeled.cols(); ++k) {
      const double difference = point[k] - row[k];
      squared_distance += difference * difference;
    }
    if (squared_distance < nearest) {
      if (classes[j] != nearest_class) other = nearest;
      nearest = squared_distance;
      nearest_class = classes[j];
    } else if (classes[j] != nearest_class && squared_distance < other) {
      other = squared_distance;
    }
  }
  return {nearest_class, nearest > 0.0 ? std::sqrt(other) / std::sqrt(nearest) : kInfinity};
}

}  // namespace

Classification classify_nearest(const MatrixView& embedded, const MatrixView& labeled,
                                std::span<const int> classes, ThreadPool& threads) {
  const Index n = embedded.rows();
  Classification result{std::vector<int>(n), std::vector<double>(n)};
  threads.for_each((n + kRowsPerItem - 1) / kRowsPerItem, [&](std::size_t item) {
    const Index first = static_cast<Index>(item) * kRowsPerItem;
    for (Index i = first; i < std::min(first + kRowsPerItem, n); ++i) {
      const Decision decision = decide(embedded.row(i).data(), labeled, classes);
      result.classes[i] = decision.of_class;
      result.confidence[i] = decision.confidence;
    }
  });
  return result;
}

}  // namespace sosi
