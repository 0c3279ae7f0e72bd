// SPDX-License-Identifier: BSD-3-Clause
#include "paper/paper_settings.hpp"

#include <algorithm>

#include "sosi/core/errors.hpp"
#include "sosi/evaluate/splits.hpp"

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
  for (const Experiment& experiment : kExperiments) known += std::string(experiment.name) + ", ";
  throw InvalidInput("experiment '" + std::string(name) + "': must be one of " + known + "all");
}

std::filesystem::path ExperimentContext::file(std::string_view name, std::string_view suffix) const {
  return out / (std::string(name) + std::string(suffix));
}

FitOptions paper_options(EmbeddingMethod embedding, int n_components) {
  FitOptions options;
  options.embedding.embedding = embedding;
  options.embedding.n_components = n_components;
  options.embedding.between_weight = 0.01;
  options.scale.scale.rule =
      embedding == EmbeddingMethod::laplacian ? ScaleRule::regularizer : ScaleRule::ratio;
  options.progressive.rounds = 10;
  options.progressive.selection = Selection::confidence;
  options.progressive.labeler = Labeler::map;
  options.normalize = NormalizationKind::none;
  return options;
}

TrainingSet paper_split(const TrainingSet& known, int per_class, int split) {
  TrainingSet training = known;
  training.labels.values = keep_labels(known.labels.values, per_class, split_seed(kPaperSeed, split));
  return training;
}

std::string name_of(EmbeddingMethod embedding) {
  return OptionText<EmbeddingMethod>::format(embedding);
}

std::string percent_text(double share) {
  return fixed_text(100.0 * share, 1) + " %";
}

}  // namespace sosi
