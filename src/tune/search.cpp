// SPDX-License-Identifier: BSD-3-Clause
#include "tune/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "extend/scale_search.hpp"
#include "graph/harmonic_graph.hpp"
#include "rounds/labeler.hpp"
#include "rounds/manifold_targets.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/model/calibration.hpp"
#include "tune/hold_out.hpp"
#include "tune/leave_one_out.hpp"

namespace sosi {

namespace {

// Differences of inconsistency at which a vote counts e times less: for labels, and for doubts about them.
constexpr double kVoteScale = 0.05;
constexpr double kDoubtScale = 0.2;

// Scales that differ by no more than this share are as good as one.
constexpr double kNear = 0.05;

// Scales as they would be given by hand.
ScaleChoice absolute(const Vector& scales) {
  const bool is_common = scales.minCoeff() == scales.maxCoeff();
  return {ScaleRule::fixed, {{scales.begin(), is_common ? scales.begin() + 1 : scales.end()}, true}};
}

class Search {
 public:
  Search(const SearchProblem& problem, const KernelBackend& backend, SearchHooks hooks)
      : problem_(problem),
        samples_(*problem.samples),
        space_(*problem.space),
        backend_(backend),
        threads_(backend.threads()),
        hooks_(std::move(hooks)),
        state_(std::move(hooks_.resume)) {}

  std::optional<SearchResult> run() {
    if (space_.needs_harmonic()) solve_harmonic();
    try_candidates();
    if (candidates_.empty()) return std::nullopt;
    try_policies();
    return count_votes();
  }

 private:
  // What labels are scored by, made when a run needs it.
  struct Scoring {
    std::shared_ptr<const LeaveOneOut> leave_one_out;
  };

  // An embedding with scales; candidates with the same scales share their scoring.
  struct Candidate {
    std::size_t embedding;
    Vector scales;
    std::shared_ptr<Scoring> scoring;
    double inconsistency;  // of its first run

    std::size_t n_systems() const { return group_scales(scales).size(); }
  };

  // A run to be made.
  struct Task {
    const Candidate* candidate;
    RoundsPolicy policy;
  };

  // A run that has ended, and how it doubts its labels of the unlabeled samples.
  struct Outcome {
    SearchedRun finished;
    Matrix probabilities;
  };

  void solve_harmonic() {
    const std::vector<int> labels = samples_.labels();
    const NeighborLists lists =
        nearest_by_distances(*problem_.squared_distances, most_neighbors({}), threads_);
    graph_ = HarmonicLabeler(lists, labels, threads_);
    harmonic_ = graph_.probabilities(labels);
  }

  // By the rule that is given, or else by leave-one-out over the labeled samples.
  Vector scales_by_rule(const Matrix& embedding) const {
    const Index n = samples_.n_labeled();
    const Matrix centers = samples_.gather(samples_.labeled());
    const Matrix distances = problem_.squared_distances->topLeftCorner(n, n);
    return search_scales({&centers, &distances, &embedding, samples_.classes()}, problem_.median_distance,
                         problem_.scale, backend_)
        .scales;
  }

  // Of leave-one-out, in few groups, each for its embedding: where dimensions are of different nature, one
  // scale does not do. None where they are near each other, or where a class has a single label, which says
  // nothing about scales.
  std::vector<std::pair<std::size_t, Vector>> scales_by_dimension(const std::vector<Vector>& by_rule) const {
    if (!space_.has_scales_by_dimension || samples_.fewest_labels() < 2) return {};
    std::vector<std::pair<std::size_t, Vector>> scales;
    for (std::size_t e = 0; e < by_rule.size(); ++e) {
      constexpr double kRounding = 1e-9;
      const double ratio = by_rule[e].maxCoeff() / by_rule[e].minCoeff();
      if (ratio < 1.0 + kNear) continue;
      const double of_group = std::pow(ratio, 1.0 / kMostGroups) + kRounding;
      scales.emplace_back(e, merge_scales(by_rule[e], of_group - 1.0));
    }
    return scales;
  }

