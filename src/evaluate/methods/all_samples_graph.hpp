// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "graph/harmonic_graph.hpp"
#include "sosi/evaluate/methods.hpp"

// What methods on the graph of the harmonic function have in common.
namespace sosi {

/// The options of the graph, then those of the method.
std::vector<Knob> with_graph_knobs(const std::vector<Knob>& knobs);

/// The graph of all samples that the harmonic function would have with these options.
HarmonicGraph graph_of_all(const TrainingSet& training, const MethodOptions& options, ThreadPool& threads);

/// What a method on the graph says about itself.
struct GraphReport {
  Index n_neighbors;
  double heat;
  std::vector<MethodSetting> own = {};
  Index n_errors = 0;  ///< of the labels held out
  Index n_held_out = 0;
  Index n_unreached = 0;
};

/// Counts are settings where there is something to count.
std::vector<MethodSetting> settings_of(const GraphReport& report);

}  // namespace sosi
