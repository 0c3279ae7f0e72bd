// SPDX-License-Identifier: BSD-3-Clause
#include "model/class_manifolds.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "linalg/simplex_projection.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

Matrix labeled_samples(const Model& model) {
  const RbfMap& map = model.rbf_map();
  const Index n = model.embedding().rows();
  if (map.n_centers() < n) {
    throw InvalidInput("the model has " + std::to_string(map.n_centers()) +
                       " centers: must be at least its " + std::to_string(n) + " labeled samples");
  }
  Matrix samples(n, map.n_features());
  for (Index i = 0; i < n; ++i) {
    map.copy_center(i, {samples.row(i).data(), static_cast<std::size_t>(samples.cols())});
  }
  return samples;
}

ClassManifolds::ClassManifolds(const Model& model) {
  const Matrix samples = labeled_samples(model);
  std::vector<Indices> rows(model.classes().size());
  for (Index i = 0; i < samples.rows(); ++i) rows[model.labels()[i]].push_back(i);
  for (const Indices& of_class : rows) members_.push_back(samples(of_class, Eigen::all));
  n_neighbors_ = OptionText<int>::parse(model.options().at("n_neighbors_projection")).value_or(3);
}

double ClassManifolds::distance(std::span<const double> normalized, int of_class) const {
  const Matrix& members = members_[of_class];
  const Eigen::Map<const Eigen::RowVectorXd> sample(normalized.data(), std::ssize(normalized));
  const Vector squared_distances = (members.rowwise() - sample).rowwise().squaredNorm();
  Indices near(members.rows());
  std::iota(near.begin(), near.end(), Index{0});
  std::ranges::stable_sort(near, {}, [&](Index i) { return squared_distances(i); });
  near.resize(std::min(n_neighbors_, members.rows()));
  const Matrix differences = members(near, Eigen::all).rowwise() - sample;
  const Vector weights = nearest_in_hull(differences * differences.transpose());
  return (weights.transpose() * differences).norm();
}

}  // namespace sosi
