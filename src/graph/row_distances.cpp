// SPDX-License-Identifier: BSD-3-Clause
#include "graph/row_distances.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "graph/packed_rows.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

constexpr Index kRowsPerItem = 32;

}  // namespace

void visit_distances(const MatrixView& samples, const MatrixView& references, ThreadPool& threads,
                     const DistanceVisitor& visit) {
  Indices all(references.rows());
  std::iota(all.begin(), all.end(), Index{0});
  const PackedRows packed(references, all);
  const Index n = samples.rows();
  threads.for_each((n + kRowsPerItem - 1) / kRowsPerItem, [&](std::size_t item) {
    const Index first = static_cast<Index>(item) * kRowsPerItem;
    std::vector<const double*> rows;
    for (Index i = first; i < std::min(first + kRowsPerItem, n); ++i) rows.push_back(samples.row(i).data());
    std::vector<double> block(rows.size() * packed.padded_size());
    packed.squared_distances(rows, block.data(), packed.padded_size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      visit(first + i, std::span(block.data() + i * packed.padded_size(), packed.size()));
    }
  });
}

// A heap of the nearest so far, the farthest of them first: hardly any of many rows gets into it.
std::vector<Neighbor> nearest(std::span<const double> squared_distances, Index count) {
  std::vector<Neighbor> found;
  found.reserve(std::min<std::size_t>(count, squared_distances.size()));
  for (std::size_t row = 0; row < squared_distances.size(); ++row) {
    const Neighbor candidate(squared_distances[row], row);
    if (std::ssize(found) == count) {
      if (!(candidate < found.front())) continue;
      std::ranges::pop_heap(found);
      found.pop_back();
    }
    found.push_back(candidate);
    std::ranges::push_heap(found);
  }
  std::ranges::sort_heap(found);
  return found;
}

void check_features(const MatrixView& samples, const MatrixView& references) {
  if (references.rows() == 0) throw InvalidInput("labeled samples: must have at least one");
  if (samples.cols() != references.cols()) {
    throw InvalidInput("samples have " + std::to_string(samples.cols()) + " features, labeled samples " +
                       std::to_string(references.cols()) + ": must be the same number");
  }
}

void check_valued(const MatrixView& samples, const MatrixView& references, const MatrixView& values) {
  check_features(samples, references);
  if (values.rows() != references.rows()) {
    throw InvalidInput("embedding has " + std::to_string(values.rows()) + " rows for " +
                       std::to_string(references.rows()) + " samples: must be the same number");
  }
}

}  // namespace sosi
