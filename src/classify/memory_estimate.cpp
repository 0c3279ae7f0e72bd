// SPDX-License-Identifier: BSD-3-Clause
#include "classify/memory_estimate.hpp"

#include <algorithm>
#include <string>

#include "embed/eigenproblem.hpp"
#include "interpolate/kernel_system.hpp"
#include "interpolate/scale_criteria.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/memory.hpp"

namespace sosi {

namespace {

// A symmetric matrix of which only the lower triangle is touched, page by page.
double lower_triangle(double n) {
  constexpr double kPage = 512.0;  // doubles
  return n * n / 2.0 + n * kPage / 2.0;
}

// Of the search for the scales: the centers' samples, coordinates and distances, and for each system at work
// its factor, the factor's inverse, the kernel and a gradient.
double search_doubles(double centers, const FitSize& size) {
  const auto features = static_cast<double>(size.n_features);
  const double reduced = std::min(centers, features);
  const double shared = centers * (features + reduced + centers);
  const double system = lower_triangle(centers) + 2.0 * centers * centers + 3.0 * centers * reduced;
  return shared + system * (centers <= static_cast<double>(kParallelScanLimit) ? size.n_threads : 1);
}

// Of the embedding: the edges of both graphs as lists and as sparse matrices, and the dense eigenproblem's
// matrices.
double embedding_doubles(const FitSize& size, const EmbeddingOptions& options) {
  if (options.embedding == EmbeddingMethod::precomputed) return 0.0;
  const auto n = static_cast<double>(size.n_labeled);
  const double neighbors = options.graph.n_neighbors_within + options.graph.n_neighbors_between;
  const double edges =
      options.graph.neighborhood == Neighborhood::knn ? std::min(2.0 * neighbors * n, n * n) : 0.5 * n * n;
  constexpr double kDoublesPerEdge = 6.0;
  constexpr double kDenseMatrices = 2.5;
  const double dense = size.n_labeled <= kDenseEigenLimit ? kDenseMatrices * n * n : 0.0;
  return dense + kDoublesPerEdge * edges;
}

}  // namespace

std::size_t predict_fit_memory(const FitSize& size, const FitOptions& options) {
  const auto n_labeled = static_cast<double>(size.n_labeled);
  const double n = n_labeled + static_cast<double>(size.n_unlabeled);
  const auto features = static_cast<double>(size.n_features);
  const auto d = static_cast<double>(size.n_components);
  const ProgressiveOptions& loop = options.progressive;
  const double centers = n_labeled + static_cast<double>(n_unlabeled_centers(
                                         loop, loop.rounds - 1, size.n_labeled, size.n_unlabeled));

  const double always = static_cast<double>(size.n_rows) * features + n * n;  // samples, squared distances
  const double factor = lower_triangle(centers) + centers * static_cast<double>(kTile);
  const double round = factor + (6.0 * n + 4.0 * centers) * d;
  const double finished = centers * features;  // the map's own centers
  double search = 0.0;
  if (options.scale.scale.rule != ScaleRule::fixed) {
    search = search_doubles(loop.refit_scale ? centers : n_labeled, size);
  }
  constexpr double kProgram = 12.0 * 1024 * 1024;  // code, libraries, BLAS's buffers
  const double doubles =
      always + std::max({embedding_doubles(size, options.embedding), round, search, finished});
  return static_cast<std::size_t>(8.0 * doubles + kProgram);
}

void check_memory(std::size_t predicted, const Execution& execution) {
  const std::size_t allowed = execution.max_memory.value_or(available_memory());
  if (predicted <= allowed) return;
  throw MemoryRefused("this needs about " + format_bytes(predicted) + " of memory, " + format_bytes(allowed) +
                      (execution.max_memory ? " are allowed (max_memory)" : " are available") +
                      ": fewer samples or a smaller max_centers would fit");
}

}  // namespace sosi
