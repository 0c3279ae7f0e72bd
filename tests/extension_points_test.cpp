// SPDX-License-Identifier: BSD-3-Clause
// Embeddings and extensions that a program adds to the tables of the library.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "problems.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/fit/fit.hpp"
#include "sosi/io/model_file.hpp"
#include "sosi/model/sample_predictor.hpp"

namespace sosi {

namespace {

struct CornerOptions {
  double toy_corner_radius = 1.0;
};

struct MeansOptions {
  double toy_means_gain = 1.0;
};

struct LinearOptions {
  bool toy_linear_mirror = false;
};

}  // namespace

template <>
FieldTable<CornerOptions> field_table<CornerOptions>() {
  return {field("toy_corner_radius", &CornerOptions::toy_corner_radius, above(0), "distance of the corners")};
}

template <>
FieldTable<MeansOptions> field_table<MeansOptions>() {
  return {field("toy_means_gain", &MeansOptions::toy_means_gain, above(0), "factor of all coordinates")};
}

template <>
FieldTable<LinearOptions> field_table<LinearOptions>() {
  return {field("toy_linear_mirror", &LinearOptions::toy_linear_mirror, any_number(), "turn all signs")};
}

namespace {

// Every class at a corner of a simplex, whatever its samples are.
Embedding embed_at_corners(const EmbeddingProblem& problem, const OptionTexts& knobs) {
  const double radius = read_options<CornerOptions>(knobs).toy_corner_radius;
  Embedding embedding{Matrix::Zero(std::ssize(problem.classes), problem.n_components)};
  for (std::size_t i = 0; i < problem.classes.size(); ++i) {
    if (problem.classes[i] > problem.n_components) throw InvalidInput("toy_corners: too few components");
    if (problem.classes[i] > 0) embedding.coordinates(i, problem.classes[i] - 1) = radius;
  }
  return embedding;
}

Eigen::RowVectorXd apply(const LinearMap& map, const Eigen::Ref<const Eigen::RowVectorXd>& sample) {
  Eigen::RowVectorXd values = Eigen::RowVectorXd::Zero(map.weights.cols());
  for (Index j = 0; j < sample.size(); ++j) values += (sample(j) - map.mean(j)) * map.weights.row(j);
  return values;
}

// Along the differences between the means of the first class and of the others.
Embedding embed_along_means(const EmbeddingProblem& problem, const OptionTexts& knobs) {
  const Matrix samples = problem.samples();
  Matrix sums = Matrix::Zero(problem.n_components + 1, samples.cols());
  Vector counts = Vector::Zero(problem.n_components + 1);
  for (Index i = 0; i < samples.rows(); ++i) {
    sums.row(problem.classes[i]) += samples.row(i);
    counts(problem.classes[i]) += 1.0;
  }
  const Matrix means = counts.cwiseInverse().asDiagonal() * sums;
  const Matrix differences = means.bottomRows(problem.n_components).rowwise() - means.row(0);
  LinearMap map{samples.colwise().mean().transpose(),
                read_options<MeansOptions>(knobs).toy_means_gain * differences.transpose()};
  Embedding embedding{Matrix(samples.rows(), problem.n_components)};
  for (Index i = 0; i < samples.rows(); ++i) embedding.coordinates.row(i) = apply(map, samples.row(i));
  embedding.linear = std::move(map);
  return embedding;
}

class ToyLinearExtension : public Extension {
 public:
  explicit ToyLinearExtension(LinearMap map) : map_(std::move(map)) {
    if (map_.mean.size() != map_.weights.rows()) throw InvalidInput("mean and weights do not fit");
  }

