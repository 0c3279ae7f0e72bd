// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/model.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "io/model_file_fixture.hpp"
#include "problems.hpp"
#include "sosi/fit/fit.hpp"

namespace sosi {
namespace model_test {

using model_file_testing::header_of;
using model_file_testing::Json;
using model_file_testing::make_model;
using model_file_testing::make_parts;

std::string refusal(const std::function<void(ModelParts&)>& edit) {
  ModelParts parts = make_parts();
  edit(parts);
  try {
    const Model model(std::move(parts));
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Model, RefusesPartsThatDoNotFit) {
  const std::string unfit = "the parts of the model do not fit each other";
  EXPECT_EQ(refusal([](ModelParts&) {}), "accepted");
  EXPECT_EQ(refusal([](ModelParts& parts) { parts.extension.reset(); }), "the model is empty");
  EXPECT_EQ(refusal([](ModelParts& parts) { parts.labels.clear(); }), "the model is empty");
  EXPECT_EQ(refusal([](ModelParts& parts) { parts.labels.pop_back(); }), unfit);
  EXPECT_EQ(refusal([](ModelParts& parts) { parts.embedding.conservativeResize(3, 3); }), unfit);
  EXPECT_EQ(refusal([](ModelParts& parts) { parts.embedding.conservativeResize(4, 2); }), unfit);
  EXPECT_EQ(refusal([](ModelParts& parts) { parts.normalization.mean.conservativeResize(4); }), unfit);
  EXPECT_EQ(refusal([](ModelParts& parts) { parts.normalization.deviation.resize(0); }), unfit);
  EXPECT_EQ(refusal([](ModelParts& parts) { parts.normalization.kind = NormalizationKind::unit; }), unfit);
  EXPECT_EQ(refusal([](ModelParts& parts) { parts.labels[2] = 2; }), "label 2 is none of the 2 classes");
  EXPECT_EQ(refusal([](ModelParts& parts) { parts.labels[2] = -1; }), "label -1 is none of the 2 classes");
  EXPECT_EQ(refusal([](ModelParts& parts) { parts.classes.push_back("c"); }),
            "a class of the model has no labeled sample");
  const std::string other = "the model must have a probability of every class for each center, or none";
  EXPECT_EQ(refusal([](ModelParts& parts) { parts.center_probabilities = Matrix::Constant(7, 2, 0.5); }),
            "accepted");
  EXPECT_EQ(refusal([](ModelParts& parts) { parts.center_probabilities = Matrix::Constant(6, 2, 0.5); }),
            other);
  EXPECT_EQ(refusal([](ModelParts& parts) { parts.center_probabilities = Matrix::Constant(7, 3, 0.5); }),
            other);
  EXPECT_EQ(refusal([](ModelParts& parts) { parts.center_probabilities = Matrix::Constant(7, 2, 0.4); }),
            "the probabilities of a center must be at least 0 and sum to 1");
}

TEST(Model, RefusesSamplesOfAnotherWidthAndStopsWhenToldTo) {
  const Model model = make_model();
  EXPECT_THROW(model.predict(Matrix::Ones(2, 4)), InvalidInput);
  EXPECT_THROW(model.transform(Matrix::Constant(2, 5, std::nan(""))), InvalidInput);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(model.predict(Matrix::Ones(2, 5), {.stop = stop.get_token()}), Cancelled);
}

TEST(Model, HasTheSameBitsForAnyThreadsDeviceAndBatch) {
  const Model model = make_model();
  const Matrix samples = testing::random_matrix(60, 5, 21);
  const Matrix expected = model.transform(samples, {.n_threads = 1});
  EXPECT_EQ(model.transform(samples, {.n_threads = 3, .device = Device::cpu}), expected);
  EXPECT_EQ(model.transform(samples.bottomRows(7)), expected.bottomRows(7));
}

// Without those that other tests add, which have no Python class.
std::vector<std::string> own_extensions() {
  std::vector<std::string> names;
  for (const ExtensionMethod* method : extensions().all()) {
    if (!method->class_name.empty()) names.push_back(method->name);
  }
  return names;
}

Model fitted_by(const std::string& extension, NormalizationKind kind) {
  FitOptions options;
  options.extension = extension;
  options.normalize = kind;
  options.rounds = 3;
  set_option(options, "lle_neighbors", "4");
  return fit(testing::partly_labeled(testing::make_curves(3, 30, 8, 22), 5), options).model;
}

TEST(Model, ByEveryExtensionSurvivesSaving) {
  const Matrix samples = testing::make_curves(3, 20, 8, 23).samples;
  for (const std::string& extension : own_extensions()) {
    for (const NormalizationKind kind :
         {NormalizationKind::none, NormalizationKind::unit, NormalizationKind::standard}) {
      SCOPED_TRACE(extension);
      const Model model = fitted_by(extension, kind);
      const std::string bytes = model_bytes(model);
      const Model loaded = model_from_bytes(bytes, "the model");
      EXPECT_EQ(model_bytes(loaded), bytes);
      EXPECT_EQ(loaded.extension().method(), extension);
      EXPECT_EQ(loaded.embedding(), model.embedding());
      EXPECT_EQ(loaded.labels(), model.labels());
      EXPECT_EQ(loaded.classes(), model.classes());
      EXPECT_EQ(loaded.normalization().mean, model.normalization().mean);
      EXPECT_EQ(loaded.normalization().deviation, model.normalization().deviation);
      EXPECT_EQ(loaded.calibration().temperature, model.calibration().temperature);
      EXPECT_EQ(loaded.transform(samples), model.transform(samples));
      EXPECT_EQ(loaded.predict(samples).confidence, model.predict(samples).confidence);
      EXPECT_EQ(loaded.predict(samples).probability, model.predict(samples).probability);
      EXPECT_EQ(loaded.options().at("extension"), extension);
    }
  }
}

TEST(Model, ByRadialBasisFunctionsIsAFileOfVersionThreeAndOthersAreOfVersionTwo) {
  const std::string header = header_of(model_bytes(fitted_by("rbf", NormalizationKind::none)));
  EXPECT_EQ(Json::parse(header)["__metadata__"]["format_version"], "3");
  EXPECT_EQ(header.find("extension"), std::string::npos);
  EXPECT_EQ(header.find("lle_neighbors"), std::string::npos);
  for (const char* extension : {"lle", "nystrom-modified"}) {
    const Json metadata =
        Json::parse(header_of(model_bytes(fitted_by(extension, NormalizationKind::none))))["__metadata__"];
    EXPECT_EQ(metadata["format_version"], "2");
    EXPECT_EQ(metadata["extension"], extension);
    const Json options = Json::parse(metadata["options"].get<std::string>());
    EXPECT_EQ(options["extension"], extension);
    EXPECT_EQ(options.contains("lle_neighbors"), std::string(extension) == "lle");
    EXPECT_EQ(options.contains("nystrom_heat"), std::string(extension) == "nystrom-modified");
  }
}

// A file that is cut, or in which a bit is wrong, is refused.
TEST(Model, OfVersionTwoIsReadWholeOrNotAtAll) {
  const std::string bytes = model_bytes(fitted_by("nystrom-modified", NormalizationKind::standard));
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    ASSERT_THROW(model_from_bytes(bytes.substr(0, n), "cut"), IoError) << n;
  }
  EXPECT_THROW(model_from_bytes(bytes + '\0', "longer"), IoError);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string bad = bytes;
    bad[i] = static_cast<char>(bad[i] ^ (1 << i % 8));
    ASSERT_THROW(model_from_bytes(bad, "bad"), IoError) << i;
  }
}

TEST(Model, OfVersionTwoIsNotWrittenWhereItWouldNotBeRead) {
  const Model good = fitted_by("lle", NormalizationKind::standard);
  const auto save_refused = [&](const std::function<void(ModelParts&)>& edit) {
    const auto extension = extensions().named("lle").load(good.extension().arrays());
    ModelParts parts{extension,          good.embedding(),     good.labels(),
                     good.classes(),     good.normalization(), good.options(),
                     good.diagnostics(), good.calibration()};
    edit(parts);
    EXPECT_THROW(model_bytes(Model(std::move(parts))), IoError);
  };
  save_refused([](ModelParts& parts) { parts.embedding(0, 0) = std::nan(""); });
  save_refused([](ModelParts& parts) { parts.normalization.mean(0) = std::nan(""); });
  save_refused([](ModelParts& parts) { parts.normalization.deviation(0) = 0.0; });
  save_refused([](ModelParts& parts) { parts.classes[0] = parts.classes[1]; });
  save_refused([](ModelParts& parts) { parts.calibration.temperature = 0.0; });
  save_refused([](ModelParts& parts) { parts.options["rounds"] = "-1"; });
}

}  // namespace model_test
}  // namespace sosi
