// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/methods/all_samples_graph.hpp"

#include <algorithm>
#include <string>

#include "evaluate/methods/rows.hpp"

namespace sosi {

std::vector<Knob> with_graph_knobs(const std::vector<Knob>& knobs) {
  std::vector<Knob> all = knobs_of<HarmonicOptions>();
  std::erase_if(all, [](const Knob& knob) { return knob.name == "harmonic_mass_normalization"; });
  all.insert(all.end(), knobs.begin(), knobs.end());
  return all;
}

HarmonicGraph graph_of_all(const TrainingSet& training, const MethodOptions& options, ThreadPool& threads) {
  const auto graph = read_options<HarmonicOptions>(options.method_knobs);
  return choose_graph(nearest_neighbors(training.samples, most_neighbors(graph), threads),
                      training.labels.values, graph, threads);
}

std::vector<MethodSetting> settings_of(const GraphReport& report) {
  std::vector<MethodSetting> settings = {{"neighbors", std::to_string(report.n_neighbors)},
                                         {"heat", short_text(report.heat)}};
  settings.insert(settings.end(), report.own.begin(), report.own.end());
  if (report.n_held_out > 0) {
    const double error = static_cast<double>(report.n_errors) / static_cast<double>(report.n_held_out);
    settings.push_back({"cv_error", short_text(error)});
  }
  if (report.n_unreached > 0) settings.push_back({"unreached", std::to_string(report.n_unreached)});
  return settings;
}

}  // namespace sosi
