// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/evaluate/svm.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "evaluate/labeled_samples.hpp"
#include "evaluate/svm_machine.hpp"
#include "graph/row_distances.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

template <>
FieldTable<SvmOptions> field_table<SvmOptions>() {
  return {
      field("svm_cost", &SvmOptions::svm_cost, above(0),
            "cost C of the support vector machines; larger fits the labels more closely; auto: by "
            "cross-validation"),
      field("svm_width", &SvmOptions::svm_width, above(0),
            "width of the Gaussian kernel in units of the median distance between labeled samples; larger is "
            "smoother; auto: by cross-validation"),
  };
}

namespace {

constexpr double kCosts[] = {1, 10, 100, 1000, 10000};
constexpr double kWidths[] = {4, 2.8, 2, 1.4, 1, 0.7, 0.5, 0.35, 0.25};
constexpr double kDefaultCost = 100;  // where the labels are too few for a choice
constexpr double kDefaultWidth = 1;
constexpr int kMaxFolds = 5;

double positive_or_one(double value) {
  return value > 0.0 ? value : 1.0;
}

// The kernel from what is computed once for all widths: inner products or squared distances.
class Kernel {
 public:
  Kernel(const LabeledSamples& labeled, SvmKernel kind, ThreadPool& threads)
      : samples_(labeled.samples), kind_(kind), threads_(threads), raw_(samples_.rows(), samples_.rows()) {
    visit(samples_,
          [&](Index i, std::span<const double> raw) { std::ranges::copy(raw, raw_.row(i).begin()); });
    unit_ = positive_or_one(is_linear() ? raw_.diagonal().mean() : median_distances(raw_).distance);
  }

  bool is_linear() const { return kind_ == SvmKernel::linear; }

  double cost_unit() const { return is_linear() ? 1.0 / unit_ : 1.0; }
  double gamma(double width) const { return is_linear() ? 0.0 : 1.0 / (width * unit_) / (width * unit_); }
  Index n_labeled() const { return samples_.rows(); }

  /// Kernel values between labeled samples. Linear ones are divided by the unit, and costs multiplied: the
  /// same problem, and as well scaled as the Gaussian's.
  std::vector<KernelRow> gram(double width) const {
    std::vector<KernelRow> rows;
    for (Index i = 0; i < n_labeled(); ++i) {
      rows.push_back(make_kernel_row(n_labeled(), i));
      fill(rows.back(), std::span(raw_.row(i).data(), n_labeled()), width);
    }
    return rows;
  }

  std::vector<int> classify(const MatrixView& samples, const SvmMachine& machine, double width) const {
    std::vector<int> classes(samples.rows());
    visit(samples, [&](Index i, std::span<const double> raw) {
      KernelRow row = make_kernel_row(n_labeled());
      fill(row, raw, width);
      classes[i] = machine.classify(row);
    });
    return classes;
  }

 private:
  void visit(const MatrixView& samples, const DistanceVisitor& visit_row) const {
    if (!is_linear()) return visit_distances(samples, samples_, threads_, visit_row);
    threads_.for_each(samples.rows(), [&](std::size_t i) {
      const Vector products = samples_ * samples.row(i).transpose();
      visit_row(i, std::span(products.data(), products.size()));
    });
  }

  void fill(KernelRow& row, std::span<const double> raw, double width) const {
    const double scale = width * unit_;
    for (std::size_t j = 0; j < raw.size(); ++j) {
      row[j + 1].value = is_linear() ? raw[j] / unit_ : std::exp(-raw[j] / scale / scale);
    }
  }

