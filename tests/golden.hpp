// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "io/arrays/npz_file.hpp"
#include "sosi/fit/fit.hpp"
#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi::testing {

/// A folder of reference data named by an environment variable, or beside the project.
inline std::filesystem::path reference_folder(const char* variable, const char* beside) {
  const char* given = std::getenv(variable);
  return given != nullptr ? given : std::filesystem::path("../shared") / beside;
}

/// One reference problem: inputs, options and the output of every stage, made by an independent program.
class Golden {
 public:
  explicit Golden(std::filesystem::path npz) : path_(std::move(npz)), file_(path_.string()) {
    std::ifstream(std::filesystem::path(path_).replace_extension(".json")) >> options_;
  }

  /// All problems there are; none when the folder is missing.
  static std::vector<Golden> all() {
    std::vector<std::filesystem::path> files;
    const auto folder = reference_folder("SOSI_GOLDEN", "golden");
    if (std::filesystem::is_directory(folder)) {
      for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".npz") files.push_back(entry.path());
      }
    }
    std::ranges::sort(files);
    return {files.begin(), files.end()};
  }

  std::string name() const { return path_.stem().string(); }

  /// An array of rank 2 or more, flattened to two.
  Matrix matrix(const std::string& array) const { return read_samples({path_.string(), array, {}}).values; }
  Vector vector(const std::string& array) const {
    const auto values = std::get<std::vector<double>>(io::read_column(file_.open(array)));
    return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
  }

  double number(const std::string& option) const { return options_.at(option); }

  Labels labels() const { return encode_labels(read_label_names({path_.string(), "labels"})); }
  TrainingSet training() const { return {matrix("samples"), labels(), {}, {}}; }

  /// The options of the run, scales included.
  FitOptions options() const {
    FitOptions options;
    for (const Field<FitOptions>& knob : field_table<FitOptions>()) {
      if (!options_.contains(knob.name)) continue;
      const auto& value = options_[knob.name];
      knob.parse(options, value.is_string() ? value.get<std::string>() : value.dump());
    }
    const Vector scales = vector("scales");
    options.scale = {ScaleRule::fixed, {{scales.begin(), scales.end()}, true}};
    return options;
  }

 private:
  std::filesystem::path path_;
  io::NpzFile file_;
  nlohmann::json options_;
};

/// max |a - b| / max |b|.
template <class A, class B>
double relative_difference(const A& a, const B& b) {
  return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

}  // namespace sosi::testing
