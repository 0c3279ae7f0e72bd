// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "io/model_file_fixture.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/io/model_file.hpp"

namespace sosi {
namespace model_file_crafted_test {

using namespace model_file_testing;

// Files that somebody has made up: all but what a test is about is correct, the checksum included.
class CraftedModelFileTest : public ModelFileTest {};

TEST_F(CraftedModelFileTest, SaysWhatIsNoModel) {
  const std::string bytes = saved(make_model());
  expect_refused("", "is too short");
  expect_refused("\x93NUMPY\x01 and so on, a longer text", "not a safetensors file");
  expect_refused(with_header_text(bytes, "not JSON"), "its header is not JSON");
  expect_refused(with_header_text(bytes, "[1]"), "is not a JSON object");
  expect_refused(with_header_text(bytes, std::string(100000, '[')), "nested too deeply");
  expect_refused(with_header_text(bytes, R"({"a":)" + std::string(9, '[') + std::string(9, ']') + "}"),
                 "nested too deeply");
  expect_refused(with_header(bytes, [](Json& header) { header["__metadata__"]["format"] = "other"; }),
                 "is not a sosi model");
  expect_refused(with_header(bytes, [](Json& header) { header.erase("__metadata__"); }),
                 "is not a sosi model");
  expect_refused(with_header(bytes, [](Json& header) { header["__metadata__"]["format_version"] = "4"; }),
                 "is of format version 4; this program reads version 3: a newer sosi is needed");
  expect_refused(with_header(bytes, [](Json& header) { header["__metadata__"]["format_version"] = "3"; }),
                 "array 'center_probabilities' is missing");
  expect_refused(with_header(bytes, [](Json& header) { header["__metadata__"]["format_version"] = "2"; }),
                 "metadata 'extension' is missing");
  expect_refused(with_header(bytes, [](Json& header) { header["__metadata__"]["extension"] = "lle"; }),
                 "metadata 'extension' is unknown");
  expect_refused(with_header(bytes, [](Json& header) { header["__metadata__"]["format_version"] = 1; }),
                 "metadata must be text");
  expect_refused(with_header(bytes, [](Json& header) { header["__metadata__"].erase("options"); }),
                 "metadata 'options' is missing");
  expect_refused(with_header(bytes, [](Json& header) { header["__metadata__"]["extra\n"] = ""; }),
                 "metadata 'extra?' is unknown");
  EXPECT_THROW(load_model(folder), IoError);
  EXPECT_THROW(load_model(folder / "none"), IoError);
}

TEST_F(CraftedModelFileTest, RefusesAHeaderBeyondTheFile) {
  std::string bytes = saved(make_model());
  for (const std::uint64_t length :
       {std::uint64_t{bytes.size() - 7}, std::uint64_t{0}, std::uint64_t{1} << 40U, ~std::uint64_t{0}}) {
    std::memcpy(bytes.data(), &length, 8);
    expect_refused(bytes, "its header would have " + std::to_string(length) + " bytes");
  }
}

TEST_F(CraftedModelFileTest, RefusesANameGivenTwice) {
  const std::string bytes = saved(make_model());
  const std::string text = header_of(bytes);
  expect_refused(with_header_text(bytes, R"({"centers":{},)" + text.substr(1)), "has 'centers' twice");
}

TEST_F(CraftedModelFileTest, RefusesArraysThatDoNotTileTheFile) {
  const std::string bytes = saved(make_model());
  const auto offsets_refused = [&](const char* array, const Json& offsets, const std::string& reason) {
    expect_refused(with_header(bytes, [&](Json& header) { header[array]["data_offsets"] = offsets; }),
                   reason);
  };
  const std::uint64_t n = 8 * kCenters * kFeatures;
  offsets_refused("centers", {8, n + 8}, "there is a hole before");
  offsets_refused("coefficients", {n - 8, n - 8 + 8 * kCenters * kComponents}, "overlaps");
  offsets_refused("checksum", {1000000, 1000004}, "lies beyond the end");
  offsets_refused("centers", {-8, n - 8}, "whole numbers, at least 0");
  offsets_refused("centers", {0.0, n}, "whole numbers, at least 0");
  offsets_refused("centers", {0, 1e30}, "whole numbers, at least 0");
  offsets_refused("centers", {n, 0}, "are not a range");
  offsets_refused("centers", {0, n, n}, "are not a range");
  offsets_refused("centers", {0, n - 8}, "does not fit its 272 bytes");
  offsets_refused("centers", "0", "whole numbers");
  expect_refused(with_header(bytes, [](Json& header) { header.erase("checksum"); }), "belong to no array");
  expect_refused(with_header(bytes, [](Json& header) { header["labels"].erase("shape"); }),
                 "must have a dtype");
  const std::string longer = bytes + std::string(8, '\0');
  expect_refused(with_checksum(longer), "8 bytes at its end belong to no array");
}

TEST_F(CraftedModelFileTest, RefusesShapesBeforeTakingMemoryForThem) {
  const std::string bytes = saved(make_model());
  const auto shape_refused = [&](const char* array, const Json& shape, const std::string& reason) {
    expect_refused(with_header(bytes, [&](Json& header) { header[array]["shape"] = shape; }), reason);
  };
  const std::uint64_t huge = std::uint64_t{1} << 40U;
  shape_refused("centers", {huge, huge}, "does not fit");
  // The product is 35 modulo 2^64.
  shape_refused("centers", {35, std::uint64_t{0xFFFFFFFFFFFFFFFF}, std::uint64_t{0xFFFFFFFFFFFFFFFF}},
                "does not fit");
  shape_refused("centers", {-7, -5}, "whole numbers, at least 0");
  shape_refused("centers", {kFeatures, kCenters}, "must be F64 [5,3]");
  shape_refused("centers", Json::array({kCenters * kFeatures}), "must be of rank 2");
  shape_refused("scales", {1, kComponents}, "must be of rank 1");
  shape_refused("embedding", {kLabeled, kComponents, 1}, "must be F64 [4,3]");
  expect_refused(with_header(bytes,
                             [&](Json& header) {
                               header["checksum"]["shape"] = {huge};
                               header["checksum"]["data_offsets"][1] = 4 * huge;
                             }),
                 "does not fit");
  expect_refused(with_header(bytes,
                             [&](Json& header) {
                               const std::uint64_t begin = header["checksum"]["data_offsets"][0];
                               header["checksum"]["shape"] = Json::array({huge});
                               header["checksum"]["data_offsets"][1] = begin + 4 * huge;
                             }),
                 "lies beyond the end");
  std::string zeros = R"({"a":[0)";
  for (int i = 0; i < 100000; ++i) zeros += ",0";
  expect_refused(with_header_text(bytes, zeros + "]}"), "more than the 4096 values");
}

TEST_F(CraftedModelFileTest, RefusesMissingUnknownAndMistypedArrays) {
  const std::string bytes = saved(make_model());
  const auto renamed = [&](const std::string& from, const std::string& to) {
    return with_header(bytes, [&](Json& header) {
      header[to] = header[from];
      header.erase(from);
    });
  };
  for (const char* name :
       {"centers", "coefficients", "scales", "embedding", "labels", "checksum", "normalization_mean"}) {
    expect_refused(renamed(name, "other"), "array '" + std::string(name) + "' is missing");
  }
  expect_refused(with_header(bytes,
                             [](Json& header) {
                               header["more"] = {{"dtype", "F64"}, {"shape", {0}}, {"data_offsets", {0, 0}}};
                             }),
                 "array 'more' is unknown");
  expect_refused(with_header(bytes, [](Json& header) { header["labels"]["dtype"] = "F32"; }),
                 "array 'labels' is 'F32' [4]: must be I32 [4]");
  expect_refused(with_header(bytes, [](Json& header) { header["labels"]["dtype"] = "X9"; }),
                 "unknown dtype 'X9'");
  expect_refused(with_header(bytes, [](Json& header) { header["__metadata__"]["normalization"] = "unit"; }),
                 "array 'normalization_mean' is unknown");
  expect_refused(with_header(bytes, [](Json& header) { header["__metadata__"]["normalization"] = "auto"; }),
                 "must be unit, standard or none");
  expect_refused(with_header(bytes,
                             [](Json& header) {
                               std::swap(header["normalization_mean"], header["normalization_deviation"]);
                             }),
                 "not in their order");
}

TEST_F(CraftedModelFileTest, RefusesImpossibleNumbersUnderACorrectChecksum) {
  const std::string bytes = saved(make_model());
  EXPECT_EQ(refusal(with_element(bytes, "coefficients", 4, 0.5)), "accepted");
  for (const char* array :
       {"centers", "coefficients", "scales", "embedding", "normalization_mean", "normalization_deviation"}) {
    for (const double value : {std::nan(""), kInfinity, -kInfinity}) {
      expect_refused(with_element(bytes, array, 2, value),
                     std::string(array) + " holds a number that is not finite");
    }
  }
  for (const double value : {0.0, -1.0, 1e-200, 1e200})
    expect_refused(with_element(bytes, "scales", 1, value), "scales holds");
  for (const double value : {0.0, -1.0}) {
    expect_refused(with_element(bytes, "normalization_deviation", 1, value), "normalization_deviation holds");
  }
  expect_refused(with_element(bytes, "labels", 1, 2), "label 2 is none of the 2 classes");
  expect_refused(with_element(bytes, "labels", 1, -1), "label -1 is none of the 2 classes");
}

TEST_F(CraftedModelFileTest, RefusesWhatCannotHaveBeenSaidOfTheCenters) {
  ModelParts parts = make_parts();
  parts.center_probabilities = Matrix::Constant(kCenters, 2, 0.5);
  const std::string bytes = saved(Model(parts));
  EXPECT_EQ(saved(loaded(bytes)), bytes);
  EXPECT_EQ(loaded(bytes).center_probabilities(), parts.center_probabilities);
  EXPECT_EQ(Json::parse(header_of(bytes))["__metadata__"]["format_version"], "3");
  expect_refused(with_header(bytes, [](Json& header) { header["__metadata__"]["format_version"] = "1"; }),
                 "array 'center_probabilities' is unknown");
  expect_refused(with_element(bytes, "center_probabilities", 3, std::nan("")),
                 "center_probabilities holds a number that is not finite");
  for (const double value : {-0.5, 0.75}) {
    expect_refused(with_element(bytes, "center_probabilities", 3, value), "at least 0 and sum to 1");
  }
  expect_refused(with_header(bytes,
                             [](Json& header) {
                               header["center_probabilities"]["shape"] = {2, kCenters};
                             }),
                 "must be F64 [7,7]");
  parts.classes.push_back("c");
  parts.labels[3] = 2;
  parts.center_probabilities = Matrix::Constant(kCenters, 3, 1.0 / 3.0);
  const std::string three = saved(Model(parts));
  expect_refused(
      with_metadata(with_element(three, "labels", 3, 0), "classes", [](Json& classes) { classes.erase(2); }),
      "a probability of every class for each center");
}

TEST_F(CraftedModelFileTest, RefusesClassesThatDoNotFitTheLabels) {
  const std::string bytes = saved(make_model());
  const auto classes_refused = [&](const Json& classes, const std::string& reason) {
    expect_refused(with_metadata(bytes, "classes", [&](Json& names) { names = classes; }), reason);
  };
  classes_refused({"a", "a"}, "class 'a' is there twice");
  classes_refused({"a", "b", "c"}, "class 'c' has no labeled sample");
  classes_refused({"a", "b", "c", "d", "e"}, "more than the 5 values");
  classes_refused(Json::array(), "label 0 is none of the 0 classes");
  classes_refused({"a", 1}, "must be a list of names");
  classes_refused("ab", "must be a list of names");
}

TEST_F(CraftedModelFileTest, RefusesOptionsAndDiagnosticsItDoesNotKnow) {
  const std::string bytes = saved(make_model());
  const auto set_refused = [&](const char* text, const char* name, const Json& value,
                               const std::string& reason) {
    expect_refused(with_metadata(bytes, text, [&](Json& all) { all[name] = value; }), reason);
  };
  set_refused("options", "novelty", "1", "option 'novelty' is unknown");
  set_refused("options", "rounds", "many\n", "option rounds = 'many?': must be");
  set_refused("options", "ridge", "-1", "option ridge = '-1': must be");
  set_refused("options", "rounds", 10, "option rounds must be text");
  set_refused("diagnostics", "novelty", 1, "diagnostic 'novelty' is unknown");
  set_refused("diagnostics", "n_shifts", -1, "diagnostic n_shifts must be");
  set_refused("diagnostics", "n_shifts", 4294967296, "diagnostic n_shifts must be");
  set_refused("diagnostics", "n_shifts", 1.5, "diagnostic n_shifts must be");
  set_refused("diagnostics", "condition", -1.5, "diagnostic condition must be");
  set_refused("diagnostics", "condition", "nan", "diagnostic condition must be");
  set_refused("calibration", "novelty", 1, "calibration 'novelty' is unknown");
  set_refused("calibration", "temperature", 0, "calibration temperature must be");
  set_refused("calibration", "temperature", "inf", "calibration temperature must be");
  set_refused("calibration", "temperature", 1e-310, "calibration temperature must be");
  set_refused("calibration", "support", -1.0, "calibration support must be");
  expect_refused(with_header(bytes, [](Json& header) { header["__metadata__"]["options"] = "{"; }),
                 "the text of its options is not JSON");
  expect_refused(
      with_header(bytes,
                  [](Json& header) { header["__metadata__"]["diagnostics"] = R"({"condition":1e999})"; }),
      "a number that is too large");
}

}  // namespace model_file_crafted_test
}  // namespace sosi
