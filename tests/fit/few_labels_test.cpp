// SPDX-License-Identifier: BSD-3-Clause
// One labeled sample per class: no class has a shape of its own yet, only differences between classes count.
#include <gtest/gtest.h>

#include <algorithm>

#include "problems.hpp"
#include "sosi/fit/study.hpp"

namespace sosi {
namespace few_labels_test {

constexpr int kClasses = 4;

testing::Curves curves() {
  return testing::make_curves(kClasses, 40, 21, 91);
}

FitOptions options_of(const std::string& method) {
  FitOptions options;
  options.embedding = method;
  options.rounds = 10;
  options.scale = *OptionText<ScaleChoice>::parse("0.7");
  return options;
}

TEST(OneLabelPerClass, IsInterpolatedAndKept) {
  const TrainingSet training = testing::partly_labeled(curves(), 1);
  const Indices labeled = labeled_rows(training.labels.values);
  ASSERT_EQ(labeled, (Indices{0, 1, 2, 3}));
  for (const auto method : {"laplacian", "fisher"}) {
    const FitOptions options = options_of(method);
    const FitResult result = fit(training, options);
    const Matrix coordinates = embed_labeled(training, options);
    const Matrix mapped = result.model.transform(training.samples.topRows(kClasses));
    EXPECT_LT((mapped - coordinates).cwiseAbs().maxCoeff(), 1e-8 * coordinates.cwiseAbs().maxCoeff());
    for (const Index row : labeled) {
      EXPECT_EQ(result.prediction.classes[row], training.labels.values[row]);
      EXPECT_TRUE(std::isinf(result.prediction.confidence[row]));
    }
  }
}

// Without edges inside a class both embeddings are eigenvectors of the Laplacian between the classes; they
// differ by a factor, which changes no ratio of distances.
TEST(OneLabelPerClass, MakesBothEmbeddingsOne) {
  const TrainingSet training = testing::partly_labeled(curves(), 1);
  FitOptions by_laplacian = options_of("laplacian");
  FitOptions by_fisher = options_of("fisher");
  // The plain map: after more rounds every sample lies on the labeled one of its class but for rounding.
  by_laplacian.rounds = 1;
  by_fisher.rounds = 1;
  const Matrix a = embed_labeled(training, by_laplacian);
  const Matrix b = embed_labeled(training, by_fisher);
  EXPECT_LT((a / a.norm() - b / b.norm()).cwiseAbs().maxCoeff(), 1e-9);
  const Prediction one = fit(training, by_laplacian).prediction;
  const Prediction other = fit(training, by_fisher).prediction;
  EXPECT_EQ(one.classes, other.classes);
  for (std::size_t i = kClasses; i < one.confidence.size(); ++i)
    EXPECT_NEAR(one.confidence[i] / other.confidence[i], 1.0, 1e-5) << i;
}

TEST(OneLabelPerClass, TreatsClassesAlike) {
  const TrainingSet training = testing::partly_labeled(curves(), 1);
  const std::vector<int> renamed = {2, 0, 3, 1};
  TrainingSet other = training;
  for (int& label : other.labels.values) {
    if (label != kUnlabeled) label = renamed[label];
  }
  for (const auto method : {"laplacian", "fisher"}) {
    const Prediction expected = fit(training, options_of(method)).prediction;
    const Prediction found = fit(other, options_of(method)).prediction;
    int n_right = 0;
    for (std::size_t i = 0; i < expected.classes.size(); ++i) {
      EXPECT_EQ(found.classes[i], renamed[expected.classes[i]]) << i;
      n_right += expected.classes[i] == curves().classes[i] ? 1 : 0;
    }
    EXPECT_GT(n_right, 2 * 160 / kClasses);  // twice what chance would find
  }
}

}  // namespace few_labels_test
}  // namespace sosi