  // All dimensions at one scale share a factorization.
  std::vector<Vector> common_scales(const std::vector<Vector>& by_rule) const {
    std::vector<Vector> scales;
    const auto add = [&](Vector candidate) {
      const auto is_near = [&](const Vector& other) {
        return ((other - candidate).array() / candidate.array()).abs().maxCoeff() < kNear;
      };
      if (std::ranges::none_of(scales, is_near)) scales.push_back(std::move(candidate));
    };
    for (const Vector& of_embedding : by_rule) {
      const double common = std::exp(of_embedding.array().log().mean());
      add(space_.scale_is_open ? Vector(Vector::Constant(of_embedding.size(), common)) : of_embedding);
    }
    if (!space_.scale_is_open) return scales;
    const Index d = problem_.embeddings.front().coordinates.cols();
    for (const double multiple : space_.scales) {
      add(Vector::Constant(d, multiple * problem_.median_distance));
    }
    std::ranges::sort(scales, {}, [](const Vector& candidate) { return candidate(0); });
    return scales;
  }

  ScaleOptions scale_options(const Vector& scales) const {
    ScaleOptions options = problem_.scale;
    options.scale = absolute(scales);
    options.scale_groups = 0.0;  // they have been merged
    return options;
  }

  const std::string& embedding_name(const Candidate& candidate) const {
    return problem_.embeddings[candidate.embedding].name;
  }

  Outcome outcome_of(const Task& task) const {
    const auto& [candidate, policy] = task;
    SampleDistances distances(*problem_.squared_distances, samples_.n_labeled());
    const Matrix& embedding = problem_.embeddings[candidate->embedding].coordinates;
    RoundsSettings settings = problem_.rounds;
    settings.policy = policy;
    std::vector<int> classes = label_in_rounds({&samples_, &distances, &embedding, problem_.median_distance,
                                                GrowthPlan::keep_all(samples_.size()), &harmonic_},
                                               scale_options(candidate->scales), settings, backend_);
    const Matrix targets = targets_at_all(*candidate, classes);
    const Matrix left_out = candidate->scoring->leave_one_out->values(targets);
    const double score = inconsistency(targets, left_out, samples_.n_labeled());
    Matrix probabilities = probabilities_by(left_out, embedding, classes);
    const double relative = std::exp(candidate->scales.array().log().mean()) / problem_.median_distance;
    return {{{embedding_name(*candidate), relative, static_cast<int>(candidate->n_systems()),
              policy.selection, policy.quota_weight, policy.labeler, score},
             candidate->scales,
             std::move(classes)},
            std::move(probabilities)};
  }

  // Nothing where the run has not been made.
  const SearchedRun* finished(const Task& task) const {
    const auto found = std::ranges::find_if(state_.runs, [&](const SearchedRun& one) {
      return one.run.embedding == embedding_name(*task.candidate) && one.scales == task.candidate->scales &&
             task.policy == RoundsPolicy{one.run.selection, one.run.quota_weight, one.run.labeler};
    });
    return found != state_.runs.end() ? &*found : nullptr;
  }

  // Runs that have not been made yet, a few at a time.
  void run(const std::vector<Task>& tasks) {
    std::vector<Task> open;
    for (const Task& task : tasks) {
      if (finished(task) == nullptr) {
        open.push_back(task);
      } else {
        to_come_ -= static_cast<double>(task.candidate->n_systems());
      }
    }
    for (const Task& task : open) make_scoring(*task.candidate);
    const std::size_t at_once = 2 * static_cast<std::size_t>(threads_.size());
    for (std::size_t first = 0; first < open.size(); first += at_once) {
      const std::size_t n = std::min(at_once, open.size() - first);
      std::vector<Outcome> outcomes(n);
      threads_.for_each(n, [&](std::size_t i) { outcomes[i] = outcome_of(open[first + i]); });
      for (Outcome& outcome : outcomes) keep(std::move(outcome));
      checkpoint();
      for (std::size_t i = 0; i < n; ++i) report(open[first + i].candidate->n_systems());
    }
  }

