// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/methods/rows.hpp"
#include "sosi/fit/effects.hpp"

namespace sosi {

Labeling labeling_of(const FitResult& result) {
  const Model& model = result.model;
  Labeling labeling{result.prediction.classes, {{"components", std::to_string(model.n_components())}}};
  if (model.extension().method() != kRbfExtension) return labeling;
  const RbfMap& map = model.rbf_map();
  labeling.settings.push_back(
      {"scales", short_text(map.scales().minCoeff()) + ".." + short_text(map.scales().maxCoeff())});
  labeling.settings.push_back({"centers", std::to_string(map.n_centers())});
  const KernelDiagnostics& kernel = model.diagnostics().kernel;
  if (kernel.n_shifts > 0) labeling.settings.push_back({"shifts", std::to_string(kernel.n_shifts)});
  return labeling;
}

Method sosi_method() {
  return {"sosi",
          true,
          "this method: an RBF map whose centers grow from the labeled to the unlabeled samples",
          {},
          [](TrainingSet training, const MethodOptions& options, const Execution& execution) {
            return labeling_of(fit(std::move(training), with_effects_only(options.fit), execution));
          }};
}

}  // namespace sosi
