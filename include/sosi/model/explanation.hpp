// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sosi/model/model.hpp"

namespace sosi {

/// A center of a map as another sample sees it.
struct NearCenter {
  Index center;        ///< its number; the labeled samples are the first centers
  double distance;     ///< in the space of the normalized samples
  int of_class;        ///< its label; `kUnlabeled` where it was not given and the model does not remember it
  double probability;  ///< of that label
};

/// Why a sample has its label.
struct Explanation {
  int of_class = 0;
  double probability = 0.0;
  RunnerUp runner_up = {};
  double confidence = 0.0;              ///< of the map
  bool is_far = false;                  ///< the nearest center is beyond the support radius of the model
  std::optional<Index> center;          ///< the center that it is equal to, whose probabilities it has
  std::vector<double> probabilities;    ///< of every class
  std::vector<double> map_distances;    ///< of f(x) to the nearest labeled embedding of every class
  std::vector<double> class_distances;  ///< of x to the manifold of every class: its nearest labeled samples
  double gradient_norm = 0.0;           ///< of f at x: see `gradient_norms`
  double safe_radius = 0.0;             ///< see `safe_radii`
  std::vector<NearCenter> labeled;      ///< the nearest labeled samples, the nearest first
  std::vector<NearCenter> centers;      ///< the nearest centers, itself not among them
  NearCenter runner_up_labeled = {};    ///< the nearest labeled sample of the runner-up
};

/// Explains the label of one sample by so many of its nearest neighbors. Throws `InvalidInput` for a model
/// without centers, which is one that is not extended by radial basis functions.
Explanation explain(const Model& model, std::span<const double> sample, Index n_neighbors = 5);

/// The centers of a model as the samples that they were; those that were scaled to unit length remain so.
/// Throws `InvalidInput` as `explain` does.
Matrix center_samples(const Model& model);

}  // namespace sosi
