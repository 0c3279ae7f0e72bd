// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <string>

#include "rounds/loop.hpp"
#include "kernel/gaussian_sum.hpp"
#include "rounds/growing_map.hpp"
#include "kernel/kernel_system.hpp"
#include "sosi/classify/manifold_projection.hpp"

namespace sosi {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Loop {
 public:
  Loop(const ProgressiveProblem& problem, const ScaleOptions& scale_options,
       const ProgressiveOptions& options, ThreadPool& threads)
      : problem_(problem), scale_options_(scale_options), options_(options), threads_(threads) {
    const int n_classes = *std::ranges::max_element(problem.classes) + 1;
    members_.resize(n_classes);
    for (Index i = 0; i < n_labeled(); ++i) members_[problem.classes[i]].push_back(i);
    projected_class_.assign(n_unlabeled(), -1);
    projected_.resize(n_unlabeled(), problem.embedding->cols());
    shares_ = initial_shares(n_classes);
  }

  ProgressiveResult run(const RoundHooks& hooks) {
    std::optional<Round> last;
    int first = 0;
    if (hooks.resume != nullptr) {
      first = hooks.resume->n_done;
      last = resume(*hooks.resume);
    }
    for (int number = first; number < n_rounds(options_); ++number) {
      const RoundKind kind = number + 1 == n_rounds(options_) ? RoundKind::last : RoundKind::inner;
      Round round = play(number, last ? &*last : nullptr, kind);
      last = std::move(round);
      update_shares(last->classification);
      if (hooks.after_round) {
        hooks.after_round(*last,
                          {number + 1, through_.centers, last->classification, shares_, chosen_, kernel_});
      }
    }
    map_.reset();  // makes room
    Indices rows;
    for (const Index position : through_.centers) rows.push_back(problem_.rows[position]);
    RbfMap map(*problem_.samples, rows, std::move(coefficients_), last->scales);
    return {std::move(map), std::move(through_.centers), std::move(untold_), std::move(*last),
            std::move(chosen_)};
  }

  Classification label() {
    std::optional<Round> last;
    for (int number = 0; number < n_rounds(options_); ++number) {
      Round round = play(number, last ? &*last : nullptr, RoundKind::inner);
      last = std::move(round);
      update_shares(last->classification);
    }
    return std::move(last->classification);
  }

  Matrix targets(const std::vector<int>& classes) {
    Indices all(n_unlabeled());
    std::iota(all.begin(), all.end(), Index{0});
    return center_targets(all, &classes).targets;
  }

 private:
  Index n_labeled() const { return problem_.embedding->rows(); }
  Index n_unlabeled() const { return static_cast<Index>(problem_.rows.size()) - n_labeled(); }

  std::vector<double> initial_shares(int n_classes) const {
    if (options_.class_proportions.source == ClassProportions::Source::given) {
      return options_.class_proportions.given;
    }
    return std::vector<double>(n_classes, 1.0 / n_classes);
  }

  // class_proportions = estimate: half the old shares, half those of the labels just given.
  void update_shares(const Classification& classification) {
    const ClassProportions::Source source = options_.class_proportions.source;
    const bool are_known =
        source == ClassProportions::Source::equal || source == ClassProportions::Source::given;
    if (are_known || n_unlabeled() == 0) return;
    for (double& share : shares_) share *= 0.5;
    for (const int of_class : classification.classes)
      shares_[of_class] += 0.5 / static_cast<double>(n_unlabeled());
  }

  Round play(int number, const Round* before, RoundKind kind) {
    const Clock::time_point start = Clock::now();
    Round round;
    round.number = number;
    round.n_rounds = n_rounds(options_);
    if (before != nullptr) round.centers = next_centers(number, before->classification);
    const bool is_told = kind == RoundKind::last && problem_.final_classes != nullptr;
    const CenterTargets wanted =
        center_targets(round.centers, is_told || before == nullptr ? problem_.final_classes
                                                                   : &before->classification.classes);
    if (number == 0 || options_.refit_scale) {
      map_.reset();
      choose(wanted);
    }
    if (!map_) make_map();
    MapAtSamples at_samples = map_->move_to(wanted, kind);
    round.scales = chosen_.scales;
    kernel_.include(at_samples.kernel);
    round.diagnostics = kernel_;
    round.embedded = at_samples.values.bottomRows(n_unlabeled());
    through_ = std::move(at_samples.through);
    coefficients_ = std::move(at_samples.coefficients);
    untold_ = {left_out(), std::move(at_samples.left_out), std::move(at_samples.before)};
    round.classification = classify(round.embedded, kind);
    round.n_changed = before == nullptr ? 0 : n_changed(round.classification, before->classification);
    round.seconds = seconds_since(start);
    return round;
  }

