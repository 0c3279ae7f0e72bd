// SPDX-License-Identifier: BSD-3-Clause
// The paper's data sets: its claims about errors, and the promise about interpolation.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "golden.hpp"
#include "sosi/classify/fit.hpp"
#include "sosi/evaluate/splits.hpp"

namespace sosi {
namespace {

struct RealData {
  Matrix samples;
  std::vector<int> classes;
};

std::string file(const char* name) {
  return (testing::reference_folder("SOSI_DATA", "data") / name).string();
}

std::vector<int> column(const std::string& path, const char* array) {
  const auto values = std::get<std::vector<double>>(io::read_column(io::NpzFile(path).open(array)));
  return {values.begin(), values.end()};
}

// The chosen rows with the classes numbered from 0.
RealData select(const std::string& path, const Indices& rows) {
  const std::vector<int> all = column(path, "y");
  std::map<int, int> numbers;
  for (const Index row : rows) numbers.emplace(all[row], 0);
  int next = 0;
  for (auto& [original, number] : numbers) number = next++;
  RealData data;
  data.samples = read_samples({path, {}, {}}).values(rows, Eigen::all);
  for (const Index row : rows) data.classes.push_back(numbers[all[row]]);
  return data;
}

// Twelve people under the light directions that all of them have.
RealData yale() {
  const std::string path = file("extyaleb_20x17.npz");
  const std::vector<int> person = column(path, "y");
  const std::vector<int> azimuth = column(path, "azimuth");
  const std::vector<int> elevation = column(path, "elevation");
  std::map<std::pair<int, int>, std::set<int>> people;
  for (std::size_t i = 0; i < person.size(); ++i) {
    if (person[i] >= 2 && person[i] <= 13) people[{azimuth[i], elevation[i]}].insert(person[i]);
  }
  Indices rows;
  for (std::size_t i = 0; i < person.size(); ++i) {
    if (person[i] >= 2 && person[i] <= 13 && people[{azimuth[i], elevation[i]}].size() == 12) {
      rows.push_back(static_cast<Index>(i));
    }
  }
  return select(path, rows);
}

RealData coil() {
  Indices rows;
  for (Index i = 0; i < 1440; ++i) {
    if (i % 72 < 71) rows.push_back(i);
  }
  return select(file("coil20.npz"), rows);
}

RealData eth() {
  const std::string path = file("eth80_20x20.npz");
  return select(path, read_samples({path, {}, {"obj=0"}}).rows);
}

TrainingSet labeled(const RealData& data, int per_class, std::uint64_t split) {
  TrainingSet training{data.samples, {keep_labels(data.classes, per_class, split), {}}, {}, {}};
  for (int c = 0; c <= data.classes.back(); ++c) training.labels.classes.push_back(std::to_string(c));
  return training;
}

FitOptions paper_options(EmbeddingMethod method, int n_components, const char* scale) {
  FitOptions options;
  options.embedding.embedding = method;
  options.embedding.n_components = n_components;
  options.scale.scale = *OptionText<ScaleChoice>::parse(scale);
  options.normalize = NormalizationKind::unit;
  return options;
}

double mean_error(const RealData& data, int per_class, const FitOptions& options, int n_splits) {
  double sum = 0.0;
  for (int split = 0; split < n_splits; ++split) {
    TrainingSet training = labeled(data, per_class, split);
    const std::vector<int> labels = training.labels.values;
    const FitResult result = fit(std::move(training), options);
    sum += error_rate(result.classification.classes, data.classes, labels).value();
  }
  return sum / n_splits;
}

class PaperData : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(file("coil20.npz"))) {
      GTEST_SKIP() << "no data sets in ../shared/data (or $SOSI_DATA)";
    }
  }
};

TEST_F(PaperData, YaleFacesAreToldApartFromSixLabelsAPerson) {
  const RealData data = yale();
  ASSERT_EQ(data.samples.rows(), 12 * 58);
  EXPECT_LE(mean_error(data, 6, paper_options(EmbeddingMethod::fisher, 20, "1.4"), 5), 0.05);
  EXPECT_LE(mean_error(data, 6, paper_options(EmbeddingMethod::laplacian, 20, "1.4"), 5), 0.07);
}

TEST_F(PaperData, CoilObjectsAreToldApartFromTwelveLabelsAnObject) {
  const RealData data = coil();
  EXPECT_LE(mean_error(data, 12, paper_options(EmbeddingMethod::fisher, 25, "1.4"), 2), 0.05);
  EXPECT_LE(mean_error(data, 12, paper_options(EmbeddingMethod::laplacian, 25, "1.4"), 2), 0.05);
}

TEST_F(PaperData, InterpolationIsExactFromAThirdToTwiceTheMedianDistance) {
  const RealData sets[] = {yale(), eth(), coil()};
  for (const RealData& data : sets) {
    for (const char* scale : {"0.3", "1", "2"}) {
      FitOptions options = paper_options(EmbeddingMethod::fisher, 15, scale);
      options.progressive.rounds = 2;  // the labeled samples, then all of them
      const FitResult result = fit(labeled(data, 6, 0), options);
      EXPECT_LE(result.model.diagnostics.kernel.interpolation_error, 1e-8) << scale;
      EXPECT_EQ(result.model.diagnostics.kernel.n_shifts, 0) << scale;
    }
  }
}

}  // namespace
}  // namespace sosi