  std::string_view method() const override { return "toy_linear"; }
  Index n_features() const override { return map_.mean.size(); }
  Index n_components() const override { return map_.weights.cols(); }
  MapValues evaluate(const MatrixView& samples, ThreadPool& threads) const override {
    MapValues found{Matrix(samples.rows(), n_components()), Vector::Zero(samples.rows())};
    threads.for_each(static_cast<std::size_t>(samples.rows()), [&](std::size_t i) {
      found.values.row(static_cast<Index>(i)) = apply(map_, samples.row(static_cast<Index>(i)));
    });
    return found;
  }
  NamedArrays arrays() const override { return {{"mean", map_.mean.transpose()}, {"weights", map_.weights}}; }

 private:
  LinearMap map_;
};

FittedExtension fit_linear(const ExtensionProblem& problem, const OptionTexts& knobs, ThreadPool&) {
  if (!problem.embedding->linear) throw InvalidInput("toy_linear: the embedding is not linear");
  LinearMap map = *problem.embedding->linear;
  if (read_options<LinearOptions>(knobs).toy_linear_mirror) map.weights *= -1.0;
  return {std::make_shared<ToyLinearExtension>(std::move(map))};
}

std::shared_ptr<const Extension> load_linear(const NamedArrays& arrays) {
  return std::make_shared<ToyLinearExtension>(
      LinearMap{array_named(arrays, "mean").transpose(), array_named(arrays, "weights")});
}

EmbeddingMethod corners_method() {
  return {"toy_corners",
          "",
          "a corner for every class",
          knobs_of<CornerOptions>(),
          {},
          embed_at_corners,
          [](const EmbeddingSize&, const OptionTexts&) { return 0.0; }};
}

EmbeddingMethod means_method() {
  return {"toy_means",
          "",
          "the directions between the means",
          knobs_of<MeansOptions>(),
          {},
          embed_along_means,
          [](const EmbeddingSize&, const OptionTexts&) { return 0.0; }};
}

ExtensionMethod linear_method() {
  return {"toy_linear", "",         "the map of a linear embedding", knobs_of<LinearOptions>(),
          fit_linear,   load_linear};
}

class ExtensionPoints : public ::testing::Test {
 protected:
  // The tables never shrink: what is added stays for all tests after these.
  static void SetUpTestSuite() {
    embeddings().add(corners_method());
    embeddings().add(means_method());
    extensions().add(linear_method());
  }

  static FitOptions linear_options() {
    FitOptions options;
    set_option(options, "embedding", "toy_means");
    set_option(options, "extension", "toy_linear");
    return options;
  }

