// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/theory.hpp"

#include <Eigen/QR>

#include "extend/class_intervals.hpp"
#include "extend/width_choice.hpp"
#include "kernel/gaussian_sum.hpp"
#include "linalg/lapack.hpp"
#include "model/class_manifolds.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

constexpr Index kCriteriaSamples = 150;  // a scale takes the cube of this, and lambda a grid of scales

// Samples in no more coordinates than there are samples, with the same inner products of their differences:
// with X^T = Q R the rows of R^T. Once for all scales, each of which would factor them.
Matrix reduced(Matrix samples) {
  if (samples.cols() <= samples.rows()) return samples;
  samples.rowwise() -= Eigen::RowVectorXd(samples.colwise().mean());
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(samples.transpose());
  const Eigen::MatrixXd upper = qr.matrixQR().topRows(samples.rows()).triangularView<Eigen::Upper>();
  return upper.transpose();
}

// Labeled samples of a model, evenly spread, and what the criteria look at.
struct LabeledPart {
  Matrix samples;
  Matrix squared_distances;
  Matrix targets;
  std::vector<int> classes;

  LabeledPart(const Model& model, ThreadPool& threads) {
    const Indices rows = spread_rows(model.embedding().rows(), kCriteriaSamples);
    samples = labeled_samples(model)(rows, Eigen::all);
    targets = model.embedding()(rows, Eigen::all);
    for (const Index row : rows) classes.push_back(model.labels()[row]);
    Indices all(rows.size());
    for (Index i = 0; i < std::ssize(all); ++i) all[i] = i;
    squared_distances = sosi::squared_distances(samples, all, threads);
    samples = reduced(std::move(samples));
  }
};

// The weights that scale = regularizer finds on its grid.
Vector balanced_weights(const LabeledPart& part, ScaleOptions options, ThreadPool& threads) {
  const double median = median_distances(part.squared_distances).distance;
  options.scale = {ScaleRule::regularizer, {}};
  return choose_scales({&part.samples, &part.squared_distances, &part.targets, part.classes}, median, options,
                       threads)
      .weights;
}

}  // namespace

// Dimensions with the same scale are one problem: what they do not share is not computed.
ScaleCriteria scale_criteria(const Model& model, const Vector& weights, const Execution& execution) {
  const RbfMap& map = model.rbf_map();
  ThreadPool threads(execution.n_threads, execution.stop);
  const lapack::SerialBlas serial;
  const LabeledPart part(model, threads);
  const auto options = read_options<ScaleOptions>(model.options());
  const Index d = map.n_components();
  ScaleCriteria found{
      Vector(d), Vector(d),          Vector(d), weights, options.scale.rule == ScaleRule::regularizer,
      {},        part.samples.rows()};
  if (weights.size() == 0) {
    found.weights = options.scale_weight ? Vector::Constant(d, *options.scale_weight)
                                         : balanced_weights(part, options, threads);
  }
  for (const ScaleGroup& group : group_scales(map.scales())) {
    const Matrix targets = part.targets(Eigen::all, group.dimensions);
    const ScaleProblem problem{&part.samples, &part.squared_distances, &targets, part.classes};
    const ScalePoint point = scan_scales(problem, {&group.scale, 1}, options, threads).front();
    found.gradient(group.dimensions) = point.gradient;
    found.separation(group.dimensions) = point.separation;
  }
  found.ratio = found.gradient.array().isFinite().select(found.separation.cwiseQuotient(found.gradient), 0.0);
  found.regularizer = ScalePoint{0.0, found.gradient, found.separation, {}, 0.0}.regularizer(found.weights);
  return found;
}

std::vector<std::vector<SeparatedPair>> separated_pairs(const Model& model) {
  const int n_classes = static_cast<int>(model.classes().size());
  const ClassIntervals intervals(model.embedding(), model.labels(), n_classes);
  std::vector<std::vector<SeparatedPair>> axes(model.n_components());
  for (Index k = 0; k < model.n_components(); ++k) {
    for (int first = 0; first < n_classes; ++first) {
      for (int second = first + 1; second < n_classes; ++second) {
        const double gap = intervals.gap(k, first, second);
        if (gap > 0.0) axes[k].push_back({first, second, gap});
      }
    }
  }
  return axes;
}

Theory theory_of(const Model& model, const Vector& weights, const Execution& execution) {
  Theory theory{{}, {}, separated_pairs(model)};
  if (model.extension().method() == kRbfExtension) {
    if (model.embedding().rows() > 1) theory.scale_criteria = scale_criteria(model, weights, execution);
    theory.lipschitz_bounds = model.rbf_map().lipschitz_bounds();
  }
  return theory;
}

}  // namespace sosi
