// SPDX-License-Identifier: BSD-3-Clause
#include "io/extension_model.hpp"

#include <cstdint>
#include <ostream>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "io/bytes/text.hpp"
#include "io/model_columns.hpp"
#include "io/refusal.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/data/samples.hpp"

namespace sosi::io {

namespace {

// Behind the extension's own arrays, which begin with this.
constexpr const char* kPrefix = "extension.";

template <class Values>
auto span_of_values(Values& values) {
  return std::span(values.data(), static_cast<std::size_t>(values.size()));
}

TensorInfo matrix_info(const std::string& name, const Matrix& values) {
  return {
      name, "F64", {static_cast<std::uint64_t>(values.rows()), static_cast<std::uint64_t>(values.cols())}};
}

// What all models have, in the order of the file.
struct CommonArrays {
  Matrix embedding;
  Matrix moments;  // mean and deviation of every feature; without rows where there are none
  Metric metric;
  std::vector<int> labels;
};

Matrix moments_of(const Normalization& normalization) {
  if (normalization.kind != NormalizationKind::standard) return {};
  Matrix moments(2, normalization.mean.size());
  moments << normalization.mean.transpose(), normalization.deviation.transpose();
  return moments;
}

Matrix read_matrix(SafetensorsReader& reader, const TensorInfo& info) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
  if (info.type != "F64" || info.shape.size() != 2 || info.shape[0] == 0 || info.shape[1] == 0 ||
      info.shape[0] > kMost || info.shape[1] > kMost) {
    fail(reader.name(), "array " + shown(info.name) + " must be of type F64 and rank 2, and not empty");
  }
  Matrix values(static_cast<Index>(info.shape[0]), static_cast<Index>(info.shape[1]));
  reader.read(std::as_writable_bytes(span_of_values(values)));
  return values;
}

// What both writing and reading refuse.
void check(const NamedArrays& arrays, const Matrix& embedding, const Matrix& moments,
           const std::vector<std::string>& classes, NormalizationKind kind) {
  for (const auto& [name, values] : arrays) check_samples(values);
  check_samples(embedding);
  const bool has_moments = kind == NormalizationKind::standard;
  if (moments.rows() != (has_moments ? 2 : 0) || !moments.allFinite() ||
      (has_moments && !(moments.row(1).array() > 0.0).all())) {
    throw InvalidInput("array 'normalization' does not fit its kind");
  }
  std::set<std::string_view> names;
  for (const std::string& name : classes) {
    if (!names.insert(name).second) throw InvalidInput("class " + shown(name) + " is there twice");
  }
}

Normalization normalization_of(NormalizationKind kind, const Matrix& moments, Metric metric) {
  if (kind != NormalizationKind::standard) return {kind, {}, {}, std::move(metric)};
  return {kind, moments.row(0).transpose(), moments.row(1).transpose(), std::move(metric)};
}

// Every matrix of a file, by name.
NamedArrays matrices_of(const Model& model, const std::string& file) {
  NamedArrays all = model.extension().arrays();
  const Matrix moments = moments_of(model.normalization());
  try {
    check(all, model.embedding(), moments, model.classes(), model.normalization().kind);
  } catch (const InvalidInput& error) {
    fail(file, error.what());
  }
  for (auto& [name, values] : all) name = kPrefix + name;
  all.emplace_back("embedding", model.embedding());
  if (moments.size() > 0) all.emplace_back("normalization", moments);
  const Metric& metric = model.normalization().metric;
  if (!metric.is_identity()) {
    all.emplace_back("metric_directions", metric.directions);
    all.emplace_back("metric_kept", metric.kept);
  }
  return all;
}

}  // namespace

void write_extension_model(std::ostream& out, const Model& model, const ModelTexts& texts,
                           const std::string& file) {
  const auto matrices = matrices_of(model, file);
  SafetensorsHeader header{texts, {}};
  for (const auto& [name, values] : matrices) header.tensors.push_back(matrix_info(name, values));
  header.tensors.push_back({"labels", "I32", {model.labels().size()}});
  header.tensors.push_back({"checksum", "U32", {1}});
  SafetensorsWriter writer(out, header, file);
  for (const auto& [name, values] : matrices) writer.write(std::as_bytes(span_of_values(values)));
  writer.write(std::as_bytes(std::span(model.labels())));
  const std::uint32_t checksum = writer.checksum();
  writer.write(std::as_bytes(std::span(&checksum, 1)));
}

Model read_extension_model(SafetensorsReader& reader, NormalizationKind kind) {
  const std::string file = reader.name();
  const ModelTexts& texts = reader.header().metadata;
  NamedArrays arrays;
  CommonArrays common;
  for (const TensorInfo& info : reader.header().tensors) {
    if (info.name.starts_with(kPrefix)) {
      arrays.emplace_back(info.name.substr(std::string_view(kPrefix).size()), read_matrix(reader, info));
    } else if (info.name == "embedding") {
      common.embedding = read_matrix(reader, info);
    } else if (info.name == "normalization") {
      common.moments = read_matrix(reader, info);
    } else if (info.name == "metric_directions") {
      common.metric.directions = read_matrix(reader, info);
    } else if (info.name == "metric_kept") {
      common.metric.kept = read_matrix(reader, info).reshaped();
    } else if (info.name == "labels" && info.type == "I32" && info.shape.size() == 1) {
      common.labels.resize(info.shape[0]);
      reader.read(std::as_writable_bytes(std::span(common.labels)));
    } else if (info == TensorInfo{"checksum", "U32", {1}}) {
      const std::uint32_t expected = reader.checksum();
      std::uint32_t checksum = 0;
      reader.read(std::as_writable_bytes(std::span(&checksum, 1)));
      if (checksum != expected) fail(file, "is damaged: its checksum does not fit its content");
    } else {
      fail(file, "array " + shown(info.name) + " is unknown, or not of its type");
    }
  }
  if (reader.header().tensors.empty() || reader.header().tensors.back().name != "checksum") {
    fail(file, "its last array is not its checksum");
  }
  ModelMetadata metadata = parse_model_texts(texts, common.labels.size(), file);
  try {
    check(arrays, common.embedding, common.moments, metadata.classes, kind);
    const std::shared_ptr<const Extension> extension = extensions().named(extension_in(texts)).load(arrays);
    metadata.options["extension"] = extension->method();  // which may have had another name
    return Model({extension,
                  std::move(common.embedding),
                  std::move(common.labels),
                  std::move(metadata.classes),
                  normalization_of(kind, common.moments, std::move(common.metric)),
                  std::move(metadata.options),
                  metadata.diagnostics,
                  metadata.calibration,
                  {},
                  columns_in(texts, extension->n_features(), file),
                  metadata.image_size});
  } catch (const InvalidInput& error) {
    fail(file, error.what());
  }
}

}  // namespace sosi::io
