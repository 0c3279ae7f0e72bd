// SPDX-License-Identifier: BSD-3-Clause
#include "paper/paper_settings.hpp"

#include "sosi/evaluate/splits.hpp"
#include "sosi/evaluate/text_table.hpp"

namespace sosi {

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
