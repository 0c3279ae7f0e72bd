// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "sosi/core/errors.hpp"
#include "sosi/core/random.hpp"
#include "sosi/fit/fit_options.hpp"
#include "sosi/io/model_file.hpp"

namespace sosi::model_file_testing {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

inline constexpr Index kCenters = 7;
inline constexpr Index kFeatures = 5;
inline constexpr Index kComponents = 3;
inline constexpr Index kLabeled = 4;
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline const std::vector<NormalizationKind> kKinds = {NormalizationKind::none, NormalizationKind::unit,
                                                      NormalizationKind::standard};

inline Matrix random_matrix(Random& random, Index n_rows, Index n_columns) {
  Matrix values(n_rows, n_columns);
  for (double& value : values.reshaped()) value = random.normal();
  return values;
}

inline ModelParts make_parts(NormalizationKind kind = NormalizationKind::standard) {
  Random random(17);
  const Matrix centers = random_matrix(random, kCenters, kFeatures);
  Indices rows(kCenters);
  std::iota(rows.begin(), rows.end(), Index{0});
  RbfMap map(centers, rows, random_matrix(random, kCenters, kComponents), Vector{{0.7, 1.0 / 3.0, 0.7}});
  Normalization normalization{kind, {}, {}};
  if (kind == NormalizationKind::standard) {
    normalization.mean = Vector::LinSpaced(kFeatures, -1.0, 0.1);
    normalization.deviation = Vector::LinSpaced(kFeatures, 1e-9, 3.0);
  }
  FitOptions options;
  options.scale = {ScaleRule::fixed, {{0.61, 1.0 / 7.0, 2.0}, true}};
  options.n_components = 3;
  options.refit_scale = true;
  options.normalize = kind;
  return {.extension = std::make_shared<RbfExtension>(map),
          .embedding = random_matrix(random, kLabeled, kComponents),
          .labels = {0, 1, 1, 0},
          .classes = {"Zoë, \"日本\"", "b\n\\"},
          .normalization = normalization,
          .options = format_options(options),
          .diagnostics = {{2, 1.0 / 1024.0, 1e17 / 3.0, 1e-12}, 5, 1, 0},
          .calibration = {1.0 / 3.0, 1.0 / 7.0}};
}

inline Model make_model(NormalizationKind kind = NormalizationKind::standard) {
  return Model(make_parts(kind));
}

class ModelFileTest : public ::testing::Test {
 protected:
  ModelFileTest() {
    const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    folder = fs::path(::testing::TempDir()) / ("sosi-model-" + test + "-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    path = folder / "m.sosi";
  }
  ~ModelFileTest() override { fs::remove_all(folder); }

  std::string saved(const Model& model) const {
    save_model(model, path);
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  Model loaded(const std::string& bytes) const {
    std::ofstream(path, std::ios::binary) << bytes;
    return load_model(path);
  }

  // Why the file as it stands is refused, without its name; it must be one line.
  std::string refusal() const {
    try {
      load_model(path);
    } catch (const IoError& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with(path.string() + ": ")) << message;
      EXPECT_EQ(message.find('\n'), message.npos) << message;
      EXPECT_LT(message.size(), path.string().size() + 300);
      return message.substr(std::min(message.size(), path.string().size() + 2));
    }
    return "accepted";
  }

  std::string refusal(const std::string& bytes) const {
    std::ofstream(path, std::ios::binary) << bytes;
    return refusal();
  }

  void expect_refused(const std::string& bytes, const std::string& reason) const {
    const std::string message = refusal(bytes);
    EXPECT_NE(message.find(reason), message.npos) << message << " (expected: " << reason << ")";
  }

  fs::path folder;
  fs::path path;
};

inline std::uint64_t header_length(const std::string& bytes) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  return length;
}

inline std::string header_of(const std::string& bytes) {
  return bytes.substr(8, header_length(bytes));
}

inline std::string with_checksum(std::string bytes) {
  const std::size_t n = bytes.size() - 4;
  const auto checksum =
      static_cast<std::uint32_t>(::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), n));
  std::memcpy(bytes.data() + n, &checksum, 4);
  return bytes;
}

inline std::string with_header_text(const std::string& bytes, std::string text) {
  text.append((8 - text.size() % 8) % 8, ' ');
  const std::uint64_t length = text.size();
  std::string prefix(8, '\0');
  std::memcpy(prefix.data(), &length, 8);
  return with_checksum(prefix + text + bytes.substr(8 + header_length(bytes)));
}

using HeaderEdit = std::function<void(Json&)>;

inline std::string with_header(const std::string& bytes, const HeaderEdit& edit) {
  Json header = Json::parse(header_of(bytes));
  edit(header);
  return with_header_text(bytes, header.dump());
}

// Edits the JSON inside of a text of the metadata.
inline std::string with_metadata(const std::string& bytes, const std::string& name, const HeaderEdit& edit) {
  return with_header(bytes, [&](Json& header) {
    Json inner = Json::parse(header["__metadata__"][name].get<std::string>());
    edit(inner);
    header["__metadata__"][name] = inner.dump();
  });
}

template <class T>
std::string with_element(std::string bytes, const std::string& tensor, std::size_t position, T value) {
  const std::size_t begin = Json::parse(header_of(bytes))[tensor]["data_offsets"][0];
  std::memcpy(bytes.data() + 8 + header_length(bytes) + begin + position * sizeof(T), &value, sizeof(T));
  return with_checksum(bytes);
}

}  // namespace sosi::model_file_testing
