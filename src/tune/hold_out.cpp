// SPDX-License-Identifier: BSD-3-Clause
#include "tune/hold_out.hpp"

#include <algorithm>

namespace sosi {

namespace {

// The labeled samples in folds, every class in as many as it can be; a class with one label keeps it. Enough
// of them to count.
std::vector<Positions> folds_of(const SampleSet& samples, std::size_t n_folds) {
  constexpr std::size_t kEnough = 200;
  std::vector<Positions> folds(n_folds);
  std::size_t n = 0;
  for (int of_class = 0; of_class < samples.n_classes(); ++of_class) {
    const Positions& members = samples.members(of_class);
    if (members.size() < 2) continue;
    for (const Position position : members) folds[n++ % n_folds].push_back(position);
  }
  std::vector<Positions> taken;
  std::size_t n_taken = 0;
  for (std::size_t f = 0; f < n_folds && n_taken < kEnough && !folds[f].empty(); ++f) {
    n_taken += folds[f].size();
    taken.push_back(std::move(folds[f]));
  }
  return taken;
}

// Of the labeled samples that are left, in no more dimensions than they allow.
Matrix embedding_of(const HeldOutSet& left, const Matrix& squared_distances, const SearchProblem& problem,
                    const std::string& method) {
  const Matrix& of_all = std::ranges::find(problem.embeddings, method, &NamedEmbedding::name)->coordinates;
  const Index n = left.samples.n_labeled();
  const Matrix given = of_all(Positions(left.before.begin(), left.before.begin() + n), Eigen::all);
  EmbeddingOptions options = problem.embedding;
  options.embedding = method;
  return embed({.squared_distances = span_of(squared_distances.topLeftCorner(n, n)),
                .classes = left.samples.classes(),
                .n_components = static_cast<int>(std::min(of_all.cols(), n - 1)),
                .matrix = &left.samples.matrix(),
                .rows = left.samples.rows().first(n),
                .given = &given},
               options)
      .coordinates;
}

Index n_found_without(const Positions& fold, const SearchProblem& problem, const SearchChoice& choice,
                      const HarmonicLabeler& graph, const KernelBackend& backend) {
  const HeldOutSet left = without_labels(*problem.samples, fold);
  const Matrix squared_distances = (*problem.squared_distances)(left.before, left.before);
  const Matrix embedding = embedding_of(left, squared_distances, problem, choice.embedding);
  Matrix harmonic;
  if (choice.policy.labeler != Labeler::map) {
    std::vector<int> labels = problem.samples->labels();
    for (const Position position : fold) labels[position] = kUnlabeled;
    harmonic = graph.probabilities(labels)(left.before, Eigen::all);
  }
  SampleDistances distances(squared_distances, left.samples.n_labeled());
  ScaleOptions scale = choice.scale;
  std::vector<double>& scales = scale.scale.values.numbers;  // one, or one for each dimension
  scales.resize(std::min(scales.size(), static_cast<std::size_t>(embedding.cols())));
  RoundsSettings settings = problem.rounds;
  settings.policy = choice.policy;
  settings.schedule.n_labeled = left.samples.n_labeled();
  settings.schedule.n_unlabeled = left.samples.n_unlabeled();
  const std::vector<int> classes =
      label_in_rounds({&left.samples, &distances, &embedding, problem.median_distance,
                       GrowthPlan::keep_all(left.samples.size()), &harmonic},
                      scale, settings, backend);
  Index n_found = 0;
  for (Index i = 0; i < left.n_held_out; ++i) {
    const Index now = left.samples.n_labeled() + i;
    if (classes[now] == problem.samples->classes()[left.before[now]]) ++n_found;
  }
  return n_found;
}

}  // namespace

HoldOutTrial hold_out_labels(const SearchProblem& problem, const SearchChoice& choice,
                             const HarmonicLabeler& graph, const KernelBackend& backend) {
  const std::vector<Positions> folds = folds_of(*problem.samples, problem.space->n_folds);
  std::vector<Index> found(folds.size());
  backend.threads().for_each(folds.size(), [&](std::size_t f) {
    found[f] = n_found_without(folds[f], problem, choice, graph, backend);
  });
  HoldOutTrial trial;
  for (std::size_t f = 0; f < folds.size(); ++f) {
    trial.n_held_out += std::ssize(folds[f]);
    trial.n_found += found[f];
  }
  return trial;
}

}  // namespace sosi
