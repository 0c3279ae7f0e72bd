// SPDX-License-Identifier: BSD-3-Clause
#include "tune/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include "tune/search_space.hpp"
#include "tune/explanation.hpp"
#include "tune/consistency.hpp"
#include "graph/harmonic_graph.hpp"
#include "rounds/loop.hpp"
#include "tune/hold_out.hpp"

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

class Committee {
 public:
  Committee(const CommitteeProblem& problem, ThreadPool& threads, const std::function<void(double)>& say)
      : problem_(problem),
        given_(*problem.options),
        agenda_(agenda_of(given_.progressive.effort)),
        manners_(allowed_manners(agenda_, given_.progressive)),
        threads_(threads),
        say_(say) {}

  std::optional<Verdict> decide() {
    if (std::ranges::any_of(manners_, [](const Manner& m) { return m.labeler != Labeler::map; })) {
      ask_graph();
    }
    probe_arenas();
    if (arenas_.empty()) return std::nullopt;
    hold_votes();
    return count_votes();
  }

 private:
  // Where runs take place; arenas with the same scales share what their labels are judged by.
  struct Arena {
    std::size_t embedding;
    Vector scales;
    std::shared_ptr<const Consistency> consistency;
    double inconsistency;  // of the first run there

    std::size_t n_systems() const { return group_scales(scales).size(); }
  };

  // A run that has ended.
  struct Vote {
    CommitteeMember member;
    Vector scales;
    std::vector<int> classes;  // of the unlabeled samples
  };

  void ask_graph() {
    const std::vector<int> labels = labels_by_position(problem_);
    graph_ = GraphGuide(nearest_by_distances(problem_.distances->kept(), most_neighbors({}), threads_),
                        labels, threads_);
    harmonic_ = graph_.ask(labels).bottomRows(n_unlabeled());
  }

  Index n_labeled() const { return std::ssize(problem_.classes); }
  Index n_unlabeled() const { return std::ssize(problem_.rows) - n_labeled(); }
  int n_classes() const { return std::ranges::max(problem_.classes) + 1; }
  bool scale_is_open() const { return given_.scale.scale.rule == ScaleRule::automatic; }

  // Of a class.
  Index fewest_labels() const {
    Indices counts(n_classes());
    for (const int of_class : problem_.classes) ++counts[of_class];
    return std::ranges::min(counts);
  }

  // By the rule that is given, or else by leave-one-out over the labeled samples.
  Vector scales_by_rule(const Matrix& embedding) const {
    Matrix centers(n_labeled(), problem_.samples->cols());
    for (Index i = 0; i < n_labeled(); ++i) centers.row(i) = problem_.samples->row(problem_.rows[i]);
    const Matrix distances = problem_.distances->kept().topLeftCorner(n_labeled(), n_labeled());
    return choose_scales({centers, &distances, embedding, problem_.classes}, problem_.median_distance,
                         given_.scale, threads_)
        .scales;
  }

  // Of leave-one-out, in few groups, each for its embedding: where dimensions are of different nature, one
  // scale does not do. None where they are near each other, or where a class has a single label, which says
  // nothing about scales.
  std::vector<std::pair<std::size_t, Vector>> scales_by_dimension(const std::vector<Vector>& chosen) const {
    if (!agenda_.asks_by_dimension || !scale_is_open() || fewest_labels() < 2) return {};
    std::vector<std::pair<std::size_t, Vector>> scales;
    for (std::size_t e = 0; e < chosen.size(); ++e) {
      constexpr double kRounding = 1e-9;
      const double ratio = chosen[e].maxCoeff() / chosen[e].minCoeff();
      if (ratio < 1.0 + kNear) continue;
      const double of_group = std::pow(ratio, 1.0 / kMostGroups) + kRounding;
      scales.emplace_back(e, merge_scales(chosen[e], of_group - 1.0));
    }
    return scales;
  }

