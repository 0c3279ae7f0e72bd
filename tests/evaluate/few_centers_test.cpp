// SPDX-License-Identifier: BSD-3-Clause
// What `max_centers` promises on real digits.
#include <gtest/gtest.h>

#include "golden.hpp"
#include "sosi/evaluate/splits.hpp"
#include "sosi/fit/fit.hpp"
#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi {
namespace few_centers_test {

TEST(FewCenters, SpreadOverTheTrustedSamplesBeatTheMostConfidentOnesOnUsps) {
  const auto file = testing::reference_folder("SOSI_DATA", "data") / "usps.npz";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no usps.npz in ../shared/data (or $SOSI_DATA)";
  const SampleTable table = read_samples({.path = file.string(), .array = {}, .where = {}});
  const Labels known = encode_labels(read_label_names({.path = file.string(), .array = {}}, table));
  constexpr Index kEvery = 6;
  TrainingSet all;
  std::vector<int> truth;
  Indices rows;
  for (Index row = 0; row < table.values.rows(); row += kEvery) {
    rows.push_back(row);
    truth.push_back(known.values[row]);
  }
  all.samples = table.values(rows, Eigen::all);
  all.labels.classes = known.classes;

  constexpr int kCenters = 400;
  double spread = 0.0;
  double most_confident = 0.0;
  for (int split = 0; split < 3; ++split) {
    TrainingSet training = all;
    training.labels.values = keep_labels(truth, 10, split);
    const auto n_labeled = static_cast<double>(labeled_rows(training.labels.values).size());
    const auto error = [&](const FitOptions& options) {
      return *error_rate(fit(training, options).prediction.classes, truth, training.labels.values);
    };
    FitOptions options;
    options.normalize = NormalizationKind::unit;
    FitOptions limited = options;
    limited.max_centers = kCenters;
    spread += error(limited);
    options.stop_fraction = (kCenters - n_labeled) / (static_cast<double>(rows.size()) - n_labeled);
    most_confident += error(options);
  }
  EXPECT_LT(spread, 0.9 * most_confident);
  RecordProperty("spread", std::to_string(spread / 3.0));
  RecordProperty("most_confident", std::to_string(most_confident / 3.0));
}

}  // namespace few_centers_test
}  // namespace sosi
