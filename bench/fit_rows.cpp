// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "rows.hpp"
#include "timing.hpp"

namespace sosi::bench {

namespace {

double fit_seconds(const Setting& setting, const FitOptions& options) {
  TrainingSet training;
  return median_seconds(
      setting.n_repeats, [&] { training = setting.problem.training; },
      [&] { fit(std::move(training), options); });
}

Row fit_row(const Setting& setting, std::string what, double at_most, const FitOptions& options) {
  Row row{"fit, " + std::move(what), "s", fit_seconds(setting, options)};
  row.floor_name = std::to_string(kComponents) + " x threaded dpotrf(" + std::to_string(kCenters) + ")";
  row.floor = kComponents * setting.linked.cholesky_of(kCenters);
  if (setting.widest) row.widest_floor = kComponents * setting.widest->cholesky_of(kCenters);
  row.at_most = at_most;
  return row;
}

// The slope of the line through log(y) over log(x).
double exponent(const std::vector<SizeRun>& runs) {
  Eigen::ArrayXd x(runs.size());
  Eigen::ArrayXd y(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    x(i) = std::log(static_cast<double>(runs[i].n_samples));
    y(i) = std::log(runs[i].seconds);
  }
  return ((x - x.mean()) * (y - y.mean())).sum() / (x - x.mean()).square().sum();
}

}  // namespace

std::optional<double> Row::widest_result() const {
  if (!widest_floor) return std::nullopt;
  return measured / *widest_floor;
}

std::vector<Row> fit_rows(const Setting& setting) {
  std::vector<Row> rows;
  for (const auto& [rounds, at_most] : {std::pair{10, 1.3}, {50, 2.0}}) {
    rows.push_back(
        fit_row(setting, std::to_string(kComponents) + " fixed scales, " + std::to_string(rounds) + " rounds",
                at_most, fixed_scales(kComponents, rounds)));
  }
  for (const auto& [rule, at_most] : {std::pair{ScaleRule::loo, 1.6}, {ScaleRule::regularizer, 2.0}}) {
    FitOptions options = fixed_scales(kComponents, 10);
    options.scale = {rule, {}};
    rows.push_back(fit_row(setting,
                           "scales by " + OptionText<ScaleChoice>::format({rule, {}}) + ", 10 rounds",
                           at_most, options));
  }
  return rows;
}

std::vector<Row> size_rows(const std::vector<SizeRun>& runs, const SizeRun& two_threads,
                           const SizeRun& one_thread) {
  const auto size = [](const SizeRun& run) { return "Q = " + std::to_string(run.n_samples); };
  Row threads{"two threads, " + size(two_threads), "s", two_threads.seconds, "one thread",
              one_thread.seconds};
  threads.at_most = 0.55;
  Row growth{"exponent of time in Q, " + size(runs.front()) + " to " + std::to_string(runs.back().n_samples),
             "", exponent(runs)};
  growth.at_most = 3.05;
  const SizeRun& largest = runs.back();
  constexpr double kGibibyte = 1 << 30;
  const auto q = static_cast<double>(largest.n_samples);
  Row memory{"peak memory, " + size(largest), "GiB", largest.memory / kGibibyte, "two matrices Q x Q",
             2.0 * q * q * sizeof(double) / kGibibyte};
  memory.at_most = 1.2;
  return {threads, growth, memory};
}

}  // namespace sosi::bench