  // All dimensions at one scale share a factorization.
  std::vector<Vector> common_scales(const std::vector<Vector>& chosen) const {
    std::vector<Vector> scales;
    const auto add = [&](Vector candidate) {
      const auto is_near = [&](const Vector& other) {
        return ((other - candidate).array() / candidate.array()).abs().maxCoeff() < kNear;
      };
      if (std::ranges::none_of(scales, is_near)) scales.push_back(std::move(candidate));
    };
    for (const Vector& by_rule : chosen) {
      const double common = std::exp(by_rule.array().log().mean());
      add(scale_is_open() ? Vector(Vector::Constant(by_rule.size(), common)) : by_rule);
    }
    if (!scale_is_open()) return scales;
    const Index d = problem_.embeddings.front().second.cols();
    for (const double multiple : agenda_.scales) {
      add(Vector::Constant(d, multiple * problem_.median_distance));
    }
    std::ranges::sort(scales, {}, [](const Vector& candidate) { return candidate(0); });
    return scales;
  }

  // `distances` are the caller's: runs side by side need their own.
  ProgressiveProblem problem_in(const Arena& arena, const Guidance& guidance,
                                SampleDistances& distances) const {
    return {problem_.samples,
            problem_.rows,
            &distances,
            &problem_.embeddings[arena.embedding].second,
            problem_.classes,
            problem_.median_distance,
            {true, true, distances.n_samples()},
            guidance};
  }

  ProgressiveOptions rounds_in(const Manner& manner) const {
    ProgressiveOptions options = given_.progressive;
    options.rounds = kCommitteeRounds;
    options.stop_fraction = 1.0;
    options.max_centers.reset();
    options.refit_scale = false;
    options.selection = manner.selection;
    options.quota_weight = manner.quota_weight;
    options.labeler = manner.labeler;
    options.class_proportions = shares_used();
    return options;
  }

  FitOptions settings_of(const Vote& vote) const {
    const CommitteeMember& member = vote.member;
    FitOptions options = given_;
    options.embedding.embedding = member.embedding;
    options.scale = scale_options(vote.scales);
    options.progressive = rounds_in({member.selection, member.quota_weight, member.labeler});
    return options;
  }

  ClassProportions shares_used() const {
    const ClassProportions& given = given_.progressive.class_proportions;
    if (given.source != ClassProportions::Source::automatic) return given;
    return {ClassProportions::Source::equal, {}};
  }

  ScaleOptions scale_options(const Vector& scales) const {
    ScaleOptions options = given_.scale;
    options.scale = absolute(scales);
    options.scale_groups = 0.0;  // they have been merged
    return options;
  }

  Vote run(const Arena& arena, const Manner& manner) const {
    SampleDistances distances(problem_.distances->kept());
    const ProgressiveProblem problem = problem_in(arena, {manner.labeler, &harmonic_}, distances);
    const ProgressiveOptions options = rounds_in(manner);
    Classification found = label_progressively(problem, scale_options(arena.scales), options, threads_);
    const Matrix targets = targets_of(problem, found.classes, options, threads_);
    const double score = inconsistency(targets, arena.consistency->left_out(targets), n_labeled());
    const double relative = std::exp(arena.scales.array().log().mean()) / problem_.median_distance;
    return {{problem_.embeddings[arena.embedding].first, relative, static_cast<int>(arena.n_systems()),
             manner.selection, manner.quota_weight, manner.labeler, score},
            arena.scales,
            std::move(found.classes)};
  }

