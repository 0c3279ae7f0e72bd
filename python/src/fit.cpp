// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/fit/fit.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "runs.hpp"
#include "sosi/data/samples.hpp"
#include "sosi/fit/study.hpp"
#include "sosi/io/atomic_file.hpp"
#include "sosi/io/checkpoint_file.hpp"

namespace sosi::python {

namespace {

// What is fitted: samples, their classes, and coordinates of the labeled ones where there are any.
struct TrainingIn {
  MatrixIn samples;
  CodesIn codes;
  std::vector<std::string> classes;
  std::optional<MatrixIn> embedding;
  std::vector<std::string> columns;                    // names of the features; empty: they have none
  std::optional<std::pair<Index, Index>> image_shape;  // height and width, where they are images

  Labels labels() const {
    const std::span<const int> values = span_of(codes);
    return {{values.begin(), values.end()}, classes};
  }

  // Everything but the samples.
  TrainingSet without_samples() const {
    TrainingSet rest{{}, labels(), {}, {}, image_shape.has_value()};
    if (image_shape) rest.image_size = ImageSize{image_shape->first, image_shape->second};
    if (embedding) rest.embedding = view(*embedding);
    for (const std::string& name : columns) rest.columns.push_back({name});
    return rest;
  }
};

// The files that a fit writes its state to and reads it from.
FitHooks hooks_of(const std::optional<std::string>& checkpoint, const std::optional<std::string>& resume) {
  FitHooks hooks;
  if (resume) hooks.resume = std::make_shared<const FitState>(load_checkpoint(*resume));
  if (checkpoint) {
    check_writable(*checkpoint);
    hooks.checkpoint = [path = *checkpoint](const FitState& state) { save_checkpoint(state, path); };
  }
  return hooks;
}

FitResult fit_samples(const TrainingIn& training, const OptionTexts& texts, const RunSettings& settings) {
  FitOptions options = parse_options<FitOptions>(texts);
  TrainingSet rest = training.without_samples();
  // The one copy of the samples is the fit's own, made in its thread.
  return run(settings, std::any(training.samples),
             [x = view(training.samples), options, rest = std::move(rest), checkpoint = settings.checkpoint,
              resume = settings.resume](const Execution& how) mutable {
               rest.samples = x;
               return fit(std::move(rest), options, how, hooks_of(checkpoint, resume));
             });
}

// For every labeled row, the row of the model's embedding that is its own: equal samples share one.
std::vector<int> labeled_positions(const Model& model, const TrainingIn& training) {
  Matrix samples = view(training.samples);
  model.normalization().apply(samples);
  Labels labels = training.labels();
  FitOptions options;
  set_option(options, "conflicts", model.options().at("conflicts"));
  if (options.conflicts == LabelConflicts::unlabel) unlabel_conflicts(samples, labels);
  const Partition partition = partition_rows(samples, labels);
  std::vector<int> positions;
  for (const Index row : labeled_rows(labels.values)) {
    positions.push_back(static_cast<int>(partition.position[row]));
  }
  return positions;
}

nb::list history_of(const FitResult& result) {
  nb::list rounds;
  for (const RoundSummary& summary : result.report.rounds) {
    nb::dict round;
    round["n_centers"] = summary.n_centers;
    round["n_changed"] = summary.n_changed;
    round["mean_confidence"] = summary.mean_confidence;
    round["median_confidence"] = summary.median_confidence;
    round["seconds"] = summary.seconds;
    rounds.append(round);
  }
  return rounds;
}

// Scales, the same absolute, and a row for each with a value per dimension.
nb::tuple scan_samples(const TrainingIn& training, const std::vector<double>& scales,
                       const OptionTexts& texts, const RunSettings& settings) {
  const FitOptions options = parse_options<FitOptions>(texts);
  TrainingSet rest = training.without_samples();
  const ScaleValues values = scales.empty() ? scale_grid() : ScaleValues{scales, false};
  const ScanResult result = run(
      settings, std::any(training.samples),
      [x = view(training.samples), options, values, rest = std::move(rest)](const Execution& how) mutable {
        rest.samples = x;
        return scan(std::move(rest), values, {}, options, how);
      });
  const auto n = static_cast<Index>(result.points.size());
  const Index d = n > 0 ? result.points[0].gradient.size() : 0;
  std::vector<double> absolute;
  for (const ScalePoint& point : result.points) absolute.push_back(point.scale);
  Matrix gradient(n, d);
  Matrix separation(n, d);
  Matrix leave_one_out(n, d);
  for (Index i = 0; i < n; ++i) {
    gradient.row(i) = result.points[i].gradient;
    separation.row(i) = result.points[i].separation;
    leave_one_out.row(i) = result.points[i].leave_one_out;
  }
  return nb::make_tuple(array_of(std::vector<double>(values.numbers)), array_of(std::move(absolute)),
                        array_of(std::move(gradient)), array_of(std::move(separation)),
                        array_of(std::move(leave_one_out)));
}

}  // namespace

void bind_fit(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<TrainingIn>(m, "Training", "Samples to fit; codes are classes counted from 0, or -1.")
      .def(
          "__init__",
          [](TrainingIn* self, MatrixIn samples, CodesIn codes, std::vector<std::string> classes,
             std::optional<MatrixIn> embedding, std::vector<std::string> columns,
             std::optional<std::pair<Index, Index>> image_shape) {
            new (self) TrainingIn{std::move(samples),   std::move(codes),   std::move(classes),
                                  std::move(embedding), std::move(columns), image_shape};
          },
          nb::arg("samples").noconvert(), nb::arg("codes").noconvert(), "classes"_a,
          "embedding"_a = nb::none(), "columns"_a = std::vector<std::string>(), "image_shape"_a = nb::none());
  nb::class_<FitResult>(m, "FitResult")
      .def_ro("model", &FitResult::model)
      .def_prop_ro(
          "classes", [](const FitResult& r) { return array_of(std::vector<int>(r.prediction.classes)); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "confidence",
          [](const FitResult& r) { return array_of(std::vector<double>(r.prediction.confidence)); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "probability",
          [](const FitResult& r) { return array_of(std::vector<double>(r.prediction.probability)); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "class_probabilities",
          [](const FitResult& r) { return array_of(Matrix(r.prediction.class_probabilities)); },
          nb::rv_policy::automatic)
      .def_prop_ro("error_interval",
                   [](const FitResult& r) -> std::optional<std::pair<double, double>> {
                     const auto& interval = r.report.error_interval;
                     if (!interval) return std::nullopt;
                     return std::pair(interval->low, interval->high);
                   })
      .def_prop_ro("notes", [](const FitResult& r) { return r.report.notes; })
      .def_prop_ro("decisions", [](const FitResult& r) { return r.report.decisions; })
      .def_prop_ro("scale_weights",
                   [](const FitResult& r) {
                     const Vector& weights = r.report.scale_weights;
                     return std::vector<double>(weights.begin(), weights.end());
                   })
      .def_prop_ro("history", history_of)
      .def_prop_ro("device", [](const FitResult& r) { return r.report.device; })
      .def_prop_ro("seconds", [](const FitResult& r) { return r.report.total_seconds; })
      .def_prop_ro("predicted_memory", [](const FitResult& r) { return r.report.predicted_memory; });
  m.def("fit", fit_samples, "training"_a, "options"_a, "settings"_a);
  m.def("scan", scan_samples, "training"_a, "scales"_a, "options"_a, "settings"_a);
  m.def("labeled_positions", labeled_positions, "model"_a, "training"_a);
}

}  // namespace sosi::python
