// SPDX-License-Identifier: BSD-3-Clause
#include "rounds/loop.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <numeric>

#include "extend/scale_search.hpp"
#include "kernel/single_system.hpp"
#include "rounds/growing_map.hpp"
#include "rounds/labeler.hpp"
#include "rounds/manifold_targets.hpp"
#include "sosi/rounds/ranking.hpp"

namespace sosi {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Loop {
 public:
  Loop(const RoundsProblem& problem, const ScaleOptions& scale, const RoundsSettings& settings,
       const KernelBackend& backend)
      : problem_(problem),
        samples_(*problem.samples),
        scale_(scale),
        settings_(settings),
        schedule_(settings.schedule),
        backend_(backend),
        targets_(samples_, *problem.distances, *problem.embedding, settings.n_neighbors_projection),
        proportions_(initial_proportions()) {}

  RoundsResult run(const RoundHooks& hooks) {
    std::optional<Round> last;
    int first = 0;
    if (hooks.resume != nullptr) {
      first = hooks.resume->n_done;
      last = resume(*hooks.resume);
    }
    for (int number = first; number < schedule_.n_rounds; ++number) {
      Round round = play(number, last ? &*last : nullptr,
                         schedule_.is_last(number) ? RoundKind::last : RoundKind::inner);
      last = std::move(round);
      update_proportions(last->classification);
      if (hooks.after_round) hooks.after_round(*last, state_after(*last));
    }
    map_.reset();  // makes room
    Indices rows;
    for (const Position position : through_.centers) rows.push_back(samples_.row(position));
    RbfMap map(samples_.matrix(), rows, std::move(coefficients_), last->scales);
    return {std::move(map), std::move(through_.centers), std::move(held_out_), std::move(*last),
            std::move(chosen_)};
  }

  std::vector<int> label() {
    std::optional<Round> last;
    for (int number = 0; number < schedule_.n_rounds; ++number) {
      Round round = play(number, last ? &*last : nullptr, RoundKind::inner);
      last = std::move(round);
      update_proportions(last->classification);
    }
    return std::move(last->classification.classes);
  }

 private:
  std::vector<double> initial_proportions() const {
    if (settings_.class_proportions.source == ClassProportions::Source::given) {
      return settings_.class_proportions.given;
    }
    return std::vector<double>(samples_.n_classes(), 1.0 / samples_.n_classes());
  }

  // class_proportions = estimate: half the old proportions, half those of the labels just given.
  void update_proportions(const Classification& labels) {
    if (settings_.class_proportions.source != ClassProportions::Source::estimate) return;
    if (samples_.n_unlabeled() == 0) return;
    for (double& proportion : proportions_) proportion *= 0.5;
    for (const Position position : samples_.unlabeled()) {
      proportions_[labels.classes[position]] += 0.5 / static_cast<double>(samples_.n_unlabeled());
    }
  }

  RoundState state_after(const Round& round) const {
    const Classification& all = round.classification;
    const Index n_labeled = samples_.n_labeled();
    return {round.number + 1,
            through_.centers,
            {{all.classes.begin() + n_labeled, all.classes.end()},
             {all.confidence.begin() + n_labeled, all.confidence.end()}},
            proportions_,
            chosen_,
            kernel_};
  }

  Round play(int number, const Round* before, RoundKind kind) {
    const Clock::time_point start = Clock::now();
    Round round;
    round.number = number;
    round.n_rounds = schedule_.n_rounds;
    const Positions chosen = before != nullptr ? next_centers(number, before->classification) : Positions();
    const bool has_final = kind == RoundKind::last && problem_.final_classes != nullptr;
    const CenterTargets wanted = targets_.at(chosen,
                                             has_final           ? *problem_.final_classes
                                             : before != nullptr ? before->classification.classes
                                                                 : none_,
                                             backend_.threads());
    if (number == 0 || settings_.refit_scale) {
      map_.reset();
      choose_scales_for(wanted);
    }
    if (!map_) make_map();
    MapAtSamples at_samples = map_->move_to(wanted, kind);
    kernel_.include(at_samples.kernel);
    round.scales = chosen_.scales;
    round.diagnostics = kernel_;
    round.embedded = std::move(at_samples.values);
    through_ = std::move(at_samples.through);
    round.centers = through_.centers;
    coefficients_ = std::move(at_samples.coefficients);
    held_out_ = {places_to_leave_out(), std::move(at_samples.left_out), std::move(at_samples.before)};
    round.classification = with_given_labels(classify(round.embedded, kind));
    round.n_changed = before == nullptr ? 0 : n_changed(round.classification, before->classification);
    round.seconds = seconds_since(start);
    return round;
  }

  // Of the unlabeled samples. The last round is the map's alone.
  Classification classify(const Matrix& embedded, RoundKind kind) const {
    const Index n = samples_.n_unlabeled();
    const MatrixView unlabeled = embedded.bottomRows(n);
    Classification by_map =
        classify_nearest(unlabeled, *problem_.embedding, samples_.classes(), backend_.threads());
    const Labeler labeler = settings_.policy.labeler;
    if (kind == RoundKind::last || labeler == Labeler::map) return by_map;
    return combine_labels(
        labeler, std::move(by_map),
        nearest_by_class(unlabeled, *problem_.embedding, samples_.classes(), backend_.threads()),
        problem_.harmonic->bottomRows(n));
  }