  static std::string refusal(const FitOptions& options) {
    try {
      fit(training(), options);
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "accepted";
  }

  static testing::Curves curves() { return testing::make_curves(3, 40, 15, 77); }
  static TrainingSet training() { return testing::partly_labeled(curves(), 5); }
};

double error_of(const FitResult& result, const std::vector<int>& truth) {
  return error_rate(result.prediction.classes, truth, std::vector<int>(truth.size(), kUnlabeled)).value();
}

void expect_same_predictions(const Model& found, const Model& expected, const Matrix& samples) {
  EXPECT_EQ(found.transform(samples), expected.transform(samples));
  const Prediction predicted = found.predict(samples);
  const Prediction wanted = expected.predict(samples);
  EXPECT_EQ(predicted.classes, wanted.classes);
  EXPECT_EQ(predicted.confidence, wanted.confidence);
  EXPECT_EQ(predicted.probability, wanted.probability);
  EXPECT_EQ(predicted.is_far, wanted.is_far);
}

TEST_F(ExtensionPoints, FitRunsAnAddedEmbeddingByName) {
  FitOptions options;
  set_option(options, "embedding", "toy_corners");
  set_option(options, "toy_corner_radius", "2.50");
  for (const char* rounds : {"10", "auto"}) {
    set_option(options, "rounds", rounds);
    const FitResult result = fit(training(), options);
    EXPECT_LE(error_of(result, curves().classes), 0.1) << rounds;
    for (Index i = 0; i < result.model.embedding().rows(); ++i) {
      const int of_class = result.model.labels()[i];
      const Eigen::RowVector2d corner(of_class == 1 ? 2.5 : 0.0, of_class == 2 ? 2.5 : 0.0);
      EXPECT_EQ(result.model.embedding().row(i), corner);
    }
    EXPECT_EQ(result.model.options().at("embedding"), "toy_corners");
    EXPECT_EQ(result.model.options().at("toy_corner_radius"), "2.5");
    for (const SearchRun& run : result.report.search) EXPECT_EQ(run.embedding, "toy_corners");
    EXPECT_EQ(result.report.search.empty(), std::string(rounds) != "auto");
  }
}

TEST_F(ExtensionPoints, TheSearchTriesNoEmbeddingThatDoesNotAskForIt) {
  FitOptions options;
  options.effort = Effort::quick;
  for (const SearchRun& run : fit(training(), options).report.search) EXPECT_EQ(run.embedding, "fisher");
}

TEST_F(ExtensionPoints, FitRunsAnAddedExtensionByName) {
  const FitResult result = fit(training(), linear_options());
  EXPECT_LE(error_of(result, curves().classes), 0.2);
  EXPECT_EQ(result.model.extension().method(), "toy_linear");
  EXPECT_THROW(result.model.rbf_map(), InvalidInput);
  EXPECT_EQ(result.model.transform(curves().samples.topRows(15)), result.model.embedding());

  FitOptions mirrored = linear_options();
  set_option(mirrored, "toy_linear_mirror", "true");
  set_option(mirrored, "toy_means_gain", "2");
  const Model other = fit(training(), mirrored).model;
  EXPECT_EQ(other.transform(curves().samples), -2.0 * result.model.transform(curves().samples));
  EXPECT_EQ(other.options().at("toy_linear_mirror"), "true");
}

TEST_F(ExtensionPoints, AnAddedExtensionLabelsRowsAsItsModelDoes) {
  for (const NormalizationKind kind : {NormalizationKind::none, NormalizationKind::standard}) {
    FitOptions options = linear_options();
    options.normalize = kind;
    const FitResult result = fit(training(), options);
    const Prediction predicted = result.model.predict(curves().samples);
    const std::vector<int> given = training().labels.values;
    SamplePredictor predictor(result.model);
    for (std::size_t row = 0; row < given.size(); ++row) {
      if (given[row] != kUnlabeled) continue;
      EXPECT_EQ(result.prediction.classes[row], predicted.classes[row]);
      EXPECT_EQ(result.prediction.confidence[row], predicted.confidence[row]);
      EXPECT_EQ(result.prediction.probability[row], predicted.probability[row]);
      const Matrix sample = curves().samples.row(static_cast<Index>(row));
      const SamplePrediction one = predictor.predict({sample.data(), 15});
      EXPECT_EQ(one.of_class, predicted.classes[row]);
      EXPECT_EQ(one.confidence, predicted.confidence[row]);
    }
  }
}

TEST_F(ExtensionPoints, TablesOfOptionsListTheKnobsWithTheirOwners) {
  const FieldTable<FitOptions> table = field_table<FitOptions>();
  const auto expect_knob = [&](const char* name, const char* owner, const char* group, const char* standard) {
    const Field<FitOptions>* const found = find_field(table, name);
    ASSERT_NE(found, nullptr) << name;
    EXPECT_EQ(found->owners, std::vector<std::string>{owner});
    EXPECT_EQ(found->group, group);
    EXPECT_EQ(found->format({}), standard);
  };
  expect_knob("toy_corner_radius", "toy_corners", "Embedding", "1");
  expect_knob("toy_means_gain", "toy_means", "Embedding", "1");
  expect_knob("toy_linear_mirror", "toy_linear", "Extension", "false");
  EXPECT_NE(find_field(table, "embedding")->accepts.find("|toy_corners|toy_means"), std::string::npos);
  EXPECT_NE(find_field(table, "extension")->accepts.find("|toy_linear"), std::string::npos);
}

TEST_F(ExtensionPoints, WrongValuesAreRefused) {
  FitOptions options;
  EXPECT_THROW(set_option(options, "toy_corner_radius", "0"), InvalidInput);
  EXPECT_THROW(set_option(options, "toy_linear_mirror", "perhaps"), InvalidInput);
  EXPECT_THROW(set_option(options, "toy_corner", "1"), InvalidInput);
  EXPECT_THROW(set_option(options, "embedding", "toy_corner"), InvalidInput);
  EXPECT_THROW(set_option(options, "extension", "toy_corners"), InvalidInput);
  options = {};
  options.embedding_knobs["toy_corner_radius"] = "-1";
  EXPECT_EQ(refusal(options), "toy_corner_radius = -1: must be a number above 0");
  options = {};
  options.extension = "toy_corners";
  EXPECT_EQ(refusal(options).find("extension = toy_corners: must be rbf|"), 0U);
  options = linear_options();
  options.embedding = "fisher";
  EXPECT_EQ(refusal(options), "toy_linear: the embedding is not linear");
  options.embedding = "toy_corners";
  options.n_components = 1;
  EXPECT_EQ(refusal(options), "toy_corners: too few components");
}

TEST_F(ExtensionPoints, NamesCannotBeTakenTwice) {
  const std::size_t n_before = embeddings().all().size();
  EXPECT_THROW(embeddings().add(corners_method()), InvalidInput);
  EmbeddingMethod second = corners_method();
  second.name = "laplacian";
  EXPECT_THROW(embeddings().add(second), InvalidInput);
  EXPECT_EQ(embeddings().all().size(), n_before);
  ExtensionMethod extension = linear_method();
  EXPECT_THROW(extensions().add(extension), InvalidInput);
  extension.name = "rbf";
  EXPECT_THROW(extensions().add(extension), InvalidInput);
}

TEST_F(ExtensionPoints, ModelsPredictTheSameBitsAfterSaving) {
  FitOptions corners;
  corners.embedding = "toy_corners";
  corners.rounds = 4;
  for (FitOptions options : {corners, linear_options()}) {
    for (const char* kind : {"none", "standard"}) {
      set_option(options, "normalize", kind);
      const Model model = fit(training(), options).model;
      const std::string bytes = model_bytes(model);
      const Model loaded = model_from_bytes(bytes, "the model");
      EXPECT_EQ(loaded.extension().method(), model.extension().method());
      EXPECT_EQ(loaded.options(), model.options());
      expect_same_predictions(loaded, model, curves().samples);
      EXPECT_EQ(model_bytes(loaded), bytes);
    }
  }
}

// A program that lacks the added methods must be able to read models that do not use them.
TEST_F(ExtensionPoints, ModelsHoldNothingOfMethodsThatTheyDoNotUse) {
  FitOptions options;
  options.rounds = 3;
  EXPECT_EQ(model_bytes(fit(training(), options).model).find("toy_"), std::string::npos);
  options.extension = "nystrom";
  EXPECT_EQ(model_bytes(fit(training(), options).model).find("toy_"), std::string::npos);
  options.embedding = "toy_corners";
  const std::string bytes = model_bytes(fit(training(), options).model);
  EXPECT_NE(bytes.find("toy_corner_radius"), std::string::npos);
  EXPECT_EQ(bytes.find("toy_means"), std::string::npos);
  EXPECT_EQ(bytes.find("toy_linear"), std::string::npos);
}

TEST_F(ExtensionPoints, FilesOfUnknownExtensionsAreRefusedInOneLine) {
  std::string bytes = model_bytes(fit(training(), linear_options()).model);
  for (std::size_t at = bytes.find("toy_linear\""); at != std::string::npos;
       at = bytes.find("toy_linear\"", at)) {
    bytes.replace(at, 10, "toy_absent");
  }
  try {
    model_from_bytes(bytes, "the file");
    ADD_FAILURE() << "accepted";
  } catch (const IoError& error) {
    EXPECT_STREQ(error.what(), "the file: extension 'toy_absent' is unknown");
  }
}

}  // namespace
}  // namespace sosi
