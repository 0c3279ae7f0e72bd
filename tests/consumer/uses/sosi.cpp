// SPDX-License-Identifier: BSD-3-Clause
#include <sosi/sosi.hpp>

// Three classes of images, every fifth with its label.
int main() {
  sosi::ThreadPool threads(2);
  const sosi::ImageSet images = sosi::make_lambert(1, threads);
  const sosi::Index n = 3 * 58;
  sosi::TrainingSet training{images.samples.topRows(n), {{}, {"a", "b", "c"}}, {}, {}};
  for (sosi::Index i = 0; i < n; ++i) training.labels.values.push_back(i % 5 == 0 ? images.classes[i] : -1);
  return sosi::fit(std::move(training), {}).model.rbf_map().n_centers() == n ? 0 : 1;
}
