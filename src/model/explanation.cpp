// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/explanation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/class_manifolds.hpp"
#include "sosi/data/labels.hpp"
#include "sosi/model/sample_geometry.hpp"
#include "sosi/model/sample_predictor.hpp"

namespace sosi {

namespace {

// A sample among the centers of a model.
class Neighborhood {
 public:
  Neighborhood(const Model& model, std::span<const double> sample)
      : model_(model),
        centers_(model.rbf_map().centers()),
        sample_(Eigen::Map<const Matrix>(sample.data(), 1, std::ssize(sample))) {
    model.normalization().apply(sample_);
    squared_distances_ = (centers_.rowwise() - sample_.row(0)).rowwise().squaredNorm();
  }

  std::optional<Index> own_center() const { return model_.remembered_center(normalized()); }

  Indices labeled() const { return first_centers(std::ssize(model_.labels())); }

  Indices centers_but(std::optional<Index> left_out) const {
    Indices all = first_centers(centers_.rows());
    if (left_out) all.erase(all.begin() + *left_out);
    return all;
  }

  std::vector<NearCenter> nearest(Indices among, Index n) const {
    std::vector<NearCenter> found;
    for (const Index center : nearest_of(std::move(among), n)) {
      const auto [of_class, probability] = label_of(center);
      found.push_back({center, std::sqrt(squared_distances_(center)), of_class, probability});
    }
    return found;
  }

  Indices labeled_of(int of_class) const {
    Indices members = labeled();
    std::erase_if(members, [&](Index i) { return model_.labels()[i] != of_class; });
    return members;
  }

  std::span<const double> normalized() const {
    return {sample_.data(), static_cast<std::size_t>(sample_.cols())};
  }

 private:
  static Indices first_centers(Index n) {
    Indices all(n);
    std::iota(all.begin(), all.end(), Index{0});
    return all;
  }

  Indices nearest_of(Indices among, Index n) const {
    const Index n_kept = std::min(n, std::ssize(among));
    std::ranges::stable_sort(among, {}, [&](Index i) { return squared_distances_(i); });
    among.resize(n_kept);
    return among;
  }

  std::pair<int, double> label_of(Index center) const {
    if (center < std::ssize(model_.labels())) return {model_.labels()[center], 1.0};
    if (model_.center_probabilities().rows() == 0) return {kUnlabeled, 0.0};
    const auto row = model_.center_probabilities().row(center);
    const int best = most_probable({row.data(), static_cast<std::size_t>(row.size())});
    return {best, row(best)};
  }

  const Model& model_;
  Matrix centers_;
  Matrix sample_;
  Vector squared_distances_;
};

}  // namespace

Explanation explain(const Model& model, std::span<const double> sample, Index n_neighbors) {
  SamplePredictor predictor(model);
  const SamplePrediction found = predictor.predict(sample);
  const Neighborhood neighborhood(model, sample);
  Explanation why;
  why.of_class = found.of_class;
  why.probability = found.probability;
  why.confidence = found.confidence;
  why.is_far = found.is_far;
  why.center = neighborhood.own_center();
  const std::span<const double> probabilities = predictor.probabilities(sample);
  why.probabilities.assign(probabilities.begin(), probabilities.end());
  why.runner_up = runner_up(why.probabilities, why.of_class);
  const Eigen::Map<const Matrix> view(sample.data(), 1, std::ssize(sample));
  const Matrix squared_distances = model.class_squared_distances(view);
  for (const double squared : squared_distances.row(0)) why.map_distances.push_back(std::sqrt(squared));
  const ClassManifolds manifolds(model);
  for (int c = 0; c < std::ssize(model.classes()); ++c) {
    why.class_distances.push_back(manifolds.distance(neighborhood.normalized(), c));
  }
  why.gradient_norm = gradient_norms(model, view).row(0).norm();
  why.safe_radius = safe_radii(model, squared_distances)(0);
  why.labeled = neighborhood.nearest(neighborhood.labeled(), n_neighbors);
  why.centers = neighborhood.nearest(neighborhood.centers_but(why.center), n_neighbors);
  why.runner_up_labeled = neighborhood.nearest(neighborhood.labeled_of(why.runner_up.of_class), 1).front();
  return why;
}

Matrix center_samples(const Model& model) {
  Matrix samples = model.rbf_map().centers();
  model.normalization().undo(samples);
  return samples;
}

}  // namespace sosi
