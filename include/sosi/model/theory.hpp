// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "sosi/model/model.hpp"

namespace sosi {

/// What the paper's scale criterion says of the scales of a model; vectors have an entry per dimension.
struct ScaleCriteria {
  Vector gradient;        ///< G^k, a sum over labeled samples; infinite where a mean derivative vanishes
  Vector separation;      ///< D^k, likewise
  Vector ratio;           ///< D^k / G^k; 0 where G^k is infinite
  Vector weights;         ///< lambda^k: given, or the automatic one
  bool are_weights_used;  ///< whether the scales were chosen by scale = regularizer, and so by these
  Vector regularizer;     ///< R^k = G^k - lambda^k D^k
  Index n_samples;        ///< labeled samples that the sums run over
};

/// The criteria of the plain RBF map of the labeled samples at the scales of the model, on 150 labeled
/// samples at most, evenly spread over all. `weights` are those that a fit has used, where it is known;
/// without them the automatic lambda is found on the grid of scales. Throws `InvalidInput` for a model that
/// is not extended by radial basis functions.
ScaleCriteria scale_criteria(const Model& model, const Vector& weights = {}, const Execution& execution = {});

/// Two classes whose intervals on an axis of the embedding do not touch.
struct SeparatedPair {
  int first;  ///< the smaller class
  int second;
  double gap;  ///< between their intervals
};

/// I^k for every axis, by ascending classes, from the embedding of the labeled samples.
std::vector<std::vector<SeparatedPair>> separated_pairs(const Model& model);

/// What the theory of the paper says of a model.
struct Theory {
  std::optional<ScaleCriteria> scale_criteria;        ///< of models extended by radial basis functions
  std::optional<Vector> lipschitz_bounds;             ///< of the dimensions of their map
  std::vector<std::vector<SeparatedPair>> separated;  ///< for every axis
};

/// All of it, as far as the model has it.
Theory theory_of(const Model& model, const Vector& weights = {}, const Execution& execution = {});

}  // namespace sosi
