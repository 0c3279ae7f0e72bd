// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/sample_predictor.hpp"

#include <gtest/gtest.h>

#include "allocations.hpp"
#include "problems.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {
namespace sample_predictor_test {

FitResult fitted(NormalizationKind normalize) {
  TrainingSet training = testing::partly_labeled(testing::make_curves(3, 60, 40, 81), 6);
  FitOptions options;
  options.normalize = normalize;
  return fit(std::move(training), options);
}

std::span<const double> row(const Matrix& samples, Index i) {
  return {samples.row(i).data(), static_cast<std::size_t>(samples.cols())};
}

TEST(SamplePredictor, HasTheBitsOfTheModel) {
  const Matrix samples = testing::make_curves(3, 20, 40, 82).samples;
  for (const NormalizationKind normalize :
       {NormalizationKind::none, NormalizationKind::unit, NormalizationKind::standard}) {
    const Model model = fitted(normalize).model;
    const Matrix embedded = model.transform(samples, {.n_threads = 2});
    const Prediction expected = model.predict(samples, {.n_threads = 2});
    SamplePredictor predictor(model);
    for (Index i = 0; i < samples.rows(); ++i) {
      const SamplePrediction decision = predictor.predict(row(samples, i));
      EXPECT_EQ(decision.of_class, expected.classes[i]);
      EXPECT_EQ(decision.confidence, expected.confidence[i]);
      EXPECT_EQ(decision.probability, expected.probability[i]);
      EXPECT_EQ(decision.is_far, expected.is_far[i]);
      EXPECT_TRUE(std::ranges::equal(predictor.transform(row(samples, i)), row(embedded, i)));
    }
  }
}

TEST(SamplePredictor, TakesNoMemory) {
  if (testing::n_allocations() < 0) GTEST_SKIP() << "the system's allocations cannot be counted here";
  const Model model = fitted(NormalizationKind::standard).model;
  const Matrix samples = testing::random_matrix(20, 40, 83);
  SamplePredictor predictor(model);
  std::vector<double> values(model.rbf_map().n_components());
  const long before = testing::n_allocations();
  for (Index i = 0; i < samples.rows(); ++i) {
    predictor.predict(row(samples, i));
    model.rbf_map().evaluate_one(row(samples, i), values);
  }
  EXPECT_EQ(testing::n_allocations(), before);
  EXPECT_GT((testing::random_matrix(2, 2, 84), testing::n_allocations()), before);
}

TEST(SamplePredictor, RefusesWhatTheModelRefuses) {
  const Model model = fitted(NormalizationKind::none).model;
  SamplePredictor predictor(model);
  EXPECT_THROW(predictor.predict(std::vector<double>(39)), InvalidInput);
  EXPECT_THROW(predictor.predict(std::vector<double>(40, 1e300)), InvalidInput);
}

}  // namespace sample_predictor_test
}  // namespace sosi
