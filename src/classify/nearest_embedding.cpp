// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/classify/nearest_embedding.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "classify/nearest_search.hpp"

namespace sosi {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Index kPanelsPerTile = 8;
constexpr Index kTile = kPanelsPerTile * PackedRows::kPanel;

// What was seen so far that matters: the nearest, and the nearest among the other classes.
struct Seen {
  double nearest = kInfinity;
  double other = kInfinity;
  int nearest_class = 0;

  void see(double squared_distance, int of_class) {
    if (squared_distance < nearest) {
      if (of_class != nearest_class) other = nearest;
      nearest = squared_distance;
      nearest_class = of_class;
    } else if (squared_distance < other && of_class != nearest_class) {
      other = squared_distance;
    }
  }

  Decision decision() const {
    return {nearest_class, nearest > 0.0 ? std::sqrt(other) / std::sqrt(nearest) : kInfinity};
  }
};

Indices all_rows(const MatrixView& matrix) {
  Indices rows(matrix.rows());
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

}  // namespace

NearestSearch::NearestSearch(const MatrixView& labeled, std::span<const int> classes)
    : labeled_(labeled, all_rows(labeled)), classes_(classes.begin(), classes.end()) {}

void NearestSearch::decide(std::span<const double* const> points, Decision* decisions) const {
  std::array<double, kMostPoints * kTile> distances;
  std::array<Seen, kMostPoints> seen;
  for (Seen& one : seen) one.nearest_class = classes_[0];
  for (Index first = 0; first < labeled_.size(); first += kTile) {
    const Index n = std::min(kTile, labeled_.size() - first);
    const Index panel = first / PackedRows::kPanel;
    const PackedRows::Panels panels{panel, std::min(kPanelsPerTile, labeled_.n_panels() - panel)};
    labeled_.squared_distances(points, panels, distances.data(), kTile);
    for (std::size_t i = 0; i < points.size(); ++i) {
      Seen one = seen[i];
      for (Index j = 0; j < n; ++j) one.see(distances[i * kTile + j], classes_[first + j]);
      seen[i] = one;
    }
  }
  for (std::size_t i = 0; i < points.size(); ++i) decisions[i] = seen[i].decision();
}

Classification classify_nearest(const MatrixView& embedded, const MatrixView& labeled,
                                std::span<const int> classes, ThreadPool& threads) {
  constexpr Index kRowsPerItem = NearestSearch::kMostPoints;
  const NearestSearch search(labeled, classes);
  const Index n = embedded.rows();
  Classification result{std::vector<int>(n), std::vector<double>(n)};
  threads.for_each((n + kRowsPerItem - 1) / kRowsPerItem, [&](std::size_t item) {
    const Index first = static_cast<Index>(item) * kRowsPerItem;
    const Index n_rows = std::min(kRowsPerItem, n - first);
    std::array<const double*, kRowsPerItem> rows;
    std::array<Decision, kRowsPerItem> decisions;
    for (Index i = 0; i < n_rows; ++i) rows[i] = embedded.row(first + i).data();
    search.decide(std::span(rows).first(n_rows), decisions.data());
    for (Index i = 0; i < n_rows; ++i) {
      result.classes[first + i] = decisions[i].of_class;
      result.confidence[first + i] = decisions[i].confidence;
    }
  });
  return result;
}

Matrix nearest_by_class(const MatrixView& embedded, const MatrixView& labeled, std::span<const int> classes,
                        ThreadPool& threads) {
  constexpr Index kRowsPerItem = 32;
  const PackedRows packed(labeled, all_rows(labeled));
  const Index n = embedded.rows();
  Matrix nearest = Matrix::Constant(n, std::ranges::max(classes) + 1, kInfinity);
  threads.for_each((n + kRowsPerItem - 1) / kRowsPerItem, [&](std::size_t item) {
    const Index first = static_cast<Index>(item) * kRowsPerItem;
    const Index n_rows = std::min(kRowsPerItem, n - first);
    std::array<const double*, kRowsPerItem> rows;
    for (Index i = 0; i < n_rows; ++i) rows[i] = embedded.row(first + i).data();
    Matrix distances(n_rows, packed.padded_size());
    packed.squared_distances(std::span(rows).first(n_rows), distances.data(), distances.outerStride());
    for (Index i = 0; i < n_rows; ++i) {
      for (Index j = 0; j < labeled.rows(); ++j) {
        double& best = nearest(first + i, classes[j]);
        best = std::min(best, distances(i, j));
      }
    }
  });
  return nearest;
}

// Trick: relative to the nearest class, so that nothing over- or underflows.
Matrix class_shares(const MatrixView& squared_distances) {
  Matrix shares(squared_distances.rows(), squared_distances.cols());
  for (Index i = 0; i < shares.rows(); ++i) {
    const double nearest = squared_distances.row(i).minCoeff();
    for (Index m = 0; m < shares.cols(); ++m) {
      const double of_class = squared_distances(i, m);
      shares(i, m) = of_class > nearest ? nearest / of_class : 1.0;
    }
    shares.row(i) /= shares.row(i).sum();
  }
  return shares;
}

}  // namespace sosi
