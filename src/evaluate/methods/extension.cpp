// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "evaluate/methods/rows.hpp"
#include "sosi/fit/effects.hpp"

namespace sosi {

Method extension_method(const ExtensionMethod& extension) {
  return {extension.name,
          true,
          extension.summary,
          {},
          [&extension](TrainingSet training, const MethodOptions& options, const Execution& execution) {
            FitOptions one_step = options.fit;
            one_step.rounds = 1;
            one_step.extension = extension.name;
            one_step = with_effects_only(one_step);
            Labeling labeling = labeling_of(fit(std::move(training), one_step, execution));
            for (const Field<FitOptions>& field : field_table<FitOptions>()) {
              if (std::ranges::find(field.owners, extension.name) != field.owners.end()) {
                labeling.settings.push_back({field.name, field.format(one_step)});
              }
            }
            return labeling;
          }};
}

}  // namespace sosi
