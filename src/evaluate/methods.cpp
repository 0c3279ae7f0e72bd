// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/evaluate/methods.hpp"

#include <algorithm>
#include <cstdio>

#include "evaluate/methods/rows.hpp"
#include "fit/decide.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/data/normalization.hpp"

namespace sosi {

Registry<Method>& methods() {
  static Registry<Method> table = [] {
    std::vector<Method> rows = {sosi_method()};
    for (const ExtensionMethod* extension : extensions().all()) rows.push_back(extension_method(*extension));
    for (Method& row :
         std::vector<Method>{nearest_neighbor_method(), linear_svm_method(), gaussian_svm_method(),
                             linear_discriminant_method(), krr_labels_method(), harmonic_method(),
                             label_spreading_method(), poisson_method(), lap_rls_method()}) {
      rows.push_back(std::move(row));
    }
    return Registry<Method>("method", std::move(rows));
  }();
  // Extensions that were added since.
  for (const ExtensionMethod* extension : extensions().all()) {
    if (table.find(extension->name) == nullptr) table.add(extension_method(*extension));
  }
  return table;
}

template <>
FieldTable<MethodOptions> field_table<MethodOptions>() {
  FieldTable<MethodOptions> table;
  append_fields(table, &MethodOptions::fit);
  for (const Method* method : methods().all()) {
    for (const Knob& knob : method->knobs) {
      const auto found = std::ranges::find(table, knob.name, &Field<MethodOptions>::name);
      if (found == table.end()) {
        table.push_back(field_of(knob, &MethodOptions::method_knobs, "Other methods", {method->name}));
      } else {
        found->owners.push_back(method->name);
      }
    }
  }
  return table;
}

bool concerns(const Field<MethodOptions>& option, const Method& method) {
  if (option.name == "normalize") return true;
  const bool is_embedding = option.group == "Embedding";
  if (!option.owners.empty() && !is_embedding) {
    return std::ranges::find(option.owners, method.name) != option.owners.end();
  }
  return method.uses_embedding;
}

LabeledPart labeled_part(const TrainingSet& training) {
  const Indices rows = labeled_rows(training.labels.values);
  LabeledPart part{training.samples(rows, Eigen::all), {}};
  for (const Index row : rows) part.classes.push_back(training.labels.values[row]);
  return part;
}

void normalize(TrainingSet& training, const FitOptions& options) {
  const NormalizationKind kind = decide_normalization(options.normalize, training).kind;
  learn_normalization(training.samples, kind).apply(training.samples);
}

std::vector<int> with_given(std::vector<int> predicted, const Labels& labels) {
  for (std::size_t row = 0; row < predicted.size(); ++row) {
    if (labels.values[row] != kUnlabeled) predicted[row] = labels.values[row];
  }
  return predicted;
}

std::string short_text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.4g", value);
  return buffer;
}

}  // namespace sosi
