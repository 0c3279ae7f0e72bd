// SPDX-License-Identifier: BSD-3-Clause
#include "tune/hold_out.hpp"

#include <algorithm>

#include "rounds/loop.hpp"

namespace sosi {

namespace {

// The labeled samples' positions in parts, every class in as many as it can be; a class with one label must
// keep it. Enough of them to count.
std::vector<Indices> parts_to_hold_back(std::span<const int> classes, std::size_t n_parts) {
  constexpr std::size_t kEnough = 200;
  std::vector<Indices> of_class(std::ranges::max(classes) + 1);
  for (std::size_t i = 0; i < classes.size(); ++i) of_class[classes[i]].push_back(static_cast<Index>(i));
  std::vector<Indices> parts(n_parts);
  std::size_t n = 0;
  for (const Indices& members : of_class) {
    if (members.size() < 2) continue;
    for (const Index i : members) parts[n++ % n_parts].push_back(i);
  }
  std::vector<Indices> taken;
  std::size_t n_taken = 0;
  for (std::size_t p = 0; p < n_parts && n_taken < kEnough && !parts[p].empty(); ++p) {
    n_taken += parts[p].size();
    taken.push_back(std::move(parts[p]));
  }
  return taken;
}

// The samples by position with some labels less, and again the labeled ones first.
struct Reordered {
  std::vector<int> labels;  // by the old positions
  Indices labeled;          // old positions
  Indices others;           // likewise, those held back first
  std::vector<int> classes;
  Indices rows;
  Matrix distances;

  Reordered(const CommitteeProblem& problem, const Indices& held_back)
      : labels(labels_by_position(problem)), others(held_back) {
    for (const Index i : held_back) labels[i] = kUnlabeled;
    labeled = labeled_rows(labels);
    for (const Index i : labeled) classes.push_back(labels[i]);
    for (Index u = std::ssize(problem.classes); u < std::ssize(labels); ++u) others.push_back(u);
    Indices order = labeled;
    order.insert(order.end(), others.begin(), others.end());
    for (const Index position : order) rows.push_back(problem.rows[position]);
    distances = problem.distances->kept()(order, order);
  }
};

// Of the labeled samples that are left, in no more dimensions than they allow.
Matrix embedding_of(const Reordered& samples, const CommitteeProblem& problem, EmbeddingOptions how) {
  const Matrix& of_all =
      std::ranges::find(problem.embeddings, *how.embedding, &NamedEmbedding::first)->second;
  if (how.embedding == EmbeddingMethod::precomputed) return of_all(samples.labeled, Eigen::all);
  const Index n = std::ssize(samples.labeled);
  how.n_components = static_cast<int>(std::min(of_all.cols(), n - 1));
  return embed(samples.distances.topLeftCorner(n, n), samples.classes, how).coordinates;
}

Index n_found_without(const Indices& held_back, const CommitteeProblem& problem, const FitOptions& run,
                      const GraphGuide& graph, ThreadPool& threads) {
  const Reordered samples(problem, held_back);
  const Matrix embedding = embedding_of(samples, problem, run.embedding);
  const Labeler labeler = *run.progressive.labeler;
  const Matrix said =
      labeler == Labeler::map ? Matrix() : graph.ask(samples.labels)(samples.others, Eigen::all);
  SampleDistances distances(samples.distances);
  const ProgressiveProblem without{problem.samples,
                                   samples.rows,
                                   &distances,
                                   &embedding,
                                   samples.classes,
                                   problem.median_distance,
                                   {true, true, distances.n_samples()},
                                   {labeler, &said}};
  ScaleOptions scale = run.scale;
  std::vector<double>& scales = scale.scale.values.values;  // one, or one for each dimension
  scales.resize(std::min(scales.size(), static_cast<std::size_t>(embedding.cols())));
  const Classification found = label_progressively(without, scale, run.progressive, threads);
  Index n_found = 0;
  for (std::size_t i = 0; i < held_back.size(); ++i) {
    if (found.classes[i] == problem.classes[held_back[i]]) ++n_found;
  }
  return n_found;
}

}  // namespace

Trial hold_labels_back(const CommitteeProblem& problem, const FitOptions& run, const GraphGuide& graph,
                       std::size_t n_parts, ThreadPool& threads) {
  const std::vector<Indices> parts = parts_to_hold_back(problem.classes, n_parts);
  std::vector<Index> found(parts.size());
  threads.for_each(parts.size(), [&](std::size_t p) {
    found[p] = n_found_without(parts[p], problem, run, graph, threads);
  });
  Trial trial;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    trial.n_held_back += std::ssize(parts[p]);
    trial.n_found += found[p];
  }
  return trial;
}

}  // namespace sosi
