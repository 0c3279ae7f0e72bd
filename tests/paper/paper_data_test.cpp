// SPDX-License-Identifier: BSD-3-Clause
// The paper's data sets: its claims about errors, and the promise about interpolation.
#include "sosi/paper/paper_data.hpp"

#include <gtest/gtest.h>

#include <map>

#include "golden.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/evaluate/splits.hpp"

namespace sosi {
namespace paper_data_test {

TrainingSet labeled(const PaperSet& set, int per_class, std::uint64_t split) {
  TrainingSet training = set.known;
  training.labels.values = keep_labels(set.known.labels.values, per_class, split);
  return training;
}

FitOptions paper_options(const char* method, int n_components, const char* scale) {
  FitOptions options;
  options.embedding = method;
  options.n_components = n_components;
  options.scale = *OptionText<ScaleChoice>::parse(scale);
  options.normalize = NormalizationKind::none;
  options.rounds = 10;
  return options;
}

double mean_error(const PaperSet& set, int per_class, const FitOptions& options, int n_splits) {
  double sum = 0.0;
  for (int split = 0; split < n_splits; ++split) {
    TrainingSet training = labeled(set, per_class, split);
    const std::vector<int> labels = training.labels.values;
    const FitResult result = fit(std::move(training), options);
    sum += error_rate(result.prediction.classes, set.known.labels.values, labels).value();
  }
  return sum / n_splits;
}

class PaperSets : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto folder = testing::reference_folder("SOSI_DATA", "data");
    if (!std::filesystem::exists(folder / "coil20.npz")) {
      GTEST_SKIP() << "no data sets in ../shared/data (or $SOSI_DATA)";
    }
    data_ = PaperData::in_folder(folder);
  }

  PaperData data_ = PaperData::synthetic();
};

// Every class has as many images, all of length 1.
void expect_shape(const PaperSet& set, std::size_t n_classes, Index per_class) {
  SCOPED_TRACE(set.name);
  std::map<int, Index> counts;
  for (const int label : set.known.labels.values) ++counts[label];
  EXPECT_EQ(counts.size(), n_classes);
  for (const auto& [label, count] : counts) EXPECT_EQ(count, per_class);
  EXPECT_EQ(set.samples_per_class(), static_cast<double>(per_class));
  EXPECT_EQ(std::ssize(set.known.row_numbers), set.known.samples.rows());
  EXPECT_LT((set.known.samples.rowwise().norm().array() - 1.0).abs().maxCoeff(), 1e-12);
}

TEST(SyntheticSets, HaveTheShapesOfThePapers) {
  const PaperData data = PaperData::synthetic();
  expect_shape(data.yale(), 12, 58);
  expect_shape(data.eth(), 8, 41);
  expect_shape(data.coil(), 20, 71);
}

TEST_F(PaperSets, HaveTheShapesOfThePapers) {
  expect_shape(data_.yale(), 12, 58);
  expect_shape(data_.eth(), 8, 41);
  expect_shape(data_.coil(), 20, 71);
  EXPECT_EQ(data_.yale().known.labels.classes.front(), "2");
}

TEST_F(PaperSets, YaleFacesAreToldApartFromSixLabelsAPerson) {
  const PaperSet set = data_.yale();
  EXPECT_LE(mean_error(set, 6, paper_options("fisher", 20, "1.4"), 5), 0.05);
  EXPECT_LE(mean_error(set, 6, paper_options("laplacian", 20, "1.4"), 5), 0.07);
}

TEST_F(PaperSets, CoilObjectsAreToldApartFromTwelveLabelsAnObject) {
  const PaperSet set = data_.coil();
  EXPECT_LE(mean_error(set, 12, paper_options("fisher", 25, "1.4"), 2), 0.05);
  EXPECT_LE(mean_error(set, 12, paper_options("laplacian", 25, "1.4"), 2), 0.05);
}

TEST_F(PaperSets, AreLabeledWellByTheDefaults) {
  EXPECT_LE(mean_error(data_.yale(), 6, {}, 2), 0.06);
  EXPECT_LE(mean_error(data_.eth(), 7, {}, 3), 0.15);
  EXPECT_LE(mean_error(data_.coil(), 4, {}, 1), 0.03);
}

TEST_F(PaperSets, InterpolationIsExactFromAThirdToTwiceTheMedianDistance) {
  const PaperSet sets[] = {data_.yale(), data_.eth(), data_.coil()};
  for (const PaperSet& set : sets) {
    for (const char* scale : {"0.3", "1", "2"}) {
      FitOptions options = paper_options("fisher", 15, scale);
      options.rounds = 2;  // the labeled samples, then all of them
      const FitResult result = fit(labeled(set, 6, 0), options);
      EXPECT_LE(result.model.diagnostics().kernel.interpolation_error, 1e-8) << scale;
      EXPECT_EQ(result.model.diagnostics().kernel.n_shifts, 0) << scale;
    }
  }
}

TEST(PaperFiles, ThatAreMissingAreNamedWithTheirOrigin) {
  try {
    PaperData::in_folder("tests").eth();
    FAIL();
  } catch (const IoError& error) {
    EXPECT_NE(std::string(error.what()).find("tests/eth80_20x20.npz: no such file; it holds ETH-80 ("),
              std::string::npos);
  }
  EXPECT_THROW(PaperData::in_folder("nowhere"), IoError);
  try {
    check_paper_files("tests");
    FAIL();
  } catch (const IoError& error) {
    for (const char* name : {"extyaleb_20x17.npz", "eth80_20x20.npz", "coil20.npz", "synthetic"})
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos);
  }
}

}  // namespace paper_data_test
}  // namespace sosi
