// SPDX-License-Identifier: BSD-3-Clause
#include "fit/checkpoint.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "core/fingerprint.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

std::string fingerprint(const TrainingSet& training, const FitOptions& options) {
  Fingerprint print;
  const auto add_matrix = [&](const Matrix& matrix) {
    const Index shape[] = {matrix.rows(), matrix.cols()};
    print.add_values(std::span<const Index>(shape));
    print.add_values(std::span<const double>(matrix.data(), matrix.size()));
  };
  add_matrix(training.samples);
  add_matrix(training.embedding);
  print.add_values(std::span<const int>(training.labels.values));
  for (const std::string& name : training.labels.classes) print.add_text(name);
  for (const Field<FitOptions>& field : field_table<FitOptions>()) print.add_text(field.format(options));
  return print.hex();
}

void check_state(const FitState& state, const std::string& expected, const RoundsProblem& problem,
                 const Schedule& schedule) {
  if (state.fingerprint != expected) {
    throw InvalidInput("the checkpoint is from another fit: samples, labels and options must be the same");
  }
  const RoundState& last = state.last;
  const SampleSet& samples = *problem.samples;
  std::vector<bool> is_center(samples.size(), false);
  bool is_sound = last.n_done > 0 && last.n_done < schedule.n_rounds &&
                  std::ssize(last.classification.classes) == samples.n_unlabeled() &&
                  std::ssize(last.classification.confidence) == samples.n_unlabeled() &&
                  std::ssize(last.proportions) == samples.n_classes() &&
                  last.chosen.scales.size() == problem.embedding->cols() &&
                  std::ssize(last.centers) == schedule.n_centers(last.n_done - 1);
  for (const Position center : last.centers) {
    is_sound = is_sound && center >= 0 && center < samples.size() && !is_center[center];
    if (is_sound) is_center[center] = true;
  }
  for (Index i = 0; is_sound && i < samples.n_labeled(); ++i) is_sound = last.centers[i] == i;
  for (const int of_class : last.classification.classes) {
    is_sound = is_sound && of_class >= 0 && of_class < samples.n_classes();
  }
  for (const double confidence : last.classification.confidence) is_sound = is_sound && confidence >= 0.0;
  for (const double proportion : last.proportions) is_sound = is_sound && proportion >= 0.0;
  for (const double scale : last.chosen.scales) is_sound = is_sound && scale > 0.0;
  if (!is_sound) throw InvalidInput("the checkpoint is inconsistent with this fit");
}

}  // namespace sosi
