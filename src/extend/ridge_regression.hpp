// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "sosi/extend/extension.hpp"

namespace sosi {

/// y = offset + weights^T (x - mean).
struct AffineMap {
  Vector mean;     ///< one entry per feature
  Matrix weights;  ///< a row per feature, a column per dimension
  Eigen::RowVectorXd offset;
};

/// The affine map from features to targets that minimizes the sum of squared errors plus r ||weights||², r
/// being `ridge` times the mean eigenvalue of the features' Gram matrix. Without a ridge, the one of 1e-10 to
/// 1e3 with the smallest leave-one-out error, which has a closed form.
AffineMap ridge_regression(const MatrixView& features, const MatrixView& targets,
                           std::optional<double> ridge);

/// An affine map of features of the samples, row by row; it keeps no samples.
class FeatureExtension : public Extension {
 public:
  FeatureExtension(Index n_features, AffineMap map);

  Index n_features() const override { return n_features_; }
  Index n_components() const override { return map_.weights.cols(); }
  MapValues evaluate(const MatrixView& samples, ThreadPool& threads) const override;
  NamedArrays arrays() const override;

 protected:
  const AffineMap& map() const { return map_; }
  /// The map of given features.
  Eigen::RowVectorXd mapped(const Eigen::Ref<const Eigen::RowVectorXd>& features) const;
  virtual Eigen::RowVectorXd coordinates_at(const Eigen::Ref<const Eigen::RowVectorXd>& sample) const = 0;

 private:
  Index n_features_;
  AffineMap map_;
  Matrix rows_;  // the weights of one dimension per row
};

/// The map of its arrays; throws `InvalidInput` when they do not fit each other.
AffineMap loaded_affine_map(const NamedArrays& arrays);

}  // namespace sosi
