// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/extend/extension.hpp"
#include "sosi/kernel/rbf_map.hpp"

namespace sosi {

/// offset + sum over l of c_l exp(-||x - a_l||²/s²): what several methods learn, in different ways.
struct KernelMap {
  RbfMap map;
  Eigen::RowVectorXd offset;

  MapValues evaluate(const MatrixView& samples, ThreadPool& threads) const;
  double evaluate_one(std::span<const double> sample, std::span<double> values) const;
  NamedArrays arrays() const;
};

/// The map with these centers, and one scale for all dimensions.
KernelMap kernel_map(const MatrixView& centers, Matrix coefficients, double scale, Eigen::RowVectorXd offset);

/// The map of its arrays; throws `InvalidInput` when they do not fit each other.
KernelMap loaded_kernel_map(const NamedArrays& arrays);

/// An extension that is such a map and nothing else.
class KernelMapExtension : public Extension {
 public:
  /// The method's name must outlive the extension.
  KernelMapExtension(std::string_view method, KernelMap map) : method_(method), map_(std::move(map)) {}

  std::string_view method() const override { return method_; }
  Index n_features() const override { return map_.map.n_features(); }
  Index n_components() const override { return map_.map.n_components(); }
  MapValues evaluate(const MatrixView& samples, ThreadPool& threads) const override {
    return map_.evaluate(samples, threads);
  }
  /// Allocates nothing.
  double evaluate_one(std::span<const double> sample, std::span<double> values) const override {
    return map_.evaluate_one(sample, values);
  }
  NamedArrays arrays() const override { return map_.arrays(); }

 protected:
  const KernelMap& map() const { return map_; }

 private:
  std::string_view method_;
  KernelMap map_;
};

/// max |f(x_i) - y_i| / max |y|.
double interpolation_error(const Extension& extension, const ExtensionProblem& problem, ThreadPool& threads);

/// Throws `InvalidInput` where there are fewer samples.
void require_samples(const ExtensionProblem& problem, std::string_view method, Index least);

}  // namespace sosi
