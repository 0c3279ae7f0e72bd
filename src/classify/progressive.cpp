// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/classify/progressive.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <string>

#include "interpolate/gaussian_sum.hpp"
#include "interpolate/kernel_system.hpp"
#include "sosi/classify/manifold_projection.hpp"

namespace sosi {

namespace {

using Clock = std::chrono::steady_clock;

constexpr Index kRowsPerItem = 32;

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
    check_options(n_classes);
    projected_class_.assign(n_unlabeled(), -1);
    projected_.resize(n_unlabeled(), problem.embedding->cols());
    shares_ = initial_shares(n_classes);
  }

  ProgressiveResult run(const RoundCallback& after_round) {
    std::optional<Round> last;
    for (int number = 0; number < options_.rounds; ++number) {
      Round round = play(number, last ? &*last : nullptr);
      diagnostics_.include(round.diagnostics);
      if (after_round) after_round(round);
      last = std::move(round);
      update_shares(last->classification);
    }
    Indices rows;
    for (const Index position : positions_) rows.push_back(problem_.rows[position]);
    RbfMap map(*problem_.samples, rows, std::move(coefficients_), last->scales);
    return {std::move(map), std::move(*last), std::move(chosen_), diagnostics_};
  }

 private:
  Index n_labeled() const { return problem_.embedding->rows(); }
  Index n_unlabeled() const { return static_cast<Index>(problem_.rows.size()) - n_labeled(); }

  void check_options(int n_classes) const {
    if (options_.max_centers && *options_.max_centers < n_labeled()) {
      throw InvalidInput("max_centers = " + std::to_string(*options_.max_centers) + ": must be at least " +
                         std::to_string(n_labeled()) + ", the number of distinct labeled samples");
    }
    const ClassProportions& proportions = options_.class_proportions;
    if (proportions.source != ClassProportions::Source::given) return;
    const double sum = std::accumulate(proportions.given.begin(), proportions.given.end(), 0.0);
    if (std::ssize(proportions.given) != n_classes || !(sum > 0.0)) {
      throw InvalidInput("class_proportions = " + OptionText<ClassProportions>::format(proportions) +
                         ": must be " + std::to_string(n_classes) +
                         " numbers, one for each class, not all 0");
    }
  }

  std::vector<double> initial_shares(int n_classes) const {
    if (options_.class_proportions.source == ClassProportions::Source::given) {
      return options_.class_proportions.given;
    }
    return std::vector<double>(n_classes, 1.0 / n_classes);
  }

  // class_proportions = estimate: half the old shares, half those of the labels just given.
  void update_shares(const Classification& classification) {
    if (options_.class_proportions.source != ClassProportions::Source::estimate || n_unlabeled() == 0) return;
    for (double& share : shares_) share *= 0.5;
    for (const int of_class : classification.classes)
      shares_[of_class] += 0.5 / static_cast<double>(n_unlabeled());
  }

  Round play(int number, const Round* before) {
    const Clock::time_point start = Clock::now();
    Round round;
    round.number = number;
    round.n_rounds = options_.rounds;
    if (before != nullptr) round.centers = next_centers(number, before->classification);
    const Matrix targets = center_targets(round, before);
    round.scales = scales_of(round, targets);
    const CenterSet centers{problem_.squared_distances, positions_};
    Interpolation solved =
        solve_interpolation(centers, targets, round.scales, scale_options_.ridge, threads_);
    coefficients_ = std::move(solved.coefficients);
    round.diagnostics = solved.diagnostics;
    evaluate(round, targets);
    round.classification = classify_nearest(round.embedded, *problem_.embedding, problem_.classes, threads_);
    round.n_changed = before == nullptr ? 0 : n_changed(round.classification, before->classification);
    round.seconds = seconds_since(start);
    return round;
  }

  static int n_changed(const Classification& now, const Classification& before) {
    return static_cast<int>(now.classes.size()) -
           std::transform_reduce(now.classes.begin(), now.classes.end(), before.classes.begin(), 0,
                                 std::plus(), [](int a, int b) { return a == b ? 1 : 0; });
  }

  Indices next_centers(int number, const Classification& classification) const {
    Indices order = options_.selection == Selection::confidence ? rank_by_confidence(classification)
                                                                : rank_by_quota(classification, shares_);
    order.resize(n_unlabeled_centers(options_, number, n_labeled(), n_unlabeled()));
    return order;
  }

  // Sets the round's centers by position, and gives what f must be there: the learned embedding at the
  // labeled ones, at the others that of their projection onto the manifold of the class they were given.
  Matrix center_targets(const Round& round, const Round* before) {
    positions_.resize(n_labeled());
    std::iota(positions_.begin(), positions_.end(), Index{0});
    Matrix targets(n_labeled() + std::ssize(round.centers), problem_.embedding->cols());
    targets.topRows(n_labeled()) = *problem_.embedding;
    threads_.for_each(round.centers.size(), [&](std::size_t c) {
      const Index unlabeled = round.centers[c];
      const int of_class = before->classification.classes[unlabeled];
      if (projected_class_[unlabeled] != of_class) project(unlabeled, of_class);
      targets.row(n_labeled() + static_cast<Index>(c)) = projected_.row(unlabeled);
    });
    for (const Index unlabeled : round.centers) positions_.push_back(n_labeled() + unlabeled);
    return targets;
  }

