// SPDX-License-Identifier: BSD-3-Clause
#include "paper/toy_experiment.hpp"

#include <algorithm>
#include <cmath>

#include "sosi/kernel/rbf_map.hpp"

namespace sosi {

namespace {

constexpr double kScales[] = {0.5, 2.0, 6.0};  // the paper's
constexpr int kGridPoints = 81;
constexpr int kCurvePoints = 200;
constexpr double kLeft = 0.0;
constexpr double kRight = 8.0;
constexpr double kBottom = 0.0;
constexpr double kTop = 6.0;

// A class is a curve y(x); the other one runs beside it.
double height(int of_class, double x) {
  const double wave = 0.7 * std::sin(0.8 * x);
  return of_class == 0 ? 4.0 + wave : 2.0 + wave;
}

double slope(double x) {
  return 0.7 * 0.8 * std::cos(0.8 * x);
}

Matrix outline(int of_class) {
  Matrix points(kCurvePoints, 2);
  for (int i = 0; i < kCurvePoints; ++i) {
    const double x = kLeft + 1.0 + (kRight - kLeft - 2.0) * i / (kCurvePoints - 1);
    points.row(i) << x, height(of_class, x);
  }
  return points;
}

/// Four samples near each curve, and where they are mapped.
struct ToyProblem {
  Matrix samples{8, 2};
  Matrix targets{8, 1};
  std::vector<int> classes;

  ToyProblem() {
    constexpr double kPlaces[2][4] = {{1.2, 2.9, 4.8, 6.6}, {1.5, 3.4, 5.1, 6.9}};
    constexpr double kOffsets[2][4] = {{0.3, -0.2, 0.25, -0.3}, {-0.25, 0.3, -0.2, 0.25}};
    for (int of_class = 0; of_class < 2; ++of_class) {
      for (int i = 0; i < 4; ++i) {
        const double x = kPlaces[of_class][i];
        samples.row(of_class * 4 + i) << x, height(of_class, x) + kOffsets[of_class][i];
        targets(of_class * 4 + i, 0) = of_class == 0 ? 1.0 : -1.0;
        classes.push_back(of_class);
      }
    }
  }
};

Matrix grid() {
  Matrix points(kGridPoints * kGridPoints, 2);
  for (int i = 0; i < kGridPoints; ++i) {
    for (int j = 0; j < kGridPoints; ++j) {
      points.row(i * kGridPoints + j) << kLeft + (kRight - kLeft) * j / (kGridPoints - 1),
          kBottom + (kTop - kBottom) * i / (kGridPoints - 1);
    }
  }
  return points;
}

/// What a map does along the two curves.
struct Behavior {
  double weakest = 1.0;  ///< smallest value of f times the class's sign
  double largest = 0.0;  ///< largest |f| over the region
  double along = 0.0;    ///< mean |derivative along the curve|
};

Behavior behavior_of(const RbfMap& map, const Matrix& field, ThreadPool& threads) {
  Behavior behavior;
  behavior.largest = field.cwiseAbs().maxCoeff();
  for (int of_class = 0; of_class < 2; ++of_class) {
    const Matrix curve = outline(of_class);
    const double sign = of_class == 0 ? 1.0 : -1.0;
    behavior.weakest = std::min(behavior.weakest, (sign * map.evaluate(curve, threads)).minCoeff());
    for (Index i = 0; i < curve.rows(); ++i) {
      const Eigen::RowVector2d gradient = map.gradient(curve.row(i));
      const Eigen::RowVector2d tangent = Eigen::RowVector2d(1.0, slope(curve(i, 0))).normalized();
      behavior.along += std::abs(gradient.dot(tangent)) / static_cast<double>(2 * curve.rows());
    }
  }
  return behavior;
}

std::string csv_of(const Matrix& points, const std::vector<Matrix>& fields) {
  std::string csv = "scale,x,y,f\n";
  for (std::size_t s = 0; s < fields.size(); ++s) {
    for (Index i = 0; i < points.rows(); ++i) {
      for (const double value : {kScales[s], points(i, 0), points(i, 1)})
        csv += OptionText<double>::format(value) + ',';
      csv += OptionText<double>::format(fields[s](i, 0)) + '\n';
    }
  }
  return csv;
}

FieldsFigure figure_of(const ToyProblem& problem, const std::vector<Matrix>& fields) {
  FieldsFigure figure{
      kLeft, kRight, kBottom, kTop, 1.0, {}, problem.samples, problem.classes, {outline(0), outline(1)}};
  for (std::size_t s = 0; s < fields.size(); ++s) {
    figure.panels.push_back({"scale " + OptionText<double>::format(kScales[s]),
                             Eigen::Map<const Matrix>(fields[s].data(), kGridPoints, kGridPoints)});
  }
  return figure;
}

std::vector<Claim> claims_of(const std::vector<Behavior>& behaviors) {
  const Behavior& small = behaviors[0];
  const Behavior& good = behaviors[1];
  const Behavior& large = behaviors[2];
  const auto text = [](double value) { return fixed_text(value, 2); };
  return {
      {"scale 0.5 is too small: between samples f falls below half its target on the curves",
       small.weakest < 0.5, "smallest value on the curves, by the class's sign: " + text(small.weakest)},
      {"scale 2 separates the classes: f has the right sign all along both curves, and at least half its "
       "target",
       good.weakest >= 0.5, "smallest value on the curves, by the class's sign: " + text(good.weakest)},
      {"scale 6 overfits: f has stronger derivatives along the curves, where it should be constant, than at "
       "scale 2",
       large.along > good.along,
       "mean derivative along the curves " + text(large.along) + " against " + text(good.along) +
           "; largest |f| in the region " + text(large.largest) + " against " + text(good.largest)}};
}

}  // namespace

ExperimentReport run_toy(const ExperimentContext& context) {
  ThreadPool threads(context.execution.n_threads, context.execution.stop);
  const ToyProblem problem;
  const Matrix points = grid();
  std::vector<Matrix> fields;
  std::vector<Behavior> behaviors;
  for (const double scale : kScales) {
    const RbfMap map =
        fit_rbf(problem.samples, problem.targets, Vector::Constant(1, scale), 0.0, threads).map;
    fields.push_back(map.evaluate(points, threads));
    behaviors.push_back(behavior_of(map, fields.back(), threads));
  }
  ExperimentReport report;
  report.name = "toy";
  report.title = "What the scale does";
  report.setting =
      "Two curves in the plane, four samples near each, mapped to 1 and -1 by an RBF map with the scales "
      "0.5, 2 and 6.";
  report.claims = claims_of(behaviors);
  report.remark = "The paper does not give its curves and samples; these were made to its description.";
  report.csv = csv_of(points, fields);
  report.figure = figure_of(problem, fields);
  return report;
}

}  // namespace sosi
