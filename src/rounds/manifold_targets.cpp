// SPDX-License-Identifier: BSD-3-Clause
#include "rounds/manifold_targets.hpp"

#include "sosi/classify/manifold_projection.hpp"

namespace sosi {

ManifoldTargets::ManifoldTargets(const SampleSet& samples, const SampleDistances& distances,
                                 const Matrix& embedding, int n_neighbors)
    : samples_(samples),
      distances_(distances),
      embedding_(embedding),
      n_neighbors_(n_neighbors),
      projected_class_(samples.size(), kUnlabeled),
      projected_(samples.size(), embedding.cols()) {}

CenterTargets ManifoldTargets::at(std::span<const Position> unlabeled, std::span<const int> classes,
                                  ThreadPool& threads) {
  const Index n_labeled = samples_.n_labeled();
  CenterTargets through{samples_.labeled(), Matrix(n_labeled + std::ssize(unlabeled), embedding_.cols())};
  through.centers.insert(through.centers.end(), unlabeled.begin(), unlabeled.end());
  through.targets.topRows(n_labeled) = embedding_;
  threads.for_each(unlabeled.size(), [&](std::size_t c) {
    const Position position = unlabeled[c];
    const int of_class = classes[position];
    if (projected_class_[position] != of_class) project(position, of_class);
    through.targets.row(n_labeled + static_cast<Index>(c)) = projected_.row(position);
  });
  return through;
}

Matrix ManifoldTargets::at_all(std::span<const int> classes, ThreadPool& threads) {
  return at(samples_.unlabeled(), classes, threads).targets;
}

void ManifoldTargets::project(Position position, int of_class) {
  const ManifoldProjection projection =
      project_onto_manifold(distances_.to_labeled(), position, samples_.members(of_class), n_neighbors_);
  projected_.row(position).setZero();
  for (std::size_t a = 0; a < projection.neighbors.size(); ++a) {
    projected_.row(position) += projection.weights(a) * embedding_.row(projection.neighbors[a]);
  }
  projected_class_[position] = of_class;
}

}  // namespace sosi
