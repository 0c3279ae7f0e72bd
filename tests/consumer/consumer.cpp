// SPDX-License-Identifier: BSD-3-Clause
// A program outside the project: it sees only what was installed.
#include <sosi/evaluate.hpp>
#include <sosi/sosi.hpp>

int main() {
  sosi::ThreadPool threads(2);
  const sosi::ImageSet images = sosi::make_lambert(1, threads);
  sosi::TrainingSet training{images.samples, {sosi::keep_labels(images.classes, 10, 1), {}}, {}, {}};
  for (int c = 0; c < 12; ++c) training.labels.classes.push_back(std::to_string(c));
  const sosi::FitResult result = sosi::fit(std::move(training), {});
  return result.model.rbf_map().n_centers() == images.samples.rows() ? 0 : 1;
}
