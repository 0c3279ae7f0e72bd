// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/paper/experiments.hpp"

#include <algorithm>
#include <string>

#include "paper/embeddings_experiment.hpp"
#include "paper/error_experiments.hpp"
#include "paper/progress_experiment.hpp"
#include "paper/scale_experiment.hpp"
#include "paper/toy_experiment.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/suggestion.hpp"

namespace sosi {

namespace {

constexpr Experiment kExperiments[] = {
    {"toy", run_toy},
    {"embeddings", run_embeddings},
    {"yale-errors", run_yale_errors},
    {"eth-errors", run_eth_errors},
    {"coil-errors", run_coil_errors},
    {"yale-progress", run_yale_progress},
    {"scale-curves", run_scale_curves},
};

}  // namespace

std::span<const Experiment> experiments() {
  return kExperiments;
}

const Experiment& experiment_named(std::string_view name) {
  const auto* const found = std::ranges::find(kExperiments, name, &Experiment::name);
  if (found != std::end(kExperiments)) return *found;
  std::string known;
  std::vector<std::string> names = {"all"};
  for (const Experiment& experiment : kExperiments) {
    names.emplace_back(experiment.name);
    known += names.back() + ", ";
  }
  throw InvalidInput("experiment '" + std::string(name) + "': must be one of " + known + "all" +
                     did_you_mean(name, names));
}

}  // namespace sosi