  // The finished map speaks for itself.
  Classification classify(const Matrix& embedded, RoundKind kind) const {
    Classification own = classify_nearest(embedded, *problem_.embedding, problem_.classes, threads_);
    if (kind == RoundKind::last || problem_.guidance.labeler == Labeler::map) return own;
    return follow(problem_.guidance, std::move(own),
                  nearest_by_class(embedded, *problem_.embedding, problem_.classes, threads_));
  }

  // The round that a run was interrupted after, as far as the next one looks at it.
  Round resume(const RoundState& state) {
    chosen_ = state.chosen;
    shares_ = state.shares;
    kernel_ = state.kernel;
    through_.centers = state.centers;
    Round round;
    round.classification = state.classification;
    if (!options_.refit_scale) {
      make_map();
      map_->restore(state.centers);
    }
    return round;
  }

  void make_map() {
    const Indices sizes = centers_by_round(options_, n_labeled(), n_unlabeled());
    map_.emplace(*problem_.distances,
                 MapShape{chosen_.scales, scale_options_.ridge, std::ranges::max(sizes), left_out()},
                 problem_.plan, threads_);
  }

  // The labeled samples are the first centers. With many systems fewer will do, or this would take as long as
  // the rounds; where labels are told of all samples, they have been judged before.
  Indices left_out() const {
    const int last = n_rounds(options_) - 1;
    const bool all_become_centers =
        n_unlabeled_centers(options_, last, n_labeled(), n_unlabeled()) == n_unlabeled();
    if (problem_.final_classes != nullptr && all_become_centers) return {};
    constexpr std::size_t kMostSolutions = 1500;
    constexpr std::size_t kFewest = 50;
    const std::size_t most = std::max(kFewest, kMostSolutions / group_scales(chosen_.scales).size());
    Indices labeled(n_labeled());
    std::iota(labeled.begin(), labeled.end(), Index{0});
    return spread_over(labeled, n_labeled(), std::min(n_labeled(), static_cast<Index>(most)));
  }

  static int n_changed(const Classification& now, const Classification& before) {
    return static_cast<int>(now.classes.size()) -
           std::transform_reduce(now.classes.begin(), now.classes.end(), before.classes.begin(), 0,
                                 std::plus(), [](int a, int b) { return a == b ? 1 : 0; });
  }

  Indices next_centers(int number, const Classification& classification) const {
    return spread_over(rank(classification), n_trusted(options_, number, n_unlabeled()),
                       n_unlabeled_centers(options_, number, n_labeled(), n_unlabeled()));
  }

  Indices rank(const Classification& classification) const {
    switch (options_.selection.value_or(Selection::confidence)) {
      case Selection::mixed:
        return rank_mixed(classification, shares_, options_.quota_weight);
      case Selection::quota:
        return rank_by_quota(classification, shares_);
      default:
        return rank_by_confidence(classification);
    }
  }

  // The round's centers by position and what f must be there: the learned embedding at the labeled ones, at
  // the others that of their projection onto the manifold of the class they were given.
  CenterTargets center_targets(const Indices& centers, const std::vector<int>* classes) {
    CenterTargets through{Indices(n_labeled()),
                          Matrix(n_labeled() + std::ssize(centers), problem_.embedding->cols())};
    std::iota(through.centers.begin(), through.centers.end(), Index{0});
    through.targets.topRows(n_labeled()) = *problem_.embedding;
    threads_.for_each(centers.size(), [&](std::size_t c) {
      const Index unlabeled = centers[c];
      const int of_class = (*classes)[unlabeled];
      if (projected_class_[unlabeled] != of_class) project(unlabeled, of_class);
      through.targets.row(n_labeled() + static_cast<Index>(c)) = projected_.row(unlabeled);
    });
    for (const Index unlabeled : centers) through.centers.push_back(n_labeled() + unlabeled);
    return through;
  }

  void project(Index unlabeled, int of_class) {
    const ManifoldProjection projection =
        project_onto_manifold(problem_.distances->kept(), n_labeled() + unlabeled, members_[of_class],
                              options_.n_neighbors_projection);
    projected_.row(unlabeled).setZero();
    for (std::size_t a = 0; a < projection.neighbors.size(); ++a) {
      projected_.row(unlabeled) += projection.weights(a) * problem_.embedding->row(projection.neighbors[a]);
    }
    projected_class_[unlabeled] = of_class;
  }