  void project(Index unlabeled, int of_class) {
    const ManifoldProjection projection =
        project_onto_manifold(*problem_.squared_distances, n_labeled() + unlabeled, members_[of_class],
                              options_.n_neighbors_projection);
    projected_.row(unlabeled).setZero();
    for (std::size_t a = 0; a < projection.neighbors.size(); ++a) {
      projected_.row(unlabeled) += projection.weights(a) * problem_.embedding->row(projection.neighbors[a]);
    }
    projected_class_[unlabeled] = of_class;
  }

  Vector scales_of(const Round& round, const Matrix& targets) {
    if (round.number > 0 && !options_.refit_scale) return chosen_.scales;
    // Fixed scales need no look at the samples, and so no copies of them.
    const Indices seen = scale_options_.scale.rule == ScaleRule::fixed ? Indices() : positions_;
    Matrix centers(seen.size(), problem_.samples->cols());
    for (std::size_t l = 0; l < seen.size(); ++l)
      centers.row(l) = problem_.samples->row(problem_.rows[seen[l]]);
    const Matrix distances = (*problem_.squared_distances)(seen, seen);
    ScaleProblem scale_problem{centers, &distances, targets, problem_.classes};
    if (scale_options_.scale.rule == ScaleRule::automatic) {
      if (!largest_scale_) largest_scale_ = largest_solvable_scale();
      scale_problem.largest_scale = *largest_scale_;
    }
    chosen_ = choose_scales(scale_problem, problem_.median_distance, scale_options_, threads_);
    return chosen_.scales;
  }

  // scale = auto stays where a map through as many centers as the last round's can be computed: the scales
  // are chosen on the labeled samples alone, but more centers lie closer together and make the systems worse.
  // Which ones they will be is not known yet: the first unlabeled samples stand for them.
  double largest_solvable_scale() const {
    Indices positions(n_labeled() +
                      n_unlabeled_centers(options_, options_.rounds - 1, n_labeled(), n_unlabeled()));
    std::iota(positions.begin(), positions.end(), Index{0});
    const Vector grid = scale_grid().resolve(problem_.median_distance);
    // The condition grows with the scale: bisection. The smallest scale is allowed without a look.
    Index low = 0;
    Index high = grid.size();
    while (high - low > 1) {
      const Index middle = (low + high) / 2;
      const Kernel kernel{grid(middle), scale_options_.ridge};
      (is_solvable({problem_.squared_distances, positions}, kernel, threads_) ? low : high) = middle;
    }
    return grid(low);
  }

  // f of every sample, from the same distances and sums that the finished map will use: the same bits.
  void evaluate(Round& round, const Matrix& targets) {
    const GaussianSum sum(coefficients_, round.scales);
    const auto n = static_cast<Index>(problem_.rows.size());
    Matrix values(n, problem_.embedding->cols());
    threads_.for_each((n + kRowsPerItem - 1) / kRowsPerItem, [&](std::size_t item) {
      const Index first = static_cast<Index>(item) * kRowsPerItem;
      std::vector<double> distances(positions_.size());
      for (Index i = first; i < std::min(first + kRowsPerItem, n); ++i) {
        const double* row = problem_.squared_distances->row(i).data();
        std::ranges::transform(positions_, distances.begin(), [&](Index position) { return row[position]; });
        sum.evaluate(distances.data(), values.row(i).data());
      }
    });
    double error = 0.0;
    for (Index l = 0; l < targets.rows(); ++l) {
      error = std::max(error, (values.row(positions_[l]) - targets.row(l)).cwiseAbs().maxCoeff());
    }
    const double largest = targets.cwiseAbs().maxCoeff();
    round.diagnostics.interpolation_error = largest > 0.0 ? error / largest : error;
    round.embedded = values.bottomRows(n_unlabeled());
  }

  const ProgressiveProblem& problem_;
  const ScaleOptions& scale_options_;
  const ProgressiveOptions& options_;
  ThreadPool& threads_;
  std::vector<Indices> members_;  // of each class, among the labeled samples
  std::vector<double> shares_;
  std::vector<int> projected_class_;  // for which `projected_` holds, per unlabeled sample
  Matrix projected_;
  Indices positions_;  // of the centers
  Matrix coefficients_;
  std::optional<double> largest_scale_;
  ChosenScales chosen_;
  KernelDiagnostics diagnostics_;
};

}  // namespace

ProgressiveResult run_progressive(const ProgressiveProblem& problem, const ScaleOptions& scale_options,
                                  const ProgressiveOptions& options, ThreadPool& threads,
                                  const RoundCallback& after_round) {
  validate(options);
  return Loop(problem, scale_options, options, threads).run(after_round);
}

}  // namespace sosi
