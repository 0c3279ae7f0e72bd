// SPDX-License-Identifier: BSD-3-Clause
#include "classify/fit_probabilities.hpp"

#include <utility>

namespace sosi {

Calibration learn_calibration(const Settings& settings, const ProgressiveResult& rounds, const Model& model,
                              ThreadPool& threads) {
  const bool had_votes = !settings.classes.empty();
  const Matrix by_class = nearest_by_class(had_votes ? settings.left_out : rounds.untold.left_out,
                                           model.embedding, model.labels, threads);
  const Index n_labeled = had_votes ? std::ssize(model.labels) : by_class.rows();
  Matrix targets = Matrix::Zero(by_class.rows(), by_class.cols());
  for (Index i = 0; i < n_labeled; ++i) {
    targets(i, model.labels[had_votes ? i : rounds.untold.labeled[i]]) = 1.0;
  }
  if (had_votes) targets.bottomRows(by_class.rows() - n_labeled) = settings.probabilities;
  Calibration calibration;
  calibration.temperature = fit_temperature(by_class, targets, n_labeled);
  return calibration;
}

Prediction predict_unlabeled(const Settings& settings, ProgressiveResult& rounds, const Model& model,
                             ThreadPool& threads) {
  Classification last = std::move(rounds.last.classification);
  const auto n = static_cast<Index>(last.classes.size());
  std::vector<double> probability(n);
  if (settings.classes.empty()) {
    const Matrix before = rounds.untold.before.bottomRows(n);
    const Matrix by_class = nearest_by_class(before, model.embedding, model.labels, threads);
    probability = probabilities_of(last.classes, by_class, model.calibration);
  } else {
    const Matrix shares = with_doubt(settings.probabilities, std::ssize(model.labels));
    for (Index u = 0; u < n; ++u) probability[u] = shares(u, last.classes[u]);
  }
  return {std::move(last), std::move(probability), std::vector<bool>(n, false)};
}

}  // namespace sosi
