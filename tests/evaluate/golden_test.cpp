// SPDX-License-Identifier: BSD-3-Clause
// The baselines against reference problems solved by an independent program.
#include "golden.hpp"

#include <gtest/gtest.h>

#include "sosi/data/samples.hpp"
#include "sosi/extend/extension.hpp"
#include "sosi/graph/distances.hpp"
#include "sosi/graph/harmonic.hpp"

namespace sosi {
namespace evaluate_golden_test {

using testing::Golden;
using testing::relative_difference;

constexpr double kTolerance = 1e-8;

TEST(GoldenBaselines, Agree) {
  const std::vector<Golden> files = Golden::all();
  if (files.empty()) GTEST_SKIP() << "no reference problems in ../shared/golden (or $SOSI_GOLDEN)";
  ThreadPool threads(2);
  for (const Golden& golden : files) {
    SCOPED_TRACE(golden.name());
    const TrainingSet training = golden.training();
    const Partition partition = partition_rows(training.samples, training.labels);
    const Matrix labeled = training.samples(partition.labeled, Eigen::all);
    const Matrix unlabeled = training.samples(partition.unlabeled, Eigen::all);
    const Embedding embedding{golden.matrix("embedding")};
    const auto extended = [&](const char* method, const OptionTexts& knobs) -> Matrix {
      return extend({span_of(labeled), &embedding}, method, knobs, threads)
          .extension->evaluate(unlabeled, threads)
          .values;
    };
    const auto number = [&](const char* name) { return OptionText<double>::format(golden.number(name)); };
    const OptionTexts lle = {{"lle_neighbors", number("lle_neighbors")},
                             {"lle_regularization", number("lle_regularization")}};
    EXPECT_LT(relative_difference(extended("lle", lle), golden.matrix("lle")), kTolerance);
    const Indices rows(partition.labeled.begin(), partition.labeled.end());
    const double median =
        median_distances(squared_distances(training.samples, rows, threads)).squared_distance;
    const OptionTexts heat = {{"nystrom_heat", OptionText<double>::format(median)}};
    EXPECT_LT(relative_difference(extended("nystrom-modified", heat), golden.matrix("nystrom")), kTolerance);
    HarmonicOptions options;
    options.harmonic_neighbors = static_cast<int>(golden.number("harmonic_neighbors"));
    options.harmonic_heat = median;
    const HarmonicResult harmonic =
        classify_by_harmonic(training.samples, training.labels.values, options, threads);
    const Matrix probabilities = harmonic.probabilities(partition.unlabeled, Eigen::all);
    EXPECT_LT(relative_difference(probabilities, golden.matrix("harmonic")), kTolerance);
    EXPECT_TRUE(harmonic.unreached.empty());
  }
}

}  // namespace evaluate_golden_test
}  // namespace sosi
