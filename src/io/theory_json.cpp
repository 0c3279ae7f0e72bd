// SPDX-License-Identifier: BSD-3-Clause
#include "io/theory_json.hpp"

#include <string>
#include <vector>

namespace sosi {

namespace {

ReportJson numbers_json(const Vector& values) {
  ReportJson all = ReportJson::array();
  for (const double value : values) all.push_back(number_or_inf(value));
  return all;
}

ReportJson criteria_json(const ScaleCriteria& criteria) {
  return {{"n_samples", criteria.n_samples},
          {"weight_used", criteria.are_weights_used},
          {"weight", numbers_json(criteria.weights)},
          {"gradient", numbers_json(criteria.gradient)},
          {"separation", numbers_json(criteria.separation)},
          {"ratio", numbers_json(criteria.ratio)},
          {"regularizer", numbers_json(criteria.regularizer)},
          {"regularizer_sum", number_or_inf(criteria.regularizer.sum())}};
}

// Under the name of the first class, that of the second with the gap.
ReportJson pairs_json(const std::vector<SeparatedPair>& pairs, const std::vector<std::string>& classes) {
  ReportJson all = ReportJson::object();
  for (const SeparatedPair& pair : pairs) all[classes[pair.first]][classes[pair.second]] = pair.gap;
  return all;
}

}  // namespace

ReportJson theory_json(const Model& model, const ReportDetails& details) {
  ReportJson all = ReportJson::object();
  if (details.theory != nullptr) {
    const Theory& theory = *details.theory;
    if (theory.scale_criteria) all["scale_criteria"] = criteria_json(*theory.scale_criteria);
    if (theory.lipschitz_bounds) {
      all["lipschitz_bound"] = number_or_inf(theory.lipschitz_bounds->norm());
      all["lipschitz_bounds"] = numbers_json(*theory.lipschitz_bounds);
    }
    all["n_separated_pairs"] = ReportJson::array();
    for (const auto& pairs : theory.separated) all["n_separated_pairs"].push_back(pairs.size());
    if (details.has_pairs) {
      all["separated_pairs"] = ReportJson::array();
      for (const auto& pairs : theory.separated) {
        all["separated_pairs"].push_back(pairs_json(pairs, model.classes()));
      }
    }
  }
  if (details.geometry != nullptr) {
    all["manifold_distance"] = numbers_json(details.geometry->manifold_distance);
    all["gradient_norm"] = numbers_json(details.geometry->gradient_norm);
    all["safe_radius"] = numbers_json(details.geometry->safe_radius);
  }
  return all;
}

}  // namespace sosi