  // One run in each arena; the best arenas stay. Below the smallest scale others follow while it is the best,
  // or none can be solved: where there are few features, samples lie so close that only small ones can be.
  void probe_arenas() {
    std::vector<Vector> by_rule;
    for (const auto& [method, embedding] : problem_.embeddings) by_rule.push_back(scales_by_rule(embedding));
    const std::vector<Vector> scales = common_scales(by_rule);
    const auto by_dimension = scales_by_dimension(by_rule);
    const auto n_steps = static_cast<double>(scales.size() + by_dimension.size());
    std::vector<std::size_t> all_embeddings(problem_.embeddings.size());
    std::iota(all_embeddings.begin(), all_embeddings.end(), std::size_t{0});
    double too_large = std::numeric_limits<double>::infinity();  // to be solved, nor will larger ones be
    for (std::size_t s = 0; s < scales.size(); ++s) {
      const bool solvable = probe_arenas_at(scales[s], all_embeddings);
      say_(kProbing * static_cast<double>(s + 1) / n_steps);
      if (solvable || !scale_is_open()) continue;
      too_large = scales[s](0);
      break;
    }
    constexpr int kMoreScales = 10;
    constexpr double kStep = 0.7;
    Vector smallest = scales.front();
    for (int i = 0; scale_is_open() && i < kMoreScales; ++i) {
      if (!arenas_.empty() && arenas_.front().scales != smallest) break;
      smallest *= kStep;
      probe_arenas_at(smallest, all_embeddings);
      say_(kProbing * static_cast<double>(scales.size()) / n_steps);
    }
    for (std::size_t s = 0; s < by_dimension.size(); ++s) {
      const auto& [embedding, own] = by_dimension[s];
      if (own.maxCoeff() < too_large) probe_arenas_at(own, {embedding});
      say_(kProbing * static_cast<double>(scales.size() + s + 1) / n_steps);
    }
  }

  bool probe_arenas_at(const Vector& scales, const std::vector<std::size_t>& embeddings) {
    const auto consistency =
        std::make_shared<const Consistency>(*problem_.distances, scales, given_.scale.ridge, threads_);
    if (!consistency->is_solvable()) return false;
    std::vector<Arena> new_arenas;
    for (const std::size_t e : embeddings) new_arenas.push_back({e, scales, consistency, 0.0});
    std::vector<Vote> votes(new_arenas.size());
    threads_.for_each(votes.size(),
                      [&](std::size_t e) { votes[e] = run(new_arenas[e], probe_of(manners_)); });
    for (std::size_t e = 0; e < votes.size(); ++e) {
      new_arenas[e].inconsistency = votes[e].member.inconsistency;
      if (!std::isfinite(new_arenas[e].inconsistency)) continue;
      arenas_.push_back(new_arenas[e]);
      votes_.push_back(std::move(votes[e]));
    }
    keep_best_arenas();
    return true;
  }

  void keep_best_arenas() {
    std::ranges::stable_sort(arenas_, {}, &Arena::inconsistency);
    std::vector<Arena> kept;
    std::size_t n_systems = 0;
    for (Arena& arena : arenas_) {
      const bool is_too_much = scale_is_open() && n_systems + arena.n_systems() > agenda_.most_systems;
      if (kept.size() == agenda_.most_arenas || is_too_much) continue;
      n_systems += arena.n_systems();
      kept.push_back(std::move(arena));
    }
    arenas_ = std::move(kept);
  }

  // Every other manner in every arena that stayed.
  void hold_votes() {
    std::vector<std::pair<const Arena*, Manner>> runs;
    for (const Arena& arena : arenas_) {
      for (const Manner& manner : manners_) {
        if (manner != probe_of(manners_)) runs.emplace_back(&arena, manner);
      }
    }
    const std::size_t n_before = votes_.size();
    votes_.resize(n_before + runs.size());
    const std::size_t at_once = 2 * static_cast<std::size_t>(threads_.size());
    for (std::size_t first = 0; first < runs.size(); first += at_once) {
      const std::size_t n = std::min(at_once, runs.size() - first);
      threads_.for_each(n, [&](std::size_t i) {
        votes_[n_before + first + i] = run(*runs[first + i].first, runs[first + i].second);
      });
      say_(kProbing + kVoting * static_cast<double>(first + n) / static_cast<double>(runs.size()));
    }
    std::ranges::stable_sort(votes_, {}, [](const Vote& vote) { return vote.member.inconsistency; });
  }

