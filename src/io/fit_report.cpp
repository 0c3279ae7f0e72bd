// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/fit_report.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include "io/bytes/text.hpp"
#include "io/report_json.hpp"
#include "io/theory_json.hpp"
#include "kernel/gaussian_sum.hpp"
#include "sosi/core/instruction_set.hpp"
#include "sosi/core/memory.hpp"
#include "sosi/core/version.hpp"
#include "sosi/fit/fit_options.hpp"

namespace sosi {

namespace {

using Json = ReportJson;

// Text that is exactly a number or a truth value becomes one.
Json typed(const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  if (const auto whole = OptionText<int>::parse(text); whole && OptionText<int>::format(*whole) == text)
    return *whole;
  if (const auto number = OptionText<double>::parse(text); number && std::isfinite(*number)) return *number;
  return text;
}

// Class names as JSON: whole numbers when all of them are.
std::vector<Json> class_values(const std::vector<std::string>& classes) {
  const bool whole = std::ranges::all_of(classes, [](const std::string& name) {
    const auto value = OptionText<int>::parse(name);
    return value && OptionText<int>::format(*value) == name;
  });
  std::vector<Json> values;
  for (const std::string& name : classes) values.push_back(whole ? typed(name) : Json(name));
  return values;
}

Json options_json(const OptionTexts& options) {
  Json all;
  for (const Field<FitOptions>& field : field_table<FitOptions>()) {
    const auto found = options.find(field.name);
    if (found != options.end()) all[field.name] = typed(found->second);
  }
  return all;
}

Json diagnostics_json(const Diagnostics& diagnostics) {
  return {{"shifts", diagnostics.kernel.n_shifts},
          {"largest_shift", diagnostics.kernel.largest_shift},
          {"condition", number_or_inf(diagnostics.kernel.condition)},
          {"interpolation_error", number_or_inf(diagnostics.kernel.interpolation_error)},
          {"duplicates", diagnostics.n_duplicates},
          {"scales_bounded", diagnostics.n_scales_bounded},
          {"scales_undecided", diagnostics.n_scales_undecided}};
}

Json calibration_json(const Calibration& calibration) {
  return {{"temperature", calibration.temperature}, {"support", number_or_inf(calibration.support)}};
}

Json model_json(const Model& model) {
  Json all;
  all["sosi"] = kVersion;
  all["classes"] = class_values(model.classes());
  all["extension"] = model.extension().method();
  all["n_features"] = model.n_features();
  all["n_components"] = model.n_components();
  all["n_labeled"] = model.embedding().rows();
  if (model.extension().method() == kRbfExtension) {
    const RbfMap& map = model.rbf_map();
    all["n_centers"] = map.n_centers();
    all["scales"] = std::vector<double>(map.scales().begin(), map.scales().end());
    all["n_scale_groups"] = group_scales(map.scales()).size();
    all["remembers_fit"] = model.center_probabilities().rows() > 0;
  }
  all["calibration"] = calibration_json(model.calibration());
  if (const auto image = model.image_size()) {
    all["image"] = {{"height", image->height}, {"width", image->width}};
  }
  return all;
}

Json search_json(const FitReport& report) {
  Json members = Json::array();
  for (const SearchRun& member : report.search) {
    members.push_back({{"embedding", member.embedding},
                       {"scale", member.scale},
                       {"n_scales", member.n_scales},
                       {"selection", OptionText<Selection>::format(member.selection)},
                       {"quota_weight", member.quota_weight},
                       {"labeler", OptionText<Labeler>::format(member.labeler)},
                       {"inconsistency", member.inconsistency},
                       {"weight", member.weight},
                       {"disagreement", member.disagreement}});
  }
  return members;
}

Json rounds_json(const FitReport& report) {
  Json rounds = Json::array();
  for (const RoundSummary& round : report.rounds) {
    rounds.push_back({{"centers", round.n_centers},
                      {"changed_labels", round.n_changed},
                      {"mean_confidence", round.mean_confidence},
                      {"median_confidence", number_or_inf(round.median_confidence)},
                      {"seconds", round.seconds}});
  }
  return rounds;
}

// Labels are those of these rows, in this order.
Json rows_json(const InputRows& input, std::size_t n_rows) {
  Json all;
  std::vector<Index> rows(input.rows.begin(), input.rows.end());
  for (std::size_t i = rows.size(); i < n_rows; ++i) rows.push_back(static_cast<Index>(i));
  all["rows"] = rows;
  if (!input.ids.empty()) {
    all["id"] = {{"name", input.id_name},
                 {"values", std::vector<std::string>(input.ids.begin(), input.ids.end())}};
  }
  if (input.files.empty()) return all;
  all["files"] = Json::array();
  for (const std::string& name : input.files) all["files"].push_back(io::escaped_name(name));
  all["skipped"] = Json::array();
  for (const SkippedFile& file : input.skipped) {
    all["skipped"].push_back({{"file", io::escaped_name(file.name)}, {"reason", file.reason}});
  }
  return all;
}

Json labels_json(const FitResult& result, const Labels& given) {
  const Prediction& found = result.prediction;
  const std::vector<Json> classes = class_values(result.model.classes());
  Json labels = Json::array();
  Json confidence = Json::array();
  Json probability = Json::array();
  for (std::size_t row = 0; row < given.values.size(); ++row) {
    const bool is_given = given.values[row] != kUnlabeled;
    labels.push_back(found.classes[row] == kUnlabeled ? Json() : classes[found.classes[row]]);
    confidence.push_back(is_given ? Json() : number_or_inf(found.confidence[row]));
    probability.push_back(is_given ? Json() : Json(found.probability[row]));
  }
  const std::optional<double> error = expected_error(found, given.values);
  const std::optional<ErrorInterval>& interval = result.report.error_interval;
  return {{"labels", std::move(labels)},
          {"confidence", std::move(confidence)},
          {"probability", std::move(probability)},
          {"expected_error", error ? Json(*error) : Json()},
          {"expected_error_interval", interval ? Json{interval->low, interval->high} : Json()}};
}

}  // namespace

void write_fit_report(std::ostream& out, const FitResult& result, const Labels& given, const InputRows& input,
                      const ReportDetails& details) {
  Json all = model_json(result.model);
  all.update(rows_json(input, given.values.size()));
  all.update(labels_json(result, given));
  all.update(theory_json(result.model, details));
  all["rounds"] = rounds_json(result.report);
  all["notes"] = result.report.notes;
  all["decisions"] = result.report.decisions;
  all["hold_out_trial"] = {{"held_out", result.report.trial.n_held_out},
                           {"correct", result.report.trial.n_found}};
  all["candidates"] = search_json(result.report);
  all["predicted_search_work"] = result.report.search_work;
  for (const StageTime& stage : result.report.stages) all["seconds"][stage.stage] = stage.seconds;
  all["seconds"]["total"] = result.report.total_seconds;
  for (const StageTime& stage : result.report.stages) {
    if (stage.work > 0.0) all["counted_work"][stage.stage] = stage.work;
  }
  all["peak_memory_bytes"] = peak_memory();
  all["predicted_memory_bytes"] = result.report.predicted_memory;
  all["plan"] = result.report.plan;
  all["device"] = result.report.device;
  all["instruction_set"] = instruction_set_name();
  all["determinism"] = result.report.determinism;
  all["diagnostics"] = diagnostics_json(result.model.diagnostics());
  all["options"] = options_json(result.model.options());
  out << all.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void write_model_report(std::ostream& out, const Model& model, const ReportDetails& details) {
  Json all = model_json(model);
  all.update(theory_json(model, details));
  all["diagnostics"] = diagnostics_json(model.diagnostics());
  all["options"] = options_json(model.options());
  out << all.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace sosi
