// SPDX-License-Identifier: BSD-3-Clause
#include "classify/memory_estimate.hpp"

#include <algorithm>
#include <string>

#include "sosi/core/errors.hpp"
#include "sosi/core/memory.hpp"

namespace sosi {

std::size_t predict_fit_memory(const Partition& partition, Index n_features, Index n_components,
                               const FitOptions& options) {
  const auto n_rows = static_cast<double>(partition.position.size());
  const auto n_labeled = static_cast<double>(partition.labeled.size());
  const auto n_unlabeled = static_cast<Index>(partition.unlabeled.size());
  const auto n = n_labeled + static_cast<double>(n_unlabeled);
  const auto features = static_cast<double>(n_features);
  const auto d = static_cast<double>(n_components);
  const ProgressiveOptions& loop = options.progressive;
  const double centers = n_labeled + static_cast<double>(n_unlabeled_centers(
                                         loop, loop.rounds - 1, static_cast<Index>(n_labeled), n_unlabeled));
  const bool searches = options.scale.scale.rule != ScaleRule::fixed;
  const double searched = !searches ? 0.0 : (loop.refit_scale ? centers : n_labeled);

  const double always = n_rows * features + n * n;  // samples, squared distances
  const double round =
      centers * centers + (6.0 * n + 4.0 * centers) * d;  // factor, coordinates, coefficients
  const double search = 4.0 * searched * searched + 2.0 * searched * (features + d);
  const double finished = 2.0 * centers * features;  // the map's own centers
  const double doubles = always + std::max({round, search, finished});
  constexpr double kProgram = 24.0 * 1024 * 1024;  // code, libraries, BLAS's buffers
  return static_cast<std::size_t>(8.0 * doubles + kProgram);
}

void check_memory(std::size_t predicted, const Execution& execution) {
  const std::size_t allowed = execution.max_memory.value_or(available_memory());
  if (predicted <= allowed) return;
  throw MemoryRefused("the fit needs about " + format_bytes(predicted) + " of memory, " +
                      format_bytes(allowed) +
                      (execution.max_memory ? " are allowed (max_memory)" : " are available") +
                      ": fewer samples or a smaller max_centers would fit");
}

}  // namespace sosi