  // By inconsistency: a difference of `scale` makes a vote count e times less. Sums 1.
  std::vector<double> weights(double scale) const {
    std::vector<double> weights;
    for (const Vote& vote : votes_) {
      weights.push_back(std::exp((votes_.front().member.inconsistency - vote.member.inconsistency) / scale));
    }
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= sum;
    return weights;
  }

  Matrix shares_of_votes(const std::vector<double>& weights) const {
    Matrix shares = Matrix::Zero(n_unlabeled(), n_classes());
    for (std::size_t i = 0; i < votes_.size(); ++i) {
      for (Index u = 0; u < n_unlabeled(); ++u) shares(u, votes_[i].classes[u]) += weights[i];
    }
    return shares;
  }

  // What the map would be at each sample without it, if the votes are right.
  Matrix left_out_by(const Matrix& votes, const Arena& arena) const {
    SampleDistances distances(problem_.distances->kept());
    const ProgressiveProblem problem = problem_in(arena, {}, distances);
    return arena.consistency->left_out(targets_of(problem, most_voted(votes), given_.progressive, threads_));
  }

  Verdict count_votes() {
    Verdict verdict;
    const std::vector<double> vote_weights = weights(kVoteScale);
    verdict.votes = shares_of_votes(vote_weights);
    verdict.probabilities = shares_of_votes(weights(kDoubtScale));
    const Vote& best = votes_.front();
    const Arena& arena = *std::ranges::find_if(arenas_, [&](const Arena& candidate) {
      return candidate.scales == best.scales &&
             problem_.embeddings[candidate.embedding].first == best.member.embedding;
    });
    verdict.left_out = left_out_by(verdict.votes, arena);
    verdict.embedding = problem_.embeddings[arena.embedding].second;
    verdict.harmonic = std::move(harmonic_);
    verdict.options = settings_of(best);
    verdict.trial = hold_labels_back(problem_, verdict.options, graph_, agenda_.n_parts, threads_);
    say_(1.0);
    verdict.options.progressive.stop_fraction = given_.progressive.stop_fraction;
    verdict.options.progressive.max_centers = given_.progressive.max_centers;
    for (std::size_t i = 0; i < votes_.size(); ++i) {
      verdict.members.push_back(votes_[i].member);
      verdict.members.back().weight = vote_weights[i];
    }
    verdict.decisions = explain(verdict, given_, fewest_labels());
    return verdict;
  }

  // Of the time.
  static constexpr double kProbing = 0.4;
  static constexpr double kVoting = 0.5;

  CommitteeProblem problem_;
  const FitOptions& given_;
  Agenda agenda_;
  std::vector<Manner> manners_;
  ThreadPool& threads_;
  const std::function<void(double)>& say_;
  GraphGuide graph_;
  Matrix harmonic_;  // what it says about the unlabeled samples
  std::vector<Arena> arenas_;
  std::vector<Vote> votes_;
};

}  // namespace

std::vector<int> most_voted(const Matrix& votes) {
  std::vector<int> classes(votes.rows());
  for (Index u = 0; u < votes.rows(); ++u) {
    Index best = 0;
    votes.row(u).maxCoeff(&best);
    classes[u] = static_cast<int>(best);
  }
  return classes;
}

std::vector<int> labels_by_position(const CommitteeProblem& problem) {
  std::vector<int> labels(problem.rows.size(), kUnlabeled);
  std::ranges::copy(problem.classes, labels.begin());
  return labels;
}

std::optional<Verdict> deliberate(const CommitteeProblem& problem, ThreadPool& threads,
                                  const std::function<void(double)>& say) {
  return Committee(problem, threads, say).decide();
}

}  // namespace sosi