  void keep(Outcome outcome) {
    state_.soft_votes = with_votes(std::move(state_.soft_votes), outcome.finished.run.inconsistency,
                                   outcome.probabilities, kDoubtScale);
    state_.runs.push_back(std::move(outcome.finished));
  }

  void checkpoint() const {
    if (hooks_.checkpoint) hooks_.checkpoint(state_);
  }

  // Whether it can be made.
  bool make_scoring(const Candidate& candidate) {
    if (candidate.scoring->leave_one_out != nullptr) return true;
    const SampleDistances distances(*problem_.squared_distances, samples_.n_labeled());
    candidate.scoring->leave_one_out =
        LeaveOneOut::make(distances, candidate.scales, problem_.scale.ridge, backend_);
    report(kScoring * candidate.n_systems());
    return candidate.scoring->leave_one_out != nullptr;
  }

  // How a run doubts its labels of the unlabeled samples: by what its map says of each when it is left out,
  // at the temperature that suits its labels best.
  Matrix probabilities_by(const Matrix& left_out, const Matrix& embedding,
                          const std::vector<int>& classes) const {
    const Matrix by_class = nearest_by_class(left_out, embedding, samples_.classes(), threads_);
    Matrix targets = Matrix::Zero(by_class.rows(), by_class.cols());
    for (Index i = 0; i < targets.rows(); ++i) targets(i, classes[i]) = 1.0;
    targets = with_doubt(targets, doubt_after(samples_.n_labeled()));
    return class_probabilities(by_class.bottomRows(samples_.n_unlabeled()),
                               {fit_temperature(by_class, targets)});
  }

  Matrix targets_at_all(const Candidate& candidate, std::span<const int> classes) const {
    const SampleDistances distances(*problem_.squared_distances, samples_.n_labeled());
    return ManifoldTargets(samples_, distances, problem_.embeddings[candidate.embedding].coordinates,
                           problem_.rounds.n_neighbors_projection)
        .at_all(classes, threads_);
  }

  // One run for each candidate; the best candidates stay. Below the smallest scale others follow while it is
  // the best, or none can be solved: where there are few features, samples lie so close that only small ones
  // can be.
  void try_candidates() {
    std::vector<Vector> by_rule;
    std::vector<std::size_t> all_embeddings;
    for (const NamedEmbedding& embedding : problem_.embeddings) {
      all_embeddings.push_back(by_rule.size());
      by_rule.push_back(scales_by_rule(embedding.coordinates));
    }
    const std::vector<Vector> scales = common_scales(by_rule);
    const auto by_dimension = scales_by_dimension(by_rule);
    expect(scales, by_dimension);
    double too_large = std::numeric_limits<double>::infinity();  // to be solved, nor will larger ones be
    for (const Vector& common : scales) {
      if (try_scales(common, all_embeddings) || !space_.scale_is_open) continue;
      too_large = common(0);
      break;
    }
    try_smaller_than(scales.front(), all_embeddings);
    for (const auto& [embedding, own] : by_dimension) {
      if (own.maxCoeff() < too_large) try_scales(own, {embedding});
    }
  }

  void try_smaller_than(Vector smallest, const std::vector<std::size_t>& all_embeddings) {
    constexpr int kMoreScales = 10;
    constexpr double kStep = 0.7;
    for (int i = 0; space_.scale_is_open && i < kMoreScales; ++i) {
      if (!candidates_.empty() && candidates_.front().scales != smallest) break;
      smallest *= kStep;
      try_scales(smallest, all_embeddings);
    }
  }

