// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/evaluate/methods.hpp"

#include <algorithm>

#include "sosi/core/errors.hpp"
#include "sosi/data/normalization.hpp"

namespace sosi {

namespace {

std::string text_of(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.4g", value);
  return buffer;
}

// The labeled rows alone.
struct LabeledPart {
  Matrix samples;
  std::vector<int> classes;
};

LabeledPart labeled_part(const TrainingSet& training) {
  const Indices rows = labeled_rows(training.labels.values);
  LabeledPart part{training.samples(rows, Eigen::all), {}};
  for (const Index row : rows) part.classes.push_back(training.labels.values[row]);
  return part;
}

void normalize(TrainingSet& training, const FitOptions& options) {
  learn_normalization(training.samples, options.normalize).apply(training.samples);
}

// The predicted classes, with the given labels kept.
std::vector<int> with_given(std::vector<int> predicted, const Labels& labels) {
  for (std::size_t row = 0; row < predicted.size(); ++row) {
    if (labels.values[row] != kUnlabeled) predicted[row] = labels.values[row];
  }
  return predicted;
}

Labeling label_by_sosi(TrainingSet training, const MethodOptions& options, const Execution& execution) {
  FitResult result = fit(std::move(training), options.fit, execution);
  const Vector& scales = result.model.map.scales();
  Labeling labeling{std::move(result.classification.classes),
                    {{"components", std::to_string(scales.size())},
                     {"scales", text_of(scales.minCoeff()) + ".." + text_of(scales.maxCoeff())},
                     {"centers", std::to_string(result.model.map.n_centers())}}};
  const KernelDiagnostics& kernel = result.model.diagnostics.kernel;
  if (kernel.n_shifts > 0) labeling.settings.push_back({"shifts", std::to_string(kernel.n_shifts)});
  return labeling;
}

// Round 0 alone.
Labeling label_by_rbf(TrainingSet training, const MethodOptions& options, const Execution& execution) {
  MethodOptions first_round = options;
  first_round.fit.progressive.rounds = 1;
  return label_by_sosi(std::move(training), first_round, execution);
}

// The labeled samples' embedding, carried over to all rows by `extend`, and the nearest labeled one there.
template <class Extend>
std::vector<int> label_by_extension(TrainingSet training, const FitOptions& options,
                                    const Execution& execution, Extend extend) {
  ThreadPool threads(execution.n_threads, execution.stop);
  normalize(training, options);
  const LabeledPart labeled = labeled_part(training);
  FitOptions of_normalized = options;
  of_normalized.normalize = NormalizationKind::none;
  const Matrix coordinates = embed_labeled(
      {labeled.samples, {labeled.classes, training.labels.classes}, {}, {}}, of_normalized, execution);
  const Matrix extended = extend(EmbeddedSamples{labeled.samples, coordinates}, training.samples, threads);
  return with_given(classify_nearest(extended, coordinates, labeled.classes, threads).classes,
                    training.labels);
}

Labeling label_by_lle(TrainingSet training, const MethodOptions& options, const Execution& execution) {
  const auto extend = [&](const EmbeddedSamples& embedded, const Matrix& samples, ThreadPool& threads) {
    return extend_by_lle(embedded, samples, options.lle, threads);
  };
  return {label_by_extension(std::move(training), options.fit, execution, extend),
          {{"neighbors", std::to_string(options.lle.lle_neighbors)}}};
}

Labeling label_by_nystrom(TrainingSet training, const MethodOptions& options, const Execution& execution) {
  const auto extend = [&](const EmbeddedSamples& embedded, const Matrix& samples, ThreadPool& threads) {
    return extend_by_nystrom(embedded, samples, options.nystrom, threads);
  };
  return {label_by_extension(std::move(training), options.fit, execution, extend),
          {{"heat", OptionText<std::optional<double>>::format(options.nystrom.nystrom_heat)}}};
}

Labeling label_by_neighbor(TrainingSet training, const MethodOptions& options, const Execution& execution) {
  ThreadPool threads(execution.n_threads, execution.stop);
  normalize(training, options.fit);
  const LabeledPart labeled = labeled_part(training);
  return {with_given(classify_nearest(training.samples, labeled.samples, labeled.classes, threads).classes,
                     training.labels),
          {}};
}

Labeling label_by_svm(TrainingSet training, MethodOptions options, SvmKernel kernel,
                      const Execution& execution) {
  ThreadPool threads(execution.n_threads, execution.stop);
  normalize(training, options.fit);
  const LabeledPart labeled = labeled_part(training);
  options.svm.kernel = kernel;
  SvmResult result =
      classify_by_svm({labeled.samples, labeled.classes}, training.samples, options.svm, threads);
  Labeling labeling{with_given(std::move(result.classes), training.labels), {{"cost", text_of(result.cost)}}};
  if (kernel == SvmKernel::gaussian) labeling.settings.push_back({"width", text_of(result.width)});
  if (result.n_held_out > 0) {
    labeling.settings.push_back({"cv_error", text_of(result.cross_validation_error)});
  }
  return labeling;
}

Labeling label_by_linear_svm(TrainingSet training, const MethodOptions& options, const Execution& execution) {
  return label_by_svm(std::move(training), options, SvmKernel::linear, execution);
}

Labeling label_by_gaussian_svm(TrainingSet training, const MethodOptions& options,
                               const Execution& execution) {
  return label_by_svm(std::move(training), options, SvmKernel::gaussian, execution);
}

Labeling label_by_harmonic(TrainingSet training, const MethodOptions& options, const Execution& execution) {
  ThreadPool threads(execution.n_threads, execution.stop);
  normalize(training, options.fit);
  HarmonicResult result =
      classify_by_harmonic(training.samples, training.labels.values, options.harmonic, threads);
  Labeling labeling{std::move(result.classes),
                    {{"neighbors", std::to_string(result.n_neighbors)}, {"heat", text_of(result.heat)}}};
  if (result.n_held_out > 0) {
    labeling.settings.push_back({"cv_error", text_of(result.cross_validation_error)});
  }
  if (!result.unreached.empty()) {
    labeling.settings.push_back({"unreached", std::to_string(result.unreached.size())});
  }
  return labeling;
}

template <class Options>
void append_names(std::vector<std::string>& names) {
  for (const Field<Options>& knob : field_table<Options>()) names.push_back(knob.name);
}

// The knobs of a fit and of some more options.
template <class... Options>
std::vector<std::string> fit_knobs_and() {
  std::vector<std::string> names;
  append_names<FitOptions>(names);
  (append_names<Options>(names), ...);
  return names;
}

// Of the knobs of a fit only how samples are normalized, and those of some more options.
template <class... Options>
std::vector<std::string> normalize_and() {
  std::vector<std::string> names = {"normalize"};
  (append_names<Options>(names), ...);
  return names;
}

constexpr Method kMethods[] = {
    {"sosi", true, "this method: an RBF map grown from the labeled to the unlabeled samples", label_by_sosi,
     fit_knobs_and<>},
    {"rbf", true, "an RBF map of the labeled samples alone", label_by_rbf, fit_knobs_and<>},
    {"lle", true, "locally linear weights of the nearest labeled samples", label_by_lle,
     fit_knobs_and<LleOptions>},
    {"nystrom", true, "Gaussian weights of all labeled samples", label_by_nystrom,
     fit_knobs_and<NystromOptions>},
    {"nn", false, "the nearest labeled sample", label_by_neighbor, normalize_and<>},
    {"svm-linear", false, "a linear support vector machine", label_by_linear_svm, normalize_and<SvmOptions>},
    {"svm-gaussian", false, "a support vector machine with a Gaussian kernel", label_by_gaussian_svm,
     normalize_and<SvmOptions>},
    {"harmonic", false, "the harmonic function on the graph of all samples", label_by_harmonic,
     normalize_and<HarmonicOptions>},
};

}  // namespace

template <>
const FieldTable<MethodOptions>& field_table<MethodOptions>() {
  static const FieldTable<MethodOptions> table = [] {
    FieldTable<MethodOptions> fields;
    append_fields(fields, &MethodOptions::fit);
    append_fields(fields, &MethodOptions::lle);
    append_fields(fields, &MethodOptions::nystrom);
    append_fields(fields, &MethodOptions::svm);
    append_fields(fields, &MethodOptions::harmonic);
    return fields;
  }();
  return table;
}

std::span<const Method> methods() {
  return kMethods;
}

const Method& method_named(std::string_view name) {
  const auto* const found = std::ranges::find(kMethods, name, &Method::name);
  if (found != std::end(kMethods)) return *found;
  std::string known;
  for (const Method& method : kMethods) known += (known.empty() ? "" : ", ") + std::string(method.name);
  throw InvalidInput("method '" + std::string(name) + "': must be one of " + known);
}

}  // namespace sosi
