// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/evaluate/comparison.hpp"

#include <algorithm>
#include <set>

#include "sosi/core/errors.hpp"
#include "sosi/fit/effects.hpp"

namespace sosi {

namespace {

double percent(double share) {
  return 100.0 * share;
}

std::string cell_text(const std::vector<double>& errors) {
  const Spread spread = spread_of(errors);
  const std::string mean = fixed_text(percent(spread.mean), 1);
  return spread.n < 2 ? mean : mean + " ± " + fixed_text(percent(spread.deviation), 1);
}

// The errors with the lowest mean among those of one label count; null when there are none.
const std::vector<double>* best_errors(std::span<const MethodErrors> methods, int labeled_per_class) {
  const std::vector<double>* best = nullptr;
  for (const MethodErrors& method : methods) {
    const auto found = method.errors.find(labeled_per_class);
    if (found == method.errors.end()) continue;
    if (best == nullptr || spread_of(found->second).mean < spread_of(*best).mean) best = &found->second;
  }
  return best;
}

Emphasis emphasis_of(const std::vector<double>& errors, const std::vector<double>& best) {
  if (spread_of(errors).mean <= spread_of(best).mean) return Emphasis::best;
  const bool is_near = errors.size() == best.size() && paired_p_value(errors, best) >= kSignificance;
  return is_near ? Emphasis::near_best : Emphasis::none;
}

std::set<int> label_counts(std::span<const MethodErrors> methods) {
  std::set<int> counts;
  for (const MethodErrors& method : methods) {
    for (const auto& [count, errors] : method.errors) counts.insert(count);
  }
  return counts;
}

Curve curve_of(const MethodErrors& method, double samples_per_class, LabelAxis axis) {
  Curve curve{method.method, {}, {}, {}};
  for (const auto& [count, errors] : method.errors) {
    const Spread spread = spread_of(errors);
    curve.x.push_back(axis == LabelAxis::labeled_per_class ? count : count / (samples_per_class - count));
    curve.y.push_back(percent(spread.mean));
    curve.deviation.push_back(percent(spread.deviation));
  }
  return curve;
}

// What a run is told and heeds.
bool has_effect(const Field<MethodOptions>& option, const PlannedRun& run) {
  if (!concerns(option, *run.method)) return false;
  const FieldTable<FitOptions> of_fit = field_table<FitOptions>();
  const Field<FitOptions>* const found = find_field(of_fit, option.name);
  return run.method->name != "sosi" || found == nullptr || obstacle_to(*found, run.options.fit).empty();
}

}  // namespace

std::vector<PlannedRun> all_combinations(const ComparisonOptions& comparison, const MethodOptions& options) {
  std::vector<PlannedRun> runs;
  for (const Method* method : comparison.methods) {
    for (const std::optional<std::string>& embedding : comparison.embeddings) {
      // A method without an embedding runs once.
      if (!method->uses_embedding && embedding != comparison.embeddings.front()) continue;
      for (const int count : comparison.labeled_per_class) {
        for (int split = 0; split < comparison.repeats; ++split) {
          PlannedRun run{method, count, split, options};
          run.options.fit.embedding = embedding;
          runs.push_back(run);
        }
      }
    }
  }
  return runs;
}

void refuse_without_effect(std::span<const PlannedRun> runs, const MethodOptions& options) {
  const MethodOptions standard;
  for (const Field<MethodOptions>& option : field_table<MethodOptions>()) {
    const std::string text = option.format(options);
    if (text == option.format(standard)) continue;
    if (std::ranges::any_of(runs, [&](const PlannedRun& run) { return has_effect(option, run); })) continue;
    throw InvalidInput(option.name + " = " + text + ": has no effect on any of the methods compared");
  }
}

std::string MethodErrors::title() const {
  return embedding.empty() ? method : method + ", " + embedding;
}

std::vector<MethodErrors> errors_by_method(std::span<const FinishedRun> runs) {
  std::vector<MethodErrors> methods;
  for (const FinishedRun& run : runs) {
    auto found = std::ranges::find_if(methods, [&](const MethodErrors& method) {
      return method.method == run.key.method && method.embedding == run.key.embedding;
    });
    if (found == methods.end()) {
      methods.push_back({run.key.method, run.key.embedding, {}});
      found = methods.end() - 1;
    }
    found->errors[run.key.labeled_per_class].push_back(run.error);
  }
  return methods;
}

TextTable error_table(std::span<const MethodErrors> methods) {
  const std::set<int> counts = label_counts(methods);
  TextTable table{{"error in %, by labels per class"}, {}};
  for (const int count : counts) table.headings.push_back(std::to_string(count));
  for (const MethodErrors& method : methods) {
    auto& line = table.lines.emplace_back();
    line.push_back({method.title()});
    for (const int count : counts) {
      const auto found = method.errors.find(count);
      if (found == method.errors.end()) {
        line.push_back({""});
        continue;
      }
      line.push_back({cell_text(found->second), emphasis_of(found->second, *best_errors(methods, count))});
    }
  }
  return table;
}

CurvesFigure error_figure(std::span<const MethodErrors> methods, double samples_per_class, LabelAxis axis) {
  std::vector<std::string> embeddings;
  for (const MethodErrors& method : methods) {
    if (!method.embedding.empty() && std::ranges::find(embeddings, method.embedding) == embeddings.end())
      embeddings.push_back(method.embedding);
  }
  if (embeddings.empty()) embeddings.emplace_back();
  CurvesFigure figure;
  figure.n_columns = static_cast<int>(embeddings.size());
  for (const std::string& embedding : embeddings) {
    CurvePanel panel;
    panel.title = embedding.empty() ? "" : embedding + " embedding";
    panel.x_label =
        axis == LabelAxis::labeled_per_class ? "labeled samples per class" : "labeled / unlabeled samples";
    panel.y_label = "error (%)";
    for (const MethodErrors& method : methods) {
      if (method.embedding.empty() || method.embedding == embedding)
        panel.curves.push_back(curve_of(method, samples_per_class, axis));
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

}  // namespace sosi
