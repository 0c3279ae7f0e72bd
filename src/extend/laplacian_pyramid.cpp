// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "extend/kernel_map.hpp"
#include "extend/loaded_arrays.hpp"
#include "extend/methods.hpp"
#include "extend/reference_extension.hpp"
#include "extend/shared_options.hpp"
#include "extend/width_choice.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

constexpr const char* kPyramidName = "laplacian-pyramid";
constexpr int kMostLevels = 20;
constexpr double kFirstWidth = 2.0;  // of the median distance

struct PyramidOptions {
  std::optional<int> pyramid_levels;
  WidthOptions width;
};

// What a level is to average: the coordinates, less what the levels before give.
struct Pyramid {
  double heat;                    // of the first level; it is halved from each to the next
  std::vector<Matrix> residuals;  // one per level, a row per sample
};

// sum_j w_j r_j / sum_j w_j with w_j = exp(-squared distance/heat), without the row `left_out`. Trick: the
// smallest distance is subtracted from all, so that the sum is never 0.
template <class Rows>
Eigen::RowVectorXd average(std::span<const double> squared_distances, double heat, const Rows& residuals,
                           Index left_out) {
  double smallest = std::numeric_limits<double>::infinity();
  for (Index j = 0; j < std::ssize(squared_distances); ++j) {
    if (j != left_out) smallest = std::min(smallest, squared_distances[j]);
  }
  double sum = 0.0;
  Eigen::RowVectorXd found = Eigen::RowVectorXd::Zero(residuals.cols());
  for (Index j = 0; j < std::ssize(squared_distances); ++j) {
    if (j == left_out) continue;
    const double weight = std::exp((smallest - squared_distances[j]) / heat);
    sum += weight;
    found += weight * residuals.row(j);
  }
  return found / sum;
}

constexpr Index kNone = -1;

class PyramidExtension : public ReferenceExtension {
 public:
  /// `residuals` has the columns of all levels side by side.
  PyramidExtension(Matrix samples, Matrix residuals, double heat, Index n_levels)
      : ReferenceExtension(std::move(samples), std::move(residuals)), heat_(heat), n_levels_(n_levels) {}

  std::string_view method() const override { return kPyramidName; }
  Index n_components() const override { return coordinates().cols() / n_levels_; }

  NamedArrays arrays() const override {
    return {{"samples", samples()},
            {"residuals", coordinates()},
            {"heat", Matrix::Constant(1, 1, heat_)},
            {"levels", Matrix::Constant(1, 1, static_cast<double>(n_levels_))}};
  }

 private:
  Eigen::RowVectorXd coordinates_at(const Eigen::Ref<const Eigen::RowVectorXd>& /*sample*/,
                                    std::span<const double> squared_distances) const override {
    const Index d = n_components();
    Eigen::RowVectorXd found = Eigen::RowVectorXd::Zero(d);
    double heat = heat_;
    for (Index level = 0; level < n_levels_; ++level, heat /= 2.0) {
      found += average(squared_distances, heat, coordinates().middleCols(level * d, d), kNone);
    }
    return found;
  }

  double heat_;
  Index n_levels_;
};

// Residuals of level l + 1 are those of level l less their averages. Where the number of levels is open,
// every sample is left out of its own average (auto-adaptive pyramids): what the levels have taken off the
// coordinates is then a leave-one-out prediction, and the levels behind the one that agrees best are dropped.
Pyramid build(const Matrix& distances, const Matrix& coordinates, double heat, std::optional<int> n_levels,
              ThreadPool& threads) {
  Pyramid pyramid{heat, {}};
  std::vector<double> agreement;
  Matrix residual = coordinates;
  for (int level = 0; level < n_levels.value_or(kMostLevels); ++level, heat /= 2.0) {
    pyramid.residuals.push_back(residual);
    Matrix next = residual;
    threads.for_each(static_cast<std::size_t>(distances.rows()), [&](std::size_t item) {
      const auto i = static_cast<Index>(item);
      const std::span<const double> row(distances.row(i).data(), distances.cols());
      next.row(i) -= average(row, heat, residual, n_levels ? kNone : i);
    });
    residual = std::move(next);
    agreement.push_back(mean_cosine(coordinates - residual, coordinates));
  }
  if (!n_levels) pyramid.residuals.resize(std::ranges::max_element(agreement) - agreement.begin() + 1);
  return pyramid;
}

FittedExtension fit_pyramid(const ExtensionProblem& problem, const PyramidOptions& options,
                            ThreadPool& threads) {
  require_samples(problem, kPyramidName, 2);
  Indices rows(problem.samples.rows());
  std::iota(rows.begin(), rows.end(), Index{0});
  const Matrix distances = squared_distances(problem.samples, rows, threads);
  const double width = width_unit(distances) * options.width.kernel_width.value_or(kFirstWidth);
  const Pyramid pyramid =
      build(distances, problem.embedding->coordinates, width * width, options.pyramid_levels, threads);
  const Index d = problem.embedding->coordinates.cols();
  const Index n_levels = std::ssize(pyramid.residuals);
  Matrix residuals(problem.samples.rows(), d * n_levels);
  for (Index level = 0; level < n_levels; ++level) {
    residuals.middleCols(level * d, d) = pyramid.residuals[level];
  }
  FittedExtension fitted{
      std::make_shared<PyramidExtension>(problem.samples, std::move(residuals), pyramid.heat, n_levels)};
  fitted.diagnostics.interpolation_error = interpolation_error(*fitted.extension, problem, threads);
  return fitted;
}

std::shared_ptr<const Extension> load_pyramid(const NamedArrays& arrays) {
  const Matrix& samples = shaped_array(arrays, "samples");
  const Matrix& residuals = shaped_array(arrays, "residuals", {samples.rows(), -1});
  const double levels = number_above(arrays, "levels", 0.0);
  if (levels != std::floor(levels) || levels > static_cast<double>(residuals.cols()) ||
      residuals.cols() % static_cast<Index>(levels) != 0) {
    throw InvalidInput("array 'levels' does not fit the residuals");
  }
  return std::make_shared<PyramidExtension>(samples, residuals, number_above(arrays, "heat", 0.0),
                                            static_cast<Index>(levels));
}

}  // namespace

template <>
FieldTable<PyramidOptions> field_table<PyramidOptions>() {
  FieldTable<PyramidOptions> table = {field(
      "pyramid_levels", &PyramidOptions::pyramid_levels, between(1, kMostLevels),
      "number of levels of a Laplacian pyramid, each with half the heat of the one before; larger "
      "follows the coordinates more closely; auto: as many as agree best with samples that are left out")};
  append_fields(table, &PyramidOptions::width);
  return table;
}

ExtensionMethod laplacian_pyramid_method() {
  return {.name = kPyramidName,
          .class_name = "LaplacianPyramidExtension",
          .summary = "averages of the coordinates with ever smaller widths, each of what the last one missed",
          .knobs = knobs_of<PyramidOptions>(),
          .fit =
              [](const ExtensionProblem& problem, const OptionTexts& knobs, ThreadPool& threads) {
                return fit_pyramid(problem, read_options<PyramidOptions>(knobs), threads);
              },
          .load = load_pyramid};
}

}  // namespace sosi