  // Systems that are to come, counted as one for a run and two for what it is scored by. Which candidates
  // stay is not known yet.
  void expect(const std::vector<Vector>& scales,
              const std::vector<std::pair<std::size_t, Vector>>& by_dimension) {
    std::size_t n_kept = space_.scale_is_open ? std::min(space_.most_systems, scales.size()) : 1;
    to_come_ = static_cast<double>(scales.size() * (kScoring + problem_.embeddings.size()) +
                                   n_kept * (space_.policies.size() - 1) + space_.n_folds);
    for (const auto& [embedding, own] : by_dimension) {
      to_come_ += static_cast<double>(group_scales(own).size() * (kScoring + 1));
    }
  }

  void report(std::size_t n_systems) {
    done_ += static_cast<double>(n_systems);
    hooks_.progress(std::min(1.0, done_ / std::max(done_, to_come_)));
  }

  // Whether systems with these scales can be solved.
  bool try_scales(const Vector& scales, const std::vector<std::size_t>& embeddings) {
    if (std::ranges::find(state_.unsolvable, scales) != state_.unsolvable.end()) return false;
    const auto scoring = std::make_shared<Scoring>();
    std::vector<Candidate> tried;
    for (const std::size_t e : embeddings) tried.push_back({e, scales, scoring, 0.0});
    std::vector<Task> tasks;
    for (const Candidate& candidate : tried) tasks.push_back({&candidate, space_.first_policy()});
    const bool is_known =
        std::ranges::all_of(tasks, [&](const Task& task) { return finished(task) != nullptr; });
    if (is_known) {
      to_come_ -= static_cast<double>(kScoring * tried.front().n_systems());
    } else if (!make_scoring(tried.front())) {
      state_.unsolvable.push_back(scales);
      return false;
    }
    run(tasks);
    for (std::size_t i = 0; i < tried.size(); ++i) {
      tried[i].inconsistency = finished(tasks[i])->run.inconsistency;
      if (std::isfinite(tried[i].inconsistency)) candidates_.push_back(tried[i]);
    }
    keep_best_candidates();
    return true;
  }

  void keep_best_candidates() {
    std::ranges::stable_sort(candidates_, {}, &Candidate::inconsistency);
    std::vector<Candidate> kept;
    std::size_t n_systems = 0;
    for (Candidate& candidate : candidates_) {
      const bool is_too_much =
          space_.scale_is_open && n_systems + candidate.n_systems() > space_.most_systems;
      if (kept.size() == space_.most_kept || is_too_much) continue;
      n_systems += candidate.n_systems();
      kept.push_back(std::move(candidate));
    }
    candidates_ = std::move(kept);
  }

  // Every other policy for every candidate that stayed.
  void try_policies() {
    std::vector<Task> tasks;
    for (const Candidate& candidate : candidates_) {
      for (const RoundsPolicy& policy : space_.policies) {
        if (policy != space_.first_policy()) tasks.push_back({&candidate, policy});
      }
    }
    to_come_ = done_ + static_cast<double>(space_.n_folds);
    for (const Task& task : tasks) to_come_ += static_cast<double>(task.candidate->n_systems());
    run(tasks);
  }

  // The runs that can be compared, the most consistent first.
  std::vector<const SearchedRun*> ranked() const {
    std::vector<const SearchedRun*> runs;
    for (const SearchedRun& one : state_.runs) {
      if (std::isfinite(one.run.inconsistency)) runs.push_back(&one);
    }
    std::ranges::stable_sort(runs, {}, [](const SearchedRun* one) { return one->run.inconsistency; });
    return runs;
  }

  static std::vector<double> weights(const std::vector<const SearchedRun*>& runs, double scale) {
    std::vector<double> inconsistencies;
    for (const SearchedRun* one : runs) inconsistencies.push_back(one->run.inconsistency);
    return vote_weights(inconsistencies, scale);
  }

