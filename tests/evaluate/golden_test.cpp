// SPDX-License-Identifier: BSD-3-Clause
// The baselines against reference problems solved by an independent program.
#include "golden.hpp"

#include <gtest/gtest.h>

#include "sosi/extend/lle.hpp"
#include "sosi/extend/nystrom.hpp"
#include "sosi/graph/harmonic.hpp"
#include "sosi/data/samples.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace {

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
    const Matrix embedding = golden.matrix("embedding");
    const LleOptions lle{static_cast<int>(golden.number("lle_neighbors")),
                         golden.number("lle_regularization")};
    const Matrix by_lle = extend_by_lle({labeled, embedding}, unlabeled, lle, threads);
    EXPECT_LT(relative_difference(by_lle, golden.matrix("lle")), kTolerance);
    const Matrix by_nystrom = extend_by_nystrom({labeled, embedding}, unlabeled, {}, threads);
    EXPECT_LT(relative_difference(by_nystrom, golden.matrix("nystrom")), kTolerance);
    HarmonicOptions options;
    options.harmonic_neighbors = static_cast<int>(golden.number("harmonic_neighbors"));
    options.harmonic_heat =
        median_distances(squared_distances(training.samples, partition.labeled, threads)).squared_distance;
    const HarmonicResult harmonic =
        classify_by_harmonic(training.samples, training.labels.values, options, threads);
    const Matrix probabilities = harmonic.probabilities(partition.unlabeled, Eigen::all);
    EXPECT_LT(relative_difference(probabilities, golden.matrix("harmonic")), kTolerance);
    EXPECT_TRUE(harmonic.unreached.empty());
  }
}

}  // namespace
}  // namespace sosi