  Classification with_given_labels(const Classification& unlabeled) const {
    Classification all;
    all.classes.assign(samples_.classes().begin(), samples_.classes().end());
    all.confidence.assign(samples_.n_labeled(), std::numeric_limits<double>::infinity());
    all.classes.insert(all.classes.end(), unlabeled.classes.begin(), unlabeled.classes.end());
    all.confidence.insert(all.confidence.end(), unlabeled.confidence.begin(), unlabeled.confidence.end());
    return all;
  }

  // The round that a run was interrupted after, as far as the next one looks at it.
  Round resume(const RoundState& state) {
    chosen_ = state.chosen;
    proportions_ = state.proportions;
    kernel_ = state.kernel;
    through_.centers = state.centers;
    Round round;
    round.classification = with_given_labels(state.classification);
    if (!settings_.refit_scale) {
      make_map();
      map_->restore(state.centers);
    }
    return round;
  }

  void make_map() {
    map_ = std::make_unique<GrowingMap>(
        *problem_.distances,
        MapShape{chosen_.scales, scale_.ridge, std::ranges::max(schedule_.sizes()), places_to_leave_out()},
        problem_.plan, backend_);
  }

  // The labeled samples are the first centers, so that their positions are their places. With many systems
  // fewer will do, or this would take as long as the rounds; where final classes are given for samples that
  // all become centers, these have been scored before.
  Indices places_to_leave_out() const {
    const bool all_become_centers =
        schedule_.n_unlabeled_centers(schedule_.n_rounds - 1) == samples_.n_unlabeled();
    if (problem_.final_classes != nullptr && all_become_centers) return {};
    constexpr std::size_t kMostSolutions = 1500;
    constexpr std::size_t kFewest = 50;
    const std::size_t most = std::max(kFewest, kMostSolutions / group_scales(chosen_.scales).size());
    const Positions spread = spread_over(samples_.labeled(), samples_.n_labeled(),
                                         std::min(samples_.n_labeled(), static_cast<Index>(most)));
    return {spread.begin(), spread.end()};
  }

  static int n_changed(const Classification& now, const Classification& before) {
    return std::transform_reduce(now.classes.begin(), now.classes.end(), before.classes.begin(), 0,
                                 std::plus(), [](int a, int b) { return a == b ? 0 : 1; });
  }

  Positions next_centers(int number, const Classification& labels) const {
    return spread_over(rank(labels), schedule_.n_trusted(number), schedule_.n_unlabeled_centers(number));
  }

  Positions rank(const Classification& labels) const {
    const RoundsPolicy& policy = settings_.policy;
    const Positions candidates = samples_.unlabeled();
    switch (policy.selection) {
      case Selection::mixed:
        return rank_mixed(labels, candidates, proportions_, policy.quota_weight);
      case Selection::quota:
        return rank_by_quota(labels, candidates, proportions_);
      case Selection::confidence:
        break;
    }
    return rank_by_confidence(labels, candidates);
  }

  void choose_scales_for(const CenterTargets& through) {
    // Fixed scales need no look at the samples, and so no copies of them.
    const Positions seen = scale_.scale.rule == ScaleRule::fixed ? Positions() : through.centers;
    const Matrix centers = samples_.gather(seen);
    Matrix distances(seen.size(), seen.size());
    problem_.distances->gather(seen, problem_.distances->to(seen), distances.data(), distances.outerStride());
    ScaleProblem scale_problem{&centers, &distances, &through.targets, samples_.classes()};
    if (scale_.scale.rule == ScaleRule::automatic)
      scale_problem.is_solvable = [&](double scale) { return is_solvable_at_the_end(scale); };
    chosen_ = search_scales(scale_problem, problem_.median_distance, scale_, backend_);
  }

  // scale = auto stays where a map through as many centers as the last round's can be computed: the scales
  // are chosen on the labeled samples alone, but more centers lie closer together and make the systems worse.
  // Which ones they will be is not known yet: the first unlabeled samples stand for them.
  bool is_solvable_at_the_end(double scale) {
    if (scale <= largest_solvable_) return true;
    if (scale >= smallest_unsolvable_) return false;
    const bool solvable = is_solvable(*problem_.distances, position_range(0, schedule_.n_last_centers()),
                                      {scale, scale_.ridge}, backend_);
    (solvable ? largest_solvable_ : smallest_unsolvable_) = scale;
    return solvable;
  }

  const RoundsProblem& problem_;
  const SampleSet& samples_;
  const ScaleOptions& scale_;
  const RoundsSettings& settings_;
  const Schedule& schedule_;
  const KernelBackend& backend_;
  ManifoldTargets targets_;
  std::vector<double> proportions_;
  const std::vector<int> none_;  // classes of round 0, which has no unlabeled centers
  CenterTargets through_;        // of the round that ended
  Matrix coefficients_;
  HeldOutValues held_out_;
  double largest_solvable_ = 0.0;  // of the scales that were tried
  double smallest_unsolvable_ = std::numeric_limits<double>::infinity();
  ChosenScales chosen_;
  KernelDiagnostics kernel_;
  std::unique_ptr<GrowingMap> map_;
};

}  // namespace

RoundsResult run_rounds(const RoundsProblem& problem, const ScaleOptions& scale,
                        const RoundsSettings& settings, const KernelBackend& backend,
                        const RoundHooks& hooks) {
  return Loop(problem, scale, settings, backend).run(hooks);
}

std::vector<int> label_in_rounds(const RoundsProblem& problem, const ScaleOptions& scale,
                                 const RoundsSettings& settings, const KernelBackend& backend) {
  return Loop(problem, scale, settings, backend).label();
}

}  // namespace sosi