  Matrix shares_by(const std::vector<const SearchedRun*>& runs, const std::vector<double>& weights) const {
    Matrix shares = Matrix::Zero(samples_.n_unlabeled(), samples_.n_classes());
    for (std::size_t i = 0; i < runs.size(); ++i) {
      for (const Position position : samples_.unlabeled()) {
        shares(position - samples_.n_labeled(), runs[i]->classes[position]) += weights[i];
      }
    }
    return shares;
  }

  // The share of the unlabeled samples that a run labels otherwise than the vote.
  double disagreement(const std::vector<int>& classes, const std::vector<int>& voted) const {
    Index n = 0;
    for (std::size_t u = 0; u < voted.size(); ++u) {
      if (classes[static_cast<std::size_t>(samples_.n_labeled()) + u] != voted[u]) ++n;
    }
    return static_cast<double>(n) / static_cast<double>(voted.size());
  }

  // What the map would be at each sample without it, if the votes are right.
  Matrix left_out_by(const Vote& vote, const Candidate& candidate) {
    if (!make_scoring(candidate)) throw InvalidInput("the checkpoint is inconsistent with this fit");
    std::vector<int> classes = samples_.labels();
    std::ranges::copy(vote.classes(), classes.begin() + samples_.n_labeled());
    return candidate.scoring->leave_one_out->values(targets_at_all(candidate, classes));
  }

  const Candidate& candidate_of(const SearchedRun& finished) const {
    return *std::ranges::find_if(candidates_, [&](const Candidate& candidate) {
      return candidate.scales == finished.scales && embedding_name(candidate) == finished.run.embedding;
    });
  }

  HoldOutTrial trial_of(const SearchChoice& choice) {
    if (!state_.trial) {
      state_.trial = hold_out_labels(problem_, choice, graph_, backend_);
      checkpoint();
    }
    return *state_.trial;
  }

  SearchResult count_votes() {
    SearchResult result;
    const std::vector<const SearchedRun*> runs = ranked();
    const std::vector<double> vote_weights = weights(runs, kVoteScale);
    const std::vector<double> doubt_weights = weights(runs, kDoubtScale);
    result.vote.shares = shares_by(runs, vote_weights);
    result.vote.probabilities = 0.5 * (shares_by(runs, doubt_weights) + state_.soft_votes.mean());
    const std::vector<int> voted = result.vote.classes();
    const SearchedRun& best = *runs.front();
    const Candidate& candidate = candidate_of(best);
    result.vote.left_out = left_out_by(result.vote, candidate);
    result.embedding = problem_.embeddings[candidate.embedding].coordinates;
    result.best = {best.run.embedding,
                   scale_options(best.scales),
                   {best.run.selection, best.run.quota_weight, best.run.labeler}};
    result.trial = trial_of(result.best);
    result.harmonic = std::move(harmonic_);
    for (std::size_t i = 0; i < runs.size(); ++i) {
      result.runs.push_back(runs[i]->run);
      result.runs.back().weight = vote_weights[i];
      result.runs.back().doubt_weight = doubt_weights[i];
      result.runs.back().disagreement = disagreement(runs[i]->classes, voted);
    }
    result.state = std::move(state_);
    return result;
  }

  static constexpr std::size_t kScoring = 2;  // a factorization and the diagonal of the inverse

  const SearchProblem& problem_;
  const SampleSet& samples_;
  const SearchSpace& space_;
  const KernelBackend& backend_;
  ThreadPool& threads_;
  SearchHooks hooks_;
  SearchState state_;
  double done_ = 0.0;     // systems
  double to_come_ = 0.0;  // with those that are done
  HarmonicLabeler graph_;
  Matrix harmonic_;  // by position
  std::vector<Candidate> candidates_;
};

}  // namespace

std::optional<SearchResult> search_hyperparameters(const SearchProblem& problem, const KernelBackend& backend,
                                                   SearchHooks hooks) {
  return Search(problem, backend, std::move(hooks)).run();
}

}  // namespace sosi
