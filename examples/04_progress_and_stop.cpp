// SPDX-License-Identifier: BSD-3-Clause
// Watch a fit round by round, and end it when the labels have settled.
#include <cstdio>
#include <span>
#include <stop_token>

#include "sosi/evaluate.hpp"
#include "sosi/io.hpp"
#include "sosi/sosi.hpp"

int main() {
  sosi::ThreadPool threads;
  const sosi::ImageSet images = sosi::make_lambert(/*seed=*/3, threads);
  sosi::TrainingSet training;
  training.samples = images.samples;
  training.labels.values = sosi::keep_labels(images.classes, /*per_class=*/10, /*seed=*/3);
  for (int c = 0; c < 12; ++c) training.labels.classes.push_back(std::to_string(c));

  sosi::FitOptions options;
  options.normalize = sosi::NormalizationKind::unit;
  options.rounds = 30;

  int n_rounds = 0;
  std::stop_source stop;
  sosi::Execution execution;
  execution.stop = stop.get_token();
  sosi::FitHooks hooks;
  hooks.after_round = [&](const sosi::Round& round, std::span<const sosi::Position> /*position_of_row*/) {
    ++n_rounds;
    std::printf("round %2d: %3zu centers, %3d labels changed\n", round.number, round.centers.size(),
                round.n_changed);
    if (round.number > 3 && round.n_changed < 5) stop.request_stop();
  };
  try {
    sosi::fit(std::move(training), options, execution, hooks);
  } catch (const sosi::Cancelled&) {
    std::printf("ended after %d of 30 rounds\n", n_rounds);
  }
  return n_rounds > 3 ? 0 : 1;
}
