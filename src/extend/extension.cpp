// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/extend/extension.hpp"

#include <algorithm>

#include "extend/methods.hpp"
#include "graph/row_distances.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/owned_knobs.hpp"
#include "sosi/data/samples.hpp"

namespace sosi {

const Matrix& array_named(const NamedArrays& arrays, std::string_view name) {
  for (const auto& [own, values] : arrays) {
    if (own == name) return values;
  }
  throw InvalidInput("array '" + std::string(name) + "' is missing");
}

double Extension::evaluate_one(std::span<const double> sample, std::span<double> values) const {
  ThreadPool alone(1);
  const Eigen::Map<const Matrix> row(sample.data(), 1, std::ssize(sample));
  const MapValues found = evaluate(row, alone);
  std::ranges::copy(found.values.row(0), values.begin());
  return found.squared_distances(0);
}

Matrix Extension::variances(const MatrixView& /*samples*/, ThreadPool& /*threads*/) const {
  throw InvalidInput("extension = " + std::string(method()) + ": has no variances; gp has");
}

Registry<ExtensionMethod>& extensions() {
  static Registry<ExtensionMethod> table(
      "extension", {rbf_method(), lle_method(), modified_nystrom_method(), nystrom_method(), linear_method(),
                    polynomial_method(), krr_method(), gp_method(), sparse_rkhs_method(),
                    local_similarity_method(), mds_extension_method(), sparse_grid_method(),
                    geometric_harmonics_method(), laplacian_pyramid_method()});
  return table;
}

template <>
FieldTable<ExtensionOptions> field_table<ExtensionOptions>() {
  Field<ExtensionOptions> method_field;
  method_field.name = "extension";
  method_field.accepts = extensions().names("|");
  method_field.summary =
      "how the embedding is extended to all samples; all but rbf label in one step, without rounds";
  method_field.group = "Extension";
  method_field.format = [](const ExtensionOptions& options) { return options.extension; };
  method_field.check = [accepts = method_field.accepts](const ExtensionOptions& options) {
    if (extensions().find(options.extension) == nullptr) {
      detail::reject_option("extension", options.extension, accepts);
    }
  };
  method_field.parse = [check = method_field.check](ExtensionOptions& options, std::string_view text) {
    options.extension = text;
    check(options);
  };
  FieldTable<ExtensionOptions> table = {method_field};
  for (const OwnedKnob& one : owned_knobs(extensions())) {
    if (one.owners == std::vector<std::string>{kRbfExtension}) continue;
    table.push_back(field_of(one.knob, &ExtensionOptions::extension_knobs, "Extension", one.owners));
  }
  return table;
}

FittedExtension extend(const ExtensionProblem& problem, std::string_view method, const OptionTexts& knobs,
                       ThreadPool& threads) {
  check_valued(problem.samples, problem.samples, problem.embedding->coordinates);
  check_samples(problem.samples);
  check_samples(problem.embedding->coordinates);
  return extensions().named(method).fit(problem, knobs, threads);
}

}  // namespace sosi
