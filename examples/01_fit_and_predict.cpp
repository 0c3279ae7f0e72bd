// SPDX-License-Identifier: BSD-3-Clause
// Label images from a few labels per class, keep the model in a file, and use it on images it has not seen.
#include <cstdio>

#include "sosi/evaluate.hpp"
#include "sosi/io.hpp"
#include "sosi/sosi.hpp"

int main() {
  sosi::ThreadPool threads;
  const sosi::ImageSet images = sosi::make_lambert(/*seed=*/1, threads);

  // Every eighth image is set aside as new; of the others, eight per class are labeled.
  sosi::TrainingSet training;
  std::vector<sosi::Index> kept;
  std::vector<sosi::Index> fresh;
  std::vector<int> truth;
  for (sosi::Index row = 0; row < images.samples.rows(); ++row) {
    (row % 8 == 0 ? fresh : kept).push_back(row);
    if (row % 8 != 0) truth.push_back(images.classes[row]);
  }
  training.samples = images.samples(kept, Eigen::all);
  training.labels.values = sosi::keep_labels(truth, /*per_class=*/8, /*seed=*/1);
  for (int c = 0; c < 12; ++c) training.labels.classes.push_back("person " + std::to_string(c));

  sosi::FitOptions options;
  options.normalize = sosi::NormalizationKind::unit;
  const sosi::Labels given = training.labels;
  const sosi::FitResult result = sosi::fit(std::move(training), options);
  const double error = sosi::error_rate(result.prediction.classes, truth, given.values).value_or(0.0);
  std::printf("unlabeled images: %.1f %% wrong\n", 100.0 * error);

  sosi::save_model(result.model, "faces.sosi");
  const sosi::Model model = sosi::load_model("faces.sosi");
  const sosi::Prediction predicted = model.predict(images.samples(fresh, Eigen::all));
  int n_wrong = 0;
  for (std::size_t i = 0; i < fresh.size(); ++i)
    n_wrong += predicted.classes[i] != images.classes[fresh[i]] ? 1 : 0;
  std::printf("new images: %d of %zu wrong; the first is %s with probability %.2f\n", n_wrong, fresh.size(),
              model.classes()[predicted.classes[0]].c_str(), predicted.probability[0]);
  return error < 0.15 ? 0 : 1;
}