  MatrixSpan samples_;
  SvmKernel kind_;
  ThreadPool& threads_;
  Matrix raw_;
  double unit_;  // makes settings independent of the samples' units: mean squared length, median distance
};

// Held-out parts of the labeled samples: the members of a class are dealt in the order of rows. The only
// sample of a class is never held out.
struct Folds {
  std::span<const int> classes;
  std::vector<int> of_row;  // -1: never held out
  int count;                // 0: no class has two samples
};

Folds deal_folds(std::span<const int> classes) {
  std::vector<int> sizes(*std::ranges::max_element(classes) + 1, 0);
  for (const int of_class : classes) ++sizes[of_class];
  Folds folds{classes, {}, 0};
  for (const int size : sizes) {
    if (size >= 2) folds.count = std::min(folds.count > 0 ? folds.count : kMaxFolds, size);
  }
  std::vector<int> n_dealt(sizes.size(), 0);
  for (const int of_class : classes) {
    folds.of_row.push_back(sizes[of_class] >= 2 ? n_dealt[of_class]++ % folds.count : -1);
  }
  return folds;
}

int count_errors(SvmTask task, const Folds& folds, int fold, double cost) {
  Indices held_out;
  for (Index row = 0; row < std::ssize(folds.of_row); ++row) {
    (folds.of_row[row] == fold ? held_out : task.rows).push_back(row);
  }
  const SvmMachine machine(task, cost);
  return static_cast<int>(std::ranges::count_if(
      held_out, [&](Index row) { return machine.classify(task.kernel[row]) != task.classes[row]; }));
}

// What may be chosen; one value where the option is given.
struct Grid {
  std::vector<double> costs;
  std::vector<double> widths;
};

Grid make_grid(const SvmOptions& options, const Kernel& kernel) {
  Grid grid{{std::begin(kCosts), std::end(kCosts)}, {std::begin(kWidths), std::end(kWidths)}};
  if (options.svm_cost) grid.costs = {*options.svm_cost / kernel.cost_unit()};
  if (kernel.is_linear()) {
    grid.widths = {0.0};
  } else if (options.svm_width) {
    grid.widths = {*options.svm_width};
  }
  return grid;
}

struct Choice {
  double cost;  // in the kernel's units
  double width;
  int n_errors;
  Index n_held_out;
};

double ratio(double a, double b) {
  return std::max(a / b, b / a);
}

// The fewest held-out errors. With few labels there are many ties: they go to the cost nearest to the
// default, then to the width nearest to the default, then to the smoother.
Choice cross_validate(const Kernel& kernel, const Grid& grid, const Folds& folds, ThreadPool& threads) {
  std::vector<Choice> trials;
  const Index n_held_out = std::ssize(folds.of_row) - std::ranges::count(folds.of_row, -1);
  for (const double width : grid.widths) {
    const std::vector<KernelRow> gram = kernel.gram(width);
    std::vector<int> n_errors(grid.costs.size() * folds.count);
    threads.for_each(n_errors.size(), [&](std::size_t item) {
      const auto fold = static_cast<int>(item % folds.count);
      n_errors[item] = count_errors({gram, folds.classes, {}}, folds, fold, grid.costs[item / folds.count]);
    });
    for (std::size_t c = 0; c < grid.costs.size(); ++c) {
      const auto first = n_errors.begin() + static_cast<std::ptrdiff_t>(c) * folds.count;
      trials.push_back({grid.costs[c], width, std::accumulate(first, first + folds.count, 0), n_held_out});
    }
  }
  return *std::ranges::min_element(trials, {}, [](const Choice& trial) {
    return std::tuple(trial.n_errors, ratio(trial.cost, kDefaultCost), ratio(trial.width, kDefaultWidth));
  });
}

Choice choose(const Kernel& kernel, const Grid& grid, std::span<const int> classes, ThreadPool& threads) {
  const bool is_given = grid.costs.size() == 1 && grid.widths.size() == 1;
  const Folds folds = deal_folds(classes);
  if (!is_given && folds.count > 0) return cross_validate(kernel, grid, folds, threads);
  return {grid.costs.size() == 1 ? grid.costs[0] : kDefaultCost,
          grid.widths.size() == 1 ? grid.widths[0] : kDefaultWidth, 0, 0};
}

}  // namespace

SvmResult classify_by_svm(const LabeledSamples& labeled, const MatrixView& samples, const SvmOptions& options,
                          ThreadPool& threads) {
  validate(options);
  check_labeled("svm", labeled, samples);
  const Kernel kernel(labeled, options.kernel, threads);
  const Choice chosen = choose(kernel, make_grid(options, kernel), labeled.classes, threads);
  const std::vector<KernelRow> gram = kernel.gram(chosen.width);
  Indices all(gram.size());
  std::iota(all.begin(), all.end(), Index{0});
  const SvmMachine machine({gram, labeled.classes, all}, chosen.cost);
  return {kernel.classify(samples, machine, chosen.width),
          chosen.cost * kernel.cost_unit(),
          chosen.width,
          kernel.gamma(chosen.width),
          chosen.n_held_out > 0
              ? static_cast<double>(chosen.n_errors) / static_cast<double>(chosen.n_held_out)
              : 0.0,
          chosen.n_held_out};
}

}  // namespace sosi