  void choose(const CenterTargets& through) {
    // Fixed scales need no look at the samples, and so no copies of them.
    const Indices seen = scale_options_.scale.rule == ScaleRule::fixed ? Indices() : through.centers;
    Matrix centers(seen.size(), problem_.samples->cols());
    for (std::size_t l = 0; l < seen.size(); ++l)
      centers.row(l) = problem_.samples->row(problem_.rows[seen[l]]);
    Matrix distances(seen.size(), seen.size());
    problem_.distances->gather(seen, problem_.distances->to(seen), distances.data(), distances.outerStride());
    ScaleProblem scale_problem{centers, &distances, through.targets, problem_.classes};
    if (scale_options_.scale.rule == ScaleRule::automatic)
      scale_problem.is_solvable = [&](double scale) { return is_solvable_at_the_end(scale); };
    chosen_ = choose_scales(scale_problem, problem_.median_distance, scale_options_, threads_);
  }

  // scale = auto stays where a map through as many centers as the last round's can be computed: the scales
  // are chosen on the labeled samples alone, but more centers lie closer together and make the systems worse.
  // Which ones they will be is not known yet: the first unlabeled samples stand for them.
  bool is_solvable_at_the_end(double scale) {
    if (scale <= largest_solvable_) return true;
    if (scale >= smallest_unsolvable_) return false;
    Indices positions(n_labeled() +
                      n_unlabeled_centers(options_, n_rounds(options_) - 1, n_labeled(), n_unlabeled()));
    std::iota(positions.begin(), positions.end(), Index{0});
    const Kernel kernel{scale, scale_options_.ridge};
    const bool solvable = is_solvable(*problem_.distances, positions, kernel, threads_);
    (solvable ? largest_solvable_ : smallest_unsolvable_) = scale;
    return solvable;
  }

  const ProgressiveProblem& problem_;
  const ScaleOptions& scale_options_;
  const ProgressiveOptions& options_;
  ThreadPool& threads_;
  std::vector<Indices> members_;  // of each class, among the labeled samples
  std::vector<double> shares_;
  std::vector<int> projected_class_;  // for which `projected_` holds, per unlabeled sample
  Matrix projected_;
  CenterTargets through_;  // of the round that ended
  Matrix coefficients_;
  Untold untold_;
  double largest_solvable_ = 0.0;  // of the scales that were tried
  double smallest_unsolvable_ = std::numeric_limits<double>::infinity();
  ChosenScales chosen_;
  KernelDiagnostics kernel_;
  std::optional<GrowingMap> map_;
};

}  // namespace

Indices centers_by_round(const ProgressiveOptions& options, Index n_labeled, Index n_unlabeled) {
  Indices sizes;
  for (int round = 0; round < n_rounds(options); ++round) {
    sizes.push_back(n_labeled + n_unlabeled_centers(options, round, n_labeled, n_unlabeled));
  }
  return sizes;
}

void check_sizes(const ProgressiveOptions& options, Index n_labeled, int n_classes) {
  if (options.max_centers && *options.max_centers < n_labeled) {
    throw InvalidInput("max_centers = " + std::to_string(*options.max_centers) + ": must be at least " +
                       std::to_string(n_labeled) + ", the number of distinct labeled samples");
  }
  const ClassProportions& proportions = options.class_proportions;
  if (proportions.source != ClassProportions::Source::given) return;
  const double sum = std::accumulate(proportions.given.begin(), proportions.given.end(), 0.0);
  if (std::ssize(proportions.given) != n_classes || !(sum > 0.0)) {
    throw InvalidInput("class_proportions = " + OptionText<ClassProportions>::format(proportions) +
                       ": must be " + std::to_string(n_classes) + " numbers, one for each class, not all 0");
  }
}

ProgressiveResult run_progressive(const ProgressiveProblem& problem, const ScaleOptions& scale_options,
                                  const ProgressiveOptions& options, ThreadPool& threads,
                                  const RoundHooks& hooks) {
  return Loop(problem, scale_options, options, threads).run(hooks);
}

Classification label_progressively(const ProgressiveProblem& problem, const ScaleOptions& scale_options,
                                   const ProgressiveOptions& options, ThreadPool& threads) {
  return Loop(problem, scale_options, options, threads).label();
}

Matrix targets_of(const ProgressiveProblem& problem, const std::vector<int>& classes,
                  const ProgressiveOptions& options, ThreadPool& threads) {
  const ScaleOptions none;
  return Loop(problem, none, options, threads).targets(classes);
}

}  // namespace sosi
