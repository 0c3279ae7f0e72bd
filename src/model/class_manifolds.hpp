// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "sosi/model/model.hpp"

namespace sosi {

/// The labeled samples of a model by class, as the manifolds that rounds project onto. Throws `InvalidInput`
/// for a model without centers, which is one that is not extended by radial basis functions.
class ClassManifolds {
 public:
  explicit ClassManifolds(const Model& model);

  /// Of a normalized sample to the convex hull of the nearest labeled samples of a class.
  double distance(std::span<const double> normalized, int of_class) const;

 private:
  std::vector<Matrix> members_;  // of each class, a sample per row
  Index n_neighbors_;
};

/// A copy of the labeled samples of a model, normalized, which are its first centers. Throws as above, and
/// for a model with fewer centers than labels.
Matrix labeled_samples(const Model& model);

}  // namespace sosi
