// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/model_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include "io/model_file_fixture.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {
namespace model_file_test {

using namespace model_file_testing;

TEST_F(ModelFileTest, ReadsBackEveryBit) {
  for (const NormalizationKind kind : kKinds) {
    const Model model = make_model(kind);
    const Model copy = loaded(saved(model));
    EXPECT_EQ(copy.rbf_map().centers(), model.rbf_map().centers());
    EXPECT_EQ(copy.rbf_map().coefficients(), model.rbf_map().coefficients());
    EXPECT_EQ(copy.rbf_map().scales(), model.rbf_map().scales());
    EXPECT_EQ(copy.embedding(), model.embedding());
    EXPECT_EQ(copy.labels(), model.labels());
    EXPECT_EQ(copy.classes(), model.classes());
    EXPECT_EQ(copy.normalization().kind, kind);
    EXPECT_EQ(copy.normalization().mean, model.normalization().mean);
    EXPECT_EQ(copy.normalization().deviation, model.normalization().deviation);
    EXPECT_EQ(copy.options(), model.options());
    EXPECT_EQ(copy.diagnostics().kernel.n_shifts, 2);
    EXPECT_EQ(copy.diagnostics().kernel.largest_shift, model.diagnostics().kernel.largest_shift);
    EXPECT_EQ(copy.diagnostics().kernel.condition, model.diagnostics().kernel.condition);
    EXPECT_EQ(copy.diagnostics().kernel.interpolation_error, model.diagnostics().kernel.interpolation_error);
    EXPECT_EQ(copy.diagnostics().n_duplicates, 5);
    EXPECT_EQ(copy.diagnostics().n_scales_bounded, 1);
    EXPECT_EQ(copy.diagnostics().n_scales_undecided, 0);
    EXPECT_EQ(copy.calibration().temperature, model.calibration().temperature);
    EXPECT_EQ(copy.calibration().support, model.calibration().support);

    Random random(3);
    const Matrix samples = random_matrix(random, 20, kFeatures);
    EXPECT_EQ(copy.transform(samples), model.transform(samples));
    EXPECT_EQ(copy.predict(samples).confidence, model.predict(samples).confidence);
    EXPECT_EQ(copy.predict(samples).probability, model.predict(samples).probability);
  }
}

TEST_F(ModelFileTest, SavedAgainGivesTheSameBytes) {
  for (const NormalizationKind kind : kKinds) {
    ModelParts parts = make_parts(kind);
    parts.diagnostics.kernel.condition = kInfinity;
    parts.calibration.support = kInfinity;
    const std::string bytes = saved(Model(parts));
    EXPECT_EQ(saved(loaded(bytes)), bytes);
  }
}

TEST_F(ModelFileTest, BytesInMemoryAreThoseOfTheFile) {
  for (const NormalizationKind kind : kKinds) {
    const std::string bytes = model_bytes(make_model(kind));
    EXPECT_EQ(bytes, saved(make_model(kind)));
    EXPECT_EQ(model_bytes(model_from_bytes(bytes, "the pickle")), bytes);
    for (const std::size_t n : {std::size_t{0}, std::size_t{7}, bytes.size() / 2, bytes.size() - 1}) {
      EXPECT_THROW(model_from_bytes(bytes.substr(0, n), "the pickle"), IoError);
    }
  }
}

TEST_F(ModelFileTest, HasTheDocumentedLayout) {
  const std::string bytes = saved(make_model());
  const std::uint64_t length = header_length(bytes);
  EXPECT_EQ(length % 8, 0U);
  const Json header = Json::parse(header_of(bytes));
  EXPECT_EQ(header["__metadata__"]["format"], "sosi-model");
  EXPECT_EQ(header["__metadata__"]["format_version"], "1");
  EXPECT_EQ(header["__metadata__"]["normalization"], "standard");
  EXPECT_EQ(Json::parse(header["__metadata__"]["options"].get<std::string>())["scale"],
            "0.61,0.14285714285714285,2abs");
  EXPECT_EQ(header["centers"]["dtype"], "F64");
  EXPECT_EQ(header["centers"]["shape"], Json({kCenters, kFeatures}));
  EXPECT_EQ(header["coefficients"]["shape"], Json({kCenters, kComponents}));
  EXPECT_EQ(header["embedding"]["shape"], Json({kLabeled, kComponents}));
  EXPECT_EQ(header["labels"]["dtype"], "I32");
  EXPECT_EQ(header["checksum"]["dtype"], "U32");
  EXPECT_EQ(header["checksum"]["data_offsets"][1], bytes.size() - 8 - length);
  EXPECT_EQ(with_checksum(bytes), bytes);
}

TEST_F(ModelFileTest, EveryTruncationIsRefused) {
  const std::string bytes = saved(make_model());
  EXPECT_NE(refusal(bytes + '\0'), "accepted");
  for (std::size_t length = bytes.size(); length-- > 0;) {
    fs::resize_file(path, length);
    ASSERT_NE(refusal(), "accepted") << length;
  }
}

TEST_F(ModelFileTest, EveryFlippedBitIsRefused) {
  const std::string bytes = saved(make_model());
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  const auto put = [&](std::size_t position, unsigned byte) {
    file.seekp(static_cast<std::streamoff>(position));
    file.put(static_cast<char>(byte)).flush();
  };
  for (std::size_t position = 0; position < bytes.size(); ++position) {
    const auto byte = static_cast<unsigned char>(bytes[position]);
    for (unsigned bit = 0; bit < 8; ++bit) {
      put(position, byte ^ (1U << bit));
      ASSERT_NE(refusal(), "accepted") << "bit " << bit << " of byte " << position;
    }
    put(position, byte);
  }
  EXPECT_EQ(refusal(), "accepted");
}

TEST_F(ModelFileTest, SaysThatAFileIsDamaged) {
  std::string bytes = saved(make_model());
  bytes[bytes.size() - 40] ^= 1;
  expect_refused(bytes, "is damaged: its checksum does not fit");
}

TEST_F(ModelFileTest, OptionsThatAFileDoesNotNameTakeTheirDefaults) {
  const std::string bytes = saved(make_model());
  const Model model =
      loaded(with_metadata(bytes, "options", [](Json& options) { options.erase("refit_scale"); }));
  EXPECT_EQ(model.options().at("refit_scale"), "false");
  EXPECT_EQ(model.options().at("n_components"), "3");
}

TEST_F(ModelFileTest, OlderFilesHaveNoCalibration) {
  const Model model = loaded(
      with_header(saved(make_model()), [](Json& header) { header["__metadata__"].erase("calibration"); }));
  EXPECT_EQ(model.calibration().temperature, Calibration{}.temperature);
  EXPECT_EQ(model.calibration().support, kInfinity);
}

TEST_F(ModelFileTest, ImagesHaveASizeThatFitsTheFeatures) {
  EXPECT_EQ(loaded(saved(make_model())).image_size(), std::nullopt);
  ModelParts parts = make_parts();
  parts.image_size = {1, kFeatures};
  const std::string bytes = saved(Model(parts));
  EXPECT_EQ(loaded(bytes).image_size(), (ImageSize{1, kFeatures}));
  EXPECT_EQ(saved(loaded(bytes)), bytes);
  const auto with_image = [&](const std::string& text) {
    return with_header(bytes, [&](Json& header) { header["__metadata__"]["image"] = text; });
  };
  const std::string rule = "its image size must be height and width, integers at least 1";
  for (const char* text :
       {"5", "[1,5]", "{}", R"({"height":1})", R"({"height":1,"width":5,"depth":1})",
        R"({"height":0,"width":5})", R"({"height":-1,"width":-5})", R"({"height":1.0,"width":5})",
        R"({"height":1,"width":"5"})", R"({"height":1,"width":18446744073709551615})"}) {
    expect_refused(with_image(text), rule);
  }
  expect_refused(with_image("{"), "the text of its image size is not JSON");
  expect_refused(with_image(R"({"height":5,"width":2})"), "images of 5 x 2 do not have the 5 features");
  expect_refused(with_image(R"({"height":4611686018427387904,"width":4})"), "do not have the 5 features");
  parts.image_size = {2, 2};
  EXPECT_THROW(Model{parts}, InvalidInput);
}

TEST_F(ModelFileTest, DoesNotWriteWhatItWouldNotRead) {
  const std::string before = saved(make_model());
  const auto edited = [](const std::function<void(ModelParts&)>& edit) {
    ModelParts parts = make_parts();
    edit(parts);
    return parts;
  };
  const auto parts_refused = [&](const std::function<void(ModelParts&)>& edit) {
    EXPECT_THROW(Model(edited(edit)), InvalidInput);
  };
  const auto save_refused = [&](const std::function<void(ModelParts&)>& edit) {
    const Model model(edited(edit));
    EXPECT_THROW(save_model(model, path), IoError);
  };
  parts_refused([](ModelParts& parts) { parts.labels[0] = 2; });
  parts_refused([](ModelParts& parts) { parts.labels.pop_back(); });
  save_refused([](ModelParts& parts) { parts.classes[0] = "\xFF"; });
  save_refused([](ModelParts& parts) { parts.classes[0] = parts.classes[1]; });
  save_refused([](ModelParts& parts) { parts.embedding(0, 0) = kInfinity; });
  parts_refused([](ModelParts& parts) { parts.normalization.mean.resize(0); });
  save_refused([](ModelParts& parts) { parts.normalization = {NormalizationKind::automatic, {}, {}}; });
  save_refused([](ModelParts& parts) { parts.options["rounds"] = "-1"; });
  save_refused([](ModelParts& parts) { parts.diagnostics.n_duplicates = -1; });
  save_refused([](ModelParts& parts) { parts.calibration.temperature = 0.0; });
  save_refused([](ModelParts& parts) { parts.calibration.temperature = kInfinity; });
  save_refused([](ModelParts& parts) { parts.calibration.support = -1.0; });
  std::ifstream file(path, std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), before);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
  EXPECT_THROW(save_model(make_model(), folder / "none" / "m.sosi"), IoError);
  EXPECT_THROW(save_model(make_model(), "/dev/full"), IoError);
}

}  // namespace model_file_test
}  // namespace sosi
