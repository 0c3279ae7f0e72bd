// SPDX-License-Identifier: BSD-3-Clause
#include "fit/settings.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "tune/search.hpp"
#include "tune/search_space.hpp"
#include "rounds/labeler.hpp"
#include "kernel/gaussian_sum.hpp"
#include "kernel/kernel_system.hpp"

namespace sosi {

namespace {

// The labeled samples and evenly many of the others, by position.
Indices committee_positions(Index n_labeled, Index n) {
  Indices positions(n_labeled);
  std::iota(positions.begin(), positions.end(), Index{0});
  const Index n_taken = std::min(n, kLargestCommittee) - n_labeled;
  for (Index i = 0; i < n_taken; ++i) positions.push_back(n_labeled + i * (n - n_labeled) / n_taken);
  return positions;
}

std::vector<NamedEmbedding> make_embeddings(const SettingsProblem& problem, const FitOptions& options) {
  std::vector<NamedEmbedding> embeddings;
  EmbeddingOptions how = options.embedding;
  for (const EmbeddingMethod method : embeddings_to_try(options)) {
    how.embedding = method;
    embeddings.emplace_back(method, problem.embed(how));
  }
  return embeddings;
}

std::optional<Verdict> ask_committee(const SettingsProblem& problem, const FitOptions& options,
                                     ThreadPool& threads, const std::function<void(double)>& say) {
  const auto n = static_cast<Index>(problem.rows.size());
  Indices rows;
  for (const Index position : committee_positions(std::ssize(problem.classes), n)) {
    rows.push_back(problem.rows[position]);
  }
  std::optional<SampleDistances> made;
  const bool are_there = std::ssize(rows) == n && problem.distances->kept().cols() == n;
  if (!are_there) made.emplace(*problem.samples, rows, std::ssize(rows), threads);
  const SampleDistances& distances = are_there ? *problem.distances : *made;
  return deliberate({problem.samples, rows, &distances, make_embeddings(problem, options), problem.classes,
                     problem.median_distance, &options},
                    threads, say);
}

// Scales decided on a part of the samples may be too large for all of them. Where a few steps do not help, a
// shift will.
void make_solvable(const SettingsProblem& problem, FitOptions& options, ThreadPool& threads) {
  const Index n_labeled = std::ssize(problem.classes);
  const Index n_unlabeled = std::ssize(problem.rows) - n_labeled;
  const int last = n_rounds(options.progressive) - 1;
  Indices centers(n_labeled + n_unlabeled_centers(options.progressive, last, n_labeled, n_unlabeled));
  std::iota(centers.begin(), centers.end(), Index{0});
  constexpr double kStep = 0.8;
  constexpr int kMostSteps = 4;
  std::vector<double>& scales = options.scale.scale.values.values;
  const Vector decided = Eigen::Map<const Vector>(scales.data(), std::ssize(scales));
  for (const ScaleGroup& group : group_scales(decided)) {
    double scale = group.scale;
    for (int i = 0; i < kMostSteps; ++i) {
      if (is_solvable(*problem.distances, centers, {scale, options.scale.ridge}, threads)) break;
      scale *= kStep;
    }
    for (const Index dimension : group.dimensions) scales[dimension] = scale;
  }
}

// What the paper does where something is left open.
FitOptions by_the_paper(FitOptions options) {
  ProgressiveOptions& progressive = options.progressive;
  options.embedding.embedding = options.embedding.embedding.value_or(EmbeddingMethod::fisher);
  progressive.rounds = n_rounds(progressive);
  progressive.stop_fraction = progressive.stop_fraction.value_or(1.0);
  progressive.selection = progressive.selection.value_or(Selection::confidence);
  progressive.labeler = progressive.labeler.value_or(Labeler::map);
  if (progressive.class_proportions.source == ClassProportions::Source::automatic) {
    progressive.class_proportions.source = ClassProportions::Source::estimate;
  }
  return options;
}

std::string about_components(const Matrix& embedding, int n_classes) {
  const Index d = embedding.cols();
  return "n_components: " + std::to_string(d) +
         (d == n_classes - 1 ? ", one less than the classes" : ", as many as the labeled samples allow");
}

}  // namespace

FitOptions options_to_plan(const FitOptions& options, Index n_labeled, Index n_unlabeled) {
  FitOptions planned = options;
  if (!wants_committee(options, {n_labeled, n_unlabeled})) return planned;
  if (options.scale.scale.rule == ScaleRule::automatic)
    planned.scale.scale = {ScaleRule::fixed, {{1.0}, false}};
  planned.progressive.rounds = kCommitteeRounds;
  return planned;
}

Settings decide_settings(const SettingsProblem& problem, const FitOptions& options, ThreadPool& threads,
                         const std::function<void(double)>& say) {
  const Index n_labeled = std::ssize(problem.classes);
  const Index n_unlabeled = std::ssize(problem.rows) - n_labeled;
  Settings settings;
  std::optional<Verdict> verdict;
  const bool wants_verdict = wants_committee(options, {n_labeled, n_unlabeled});
  if (wants_verdict) verdict = ask_committee(problem, options, threads, say);
  if (verdict) {
    settings.options = by_the_paper(verdict->options);
    settings.embedding = std::move(verdict->embedding);
    settings.decisions = std::move(verdict->decisions);
    settings.committee = std::move(verdict->members);
    settings.trial = verdict->trial;
  } else {
    settings.options = by_the_paper(options_to_plan(options, n_labeled, n_unlabeled));
    settings.embedding = problem.embed(settings.options.embedding);
    if (wants_verdict) {
      settings.decisions.push_back(
          "no vote: the kernel systems of all samples cannot be solved accurately at any scale that may be "
          "tried; one run takes its place, and labels may be poor");
    } else if (std::string reason = reason_for_no_vote(options, {n_labeled, n_unlabeled}); !reason.empty()) {
      settings.decisions.push_back(std::move(reason));
    }
  }
  if (!options.embedding.n_components && options.embedding.embedding != EmbeddingMethod::precomputed) {
    const int n_classes = std::ranges::max(problem.classes) + 1;
    settings.decisions.push_back(about_components(settings.embedding, n_classes));
  }
  settings.labeler = *settings.options.progressive.labeler;
  const bool all_had_a_vote = verdict && verdict->votes.rows() == n_unlabeled;
  if (all_had_a_vote) {
    settings.guide = std::move(verdict->harmonic);
    settings.classes = most_voted(verdict->votes);
    settings.probabilities = std::move(verdict->probabilities);
    settings.left_out = std::move(verdict->left_out);
  } else if (verdict) {
    settings.decisions.push_back("the vote was on " + std::to_string(verdict->votes.rows()) + " of " +
                                 std::to_string(n_unlabeled) +
                                 " unlabeled samples; rounds with its settings label all of them");
  }
  if (!all_had_a_vote && settings.labeler != Labeler::map) {
    settings.guide = ask_graph(*problem.samples, problem.rows, problem.classes, threads);
  }
  const bool scale_was_open = options.scale.scale.rule == ScaleRule::automatic;
  if (verdict && !all_had_a_vote && scale_was_open) make_solvable(problem, settings.options, threads);
  return settings;
}

}  // namespace sosi
