// SPDX-License-Identifier: BSD-3-Clause
#include "extend/methods.hpp"
#include "extend/ridge_regression.hpp"
#include "extend/shared_options.hpp"

namespace sosi {

namespace {

// offset + W^T (x - mean).
class LinearExtension : public FeatureExtension {
 public:
  explicit LinearExtension(const AffineMap& map) : FeatureExtension(map.weights.rows(), map) {}

  std::string_view method() const override { return "linear"; }

 private:
  Eigen::RowVectorXd coordinates_at(const Eigen::Ref<const Eigen::RowVectorXd>& sample) const override {
    return mapped(sample);
  }
};

// An embedding that is linear is its own extension; others are fitted in least squares.
AffineMap linear_map(const ExtensionProblem& problem, const RidgeOptions& options) {
  const Embedding& embedding = *problem.embedding;
  if (embedding.linear) {
    return {embedding.linear->mean, embedding.linear->weights,
            Eigen::RowVectorXd::Zero(embedding.linear->weights.cols())};
  }
  return ridge_regression(problem.samples, embedding.coordinates, options.regression_ridge);
}

}  // namespace

ExtensionMethod linear_method() {
  return {.name = "linear",
          .class_name = "LinearExtension",
          .summary = "the linear map of a linear embedding, or the one that fits the coordinates best",
          .knobs = knobs_of<RidgeOptions>(),
          .fit =
              [](const ExtensionProblem& problem, const OptionTexts& knobs, ThreadPool& /*threads*/) {
                return FittedExtension{std::make_shared<LinearExtension>(
                    linear_map(problem, read_options<RidgeOptions>(knobs)))};
              },
          .load = [](const NamedArrays& arrays) -> std::shared_ptr<const Extension> {
            return std::make_shared<LinearExtension>(loaded_affine_map(arrays));
          }};
}

}  // namespace sosi
