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
    : labeled_(labeled, all_rows(labeled)),
      classes_(classes.begin(), classes.end()),
      n_classes_(std::ranges::max(classes) + 1) {}

// Calls see(i, squared distances of point i to some labeled rows, their classes), for all rows in their
// order.
template <class See>
void NearestSearch::for_each_tile(std::span<const double* const> points, const See& see) const {
  std::array<double, kMostPoints * kTile> distances;
  for (Index first = 0; first < labeled_.size(); first += kTile) {
    const Index n = std::min(kTile, labeled_.size() - first);
    const Index panel = first / PackedRows::kPanel;
    const PackedRows::Panels panels{panel, std::min(kPanelsPerTile, labeled_.n_panels() - panel)};
    labeled_.squared_distances(points, panels, distances.data(), kTile);
    const std::span classes = std::span(classes_).subspan(first, n);
    for (std::size_t i = 0; i < points.size(); ++i) see(i, distances.data() + i * kTile, classes);
  }
}

void NearestSearch::decide(std::span<const double* const> points, Decision* decisions) const {
  std::array<Seen, kMostPoints> seen;
  for (Seen& one : seen) one.nearest_class = classes_[0];
  for_each_tile(points, [&](std::size_t i, const double* distances, std::span<const int> classes) {
    Seen one = seen[i];
    for (std::size_t j = 0; j < classes.size(); ++j) one.see(distances[j], classes[j]);
    seen[i] = one;
  });
  for (std::size_t i = 0; i < points.size(); ++i) decisions[i] = seen[i].decision();
}

void NearestSearch::measure(std::span<const double* const> points, double* squared_distances) const {
  std::fill_n(squared_distances, std::ssize(points) * n_classes_, kInfinity);
  for_each_tile(points, [&](std::size_t i, const double* distances, std::span<const int> classes) {
    double* const nearest = squared_distances + static_cast<Index>(i) * n_classes_;
    for (std::size_t j = 0; j < classes.size(); ++j) {
      nearest[classes[j]] = std::min(nearest[classes[j]], distances[j]);
    }
  });
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
  constexpr Index kRowsPerItem = NearestSearch::kMostPoints;
  const NearestSearch search(labeled, classes);
  const Index n = embedded.rows();
  Matrix nearest(n, search.n_classes());
  threads.for_each((n + kRowsPerItem - 1) / kRowsPerItem, [&](std::size_t item) {
    const Index first = static_cast<Index>(item) * kRowsPerItem;
    const Index n_rows = std::min(kRowsPerItem, n - first);
    std::array<const double*, kRowsPerItem> rows;
    for (Index i = 0; i < n_rows; ++i) rows[i] = embedded.row(first + i).data();
    search.measure(std::span(rows).first(n_rows), nearest.row(first).data());
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
