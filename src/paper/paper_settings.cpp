// SPDX-License-Identifier: BSD-3-Clause
#include "paper/paper_settings.hpp"

#include "sosi/evaluate/splits.hpp"
#include "sosi/evaluate/text_table.hpp"

namespace sosi {

FitOptions paper_options(const std::string& embedding, int n_components) {
  FitOptions options;
  options.embedding = embedding;
  options.n_components = n_components;
  set_option(options, "between_weight", "0.01");
  options.scale.rule = embedding == "laplacian" ? ScaleRule::regularizer : ScaleRule::ratio;
  options.rounds = 10;
  options.selection = Selection::confidence;
  options.labeler = Labeler::map;
  options.normalize = NormalizationKind::none;
  return options;
}

TrainingSet paper_split(const TrainingSet& known, int per_class, int split) {
  TrainingSet training = known;
  training.labels.values = keep_labels(known.labels.values, per_class, split_seed(kPaperSeed, split));
  return training;
}

std::string percent_text(double share) {
  return fixed_text(100.0 * share, 1) + " %";
}

}  // namespace sosi
