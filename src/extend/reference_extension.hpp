// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "sosi/extend/extension.hpp"

namespace sosi {

/// An extension that looks at the samples of its fit whenever it is evaluated.
class ReferenceExtension : public Extension {
 public:
  ReferenceExtension(Matrix samples, Matrix coordinates);

  Index n_features() const override { return samples_.cols(); }
  Index n_components() const override { return coordinates_.cols(); }
  MapValues evaluate(const MatrixView& samples, ThreadPool& threads) const override;

 protected:
  /// The coordinates of one sample from its squared distances to all samples of the fit.
  virtual Eigen::RowVectorXd coordinates_at(const Eigen::Ref<const Eigen::RowVectorXd>& sample,
                                            std::span<const double> squared_distances) const = 0;

  const Matrix& samples() const { return samples_; }
  const Matrix& coordinates() const { return coordinates_; }

 private:
  Matrix samples_;
  Matrix coordinates_;
};

}  // namespace sosi
