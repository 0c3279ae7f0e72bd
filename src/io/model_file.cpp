// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/model_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/bytes/safetensors.hpp"
#include "io/bytes/text.hpp"
#include "io/extension_model.hpp"
#include "io/model_columns.hpp"
#include "io/model_metadata.hpp"
#include "io/refusal.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/io/atomic_file.hpp"

namespace sosi {

namespace {

using io::fail;
using io::SafetensorsReader;
using io::SafetensorsWriter;
using io::TensorInfo;

static_assert(sizeof(int) == 4, "labels are stored as I32 as they lie in memory");

constexpr const char* kCenterProbabilities = "center_probabilities";
constexpr const char* kMetricDirections = "metric_directions";

struct Sizes {
  std::uint64_t n_centers;
  std::uint64_t n_features;
  std::uint64_t n_components;
  std::uint64_t n_labeled;
  std::uint64_t n_classes;     // of the probabilities of the centers; 0 where there are none
  std::uint64_t n_directions;  // of the metric; 0 where there is none
};

// The arrays in the order of the file: 8-byte numbers first, so that all are aligned, and the checksum, which
// covers every byte before itself, last.
std::vector<TensorInfo> layout(const Sizes& sizes, NormalizationKind normalization) {
  std::vector<TensorInfo> tensors = {{"centers", "F64", {sizes.n_centers, sizes.n_features}},
                                     {"coefficients", "F64", {sizes.n_centers, sizes.n_components}},
                                     {"scales", "F64", {sizes.n_components}},
                                     {"embedding", "F64", {sizes.n_labeled, sizes.n_components}}};
  if (sizes.n_classes > 0) {
    tensors.push_back({kCenterProbabilities, "F64", {sizes.n_centers, sizes.n_classes}});
  }
  if (normalization == NormalizationKind::standard) {
    tensors.push_back({"normalization_mean", "F64", {sizes.n_features}});
    tensors.push_back({"normalization_deviation", "F64", {sizes.n_features}});
  }
  if (sizes.n_directions > 0) {
    tensors.push_back({kMetricDirections, "F64", {sizes.n_directions, sizes.n_features}});
    tensors.push_back({"metric_kept", "F64", {sizes.n_directions}});
  }
  tensors.push_back({"labels", "I32", {sizes.n_labeled}});
  tensors.push_back({"checksum", "U32", {1}});
  return tensors;
}

// The arrays of a model and what their values are judged by; refers to what the caller keeps.
struct Content {
  const Matrix& centers;
  const Matrix& coefficients;
  const Vector& scales;
  const Matrix& embedding;
  const Matrix& center_probabilities;
  const std::vector<int>& labels;
  const std::vector<std::string>& classes;
  const Normalization& normalization;
};

// The numbers of a model in the order of the layout, but for the checksum.
template <class AnyContent, class Visit>
void visit_arrays(AnyContent& content, const Visit& visit) {
  visit(content.centers);
  visit(content.coefficients);
  visit(content.scales);
  visit(content.embedding);
  visit(content.center_probabilities);
  if (content.normalization.kind == NormalizationKind::standard) {
    visit(content.normalization.mean);
    visit(content.normalization.deviation);
  }
  visit(content.normalization.metric.directions);
  visit(content.normalization.metric.kept);
  visit(content.labels);
}

void check_sizes(const Content& content, const std::string& file) {
  const Index n_components = content.scales.size();
  if (content.centers.size() == 0 || n_components == 0 || content.labels.empty()) {
    fail(file, "the model is empty");
  }
  if (std::ssize(content.labels) > content.centers.rows()) {
    fail(file, "the model has " + std::to_string(content.labels.size()) + " labeled samples and " +
                   std::to_string(content.centers.rows()) + " centers: must have a center for each");
  }
  const Index n_moments =
      content.normalization.kind == NormalizationKind::standard ? content.centers.cols() : 0;
  if (content.coefficients.rows() != content.centers.rows() || content.coefficients.cols() != n_components ||
      content.embedding.rows() != std::ssize(content.labels) || content.embedding.cols() != n_components ||
      content.normalization.mean.size() != n_moments || content.normalization.deviation.size() != n_moments ||
      content.normalization.metric.kept.size() != content.normalization.metric.directions.rows()) {
    fail(file, "the model's arrays do not fit each other");
  }
}

void check_numbers(const Content& content, const std::string& file) {
  const auto check_finite = [&](const auto& values, const std::string& name) {
    if (!values.allFinite()) fail(file, name + " holds a number that is not finite");
  };
  check_finite(content.centers, "centers");
  check_finite(content.coefficients, "coefficients");
  check_finite(content.scales, "scales");
  check_finite(content.embedding, "embedding");
  check_finite(content.center_probabilities, kCenterProbabilities);
  check_finite(content.normalization.mean, "normalization_mean");
  check_finite(content.normalization.deviation, "normalization_deviation");
  // The kernel divides by the square, which must not vanish either.
  const bool are_usable = std::ranges::all_of(
      content.scales, [](double scale) { return scale > 0.0 && std::isnormal(scale * scale); });
  if (!are_usable)
    fail(file, "scales holds a number that is not above 0, or too small or large to be squared");
  if (!(content.normalization.deviation.array() > 0.0).all()) {
    fail(file, "normalization_deviation holds a number that is not above 0");
  }
  if (!fits(content.normalization.metric, content.centers.cols())) {
    fail(file, "metric_directions or metric_kept holds a number that no metric has");
  }
}

void check_classes(const Content& content, const std::string& file) {
  std::vector<bool> is_used(content.classes.size());
  for (const int label : content.labels) {
    if (label < 0 || label >= std::ssize(content.classes)) {
      fail(file, "label " + std::to_string(label) + " is none of the " +
                     std::to_string(content.classes.size()) + " classes");
    }
    is_used[static_cast<std::size_t>(label)] = true;
  }
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < content.classes.size(); ++i) {
    const std::string shown = io::shown(content.classes[i]);
    if (!is_used[i]) fail(file, "class " + shown + " has no labeled sample");
    if (!names.insert(content.classes[i]).second) fail(file, "class " + shown + " is there twice");
  }
}

void check(const Content& content, const std::string& file) {
  check_sizes(content, file);
  check_numbers(content, file);
  check_classes(content, file);
}

template <class Values>
auto span_of(Values& values) {
  return std::span(values.data(), static_cast<std::size_t>(values.size()));
}

std::string shape_text(const std::vector<std::uint64_t>& shape) {
  std::string text = "[";
  for (const std::uint64_t length : shape) text += (text.size() > 1 ? "," : "") + std::to_string(length);
  return text + "]";
}

const TensorInfo* find_tensor(const std::vector<TensorInfo>& tensors, const std::string& name) {
  const auto found = std::ranges::find(tensors, name, &TensorInfo::name);
  return found == tensors.end() ? nullptr : &*found;
}

// The sizes by the arrays that name each first; the others are compared with them afterwards.
Sizes sizes_in(const std::vector<TensorInfo>& tensors, const std::string& file) {
  const auto shape_of = [&](const std::string& name, std::size_t rank) {
    const TensorInfo* const tensor = find_tensor(tensors, name);
    if (tensor == nullptr) fail(file, "array '" + name + "' is missing");
    if (tensor->shape.size() != rank || std::ranges::find(tensor->shape, 0U) != tensor->shape.end()) {
      fail(file, "array '" + name + "' has the shape " + shape_text(tensor->shape) + ": must be of rank " +
                     std::to_string(rank) + " and not empty");
    }
    return tensor->shape;
  };
  const auto centers = shape_of("centers", 2);
  const bool has_probabilities = find_tensor(tensors, kCenterProbabilities) != nullptr;
  return {centers[0],
          centers[1],
          shape_of("scales", 1)[0],
          shape_of("labels", 1)[0],
          has_probabilities ? shape_of(kCenterProbabilities, 2)[1] : 0,
          find_tensor(tensors, kMetricDirections) != nullptr ? shape_of(kMetricDirections, 2)[0] : 0};
}

void check_layout(const std::vector<TensorInfo>& found, const std::vector<TensorInfo>& expected,
                  const std::string& file) {
  for (const TensorInfo& tensor : expected) {
    const TensorInfo* const other = find_tensor(found, tensor.name);
    if (other == nullptr) fail(file, "array '" + tensor.name + "' is missing");
    if (*other != tensor) {
      fail(file, "array '" + tensor.name + "' is " + io::shown(other->type) + " " + shape_text(other->shape) +
                     ": must be " + tensor.type + " " + shape_text(tensor.shape));
    }
  }
  for (const TensorInfo& tensor : found) {
    if (find_tensor(expected, tensor.name) == nullptr) {
      fail(file, "array " + io::shown(tensor.name) + " is unknown");
    }
  }
  if (found != expected) fail(file, "its arrays are not in their order");
}

// What the arrays of a file hold, owned.
struct Arrays {
  Matrix centers;
  Matrix coefficients;
  Vector scales;
  Matrix embedding;
  Matrix center_probabilities;
  Normalization normalization;
  std::vector<int> labels;
};

Arrays make_arrays(const Sizes& sizes, NormalizationKind kind) {
  const auto n_centers = static_cast<Index>(sizes.n_centers);
  const auto n_features = static_cast<Index>(sizes.n_features);
  const auto n_components = static_cast<Index>(sizes.n_components);
  const Index n_moments = kind == NormalizationKind::standard ? n_features : 0;
  const auto n_directions = static_cast<Index>(sizes.n_directions);
  return {Matrix(n_centers, n_features),
          Matrix(n_centers, n_components),
          Vector(n_components),
          Matrix(static_cast<Index>(sizes.n_labeled), n_components),
          Matrix(sizes.n_classes > 0 ? n_centers : 0, static_cast<Index>(sizes.n_classes)),
          {kind,
           Vector(n_moments),
           Vector(n_moments),
           {Matrix(n_directions, n_directions > 0 ? n_features : 0), Vector(n_directions)}},
          std::vector<int>(sizes.n_labeled)};
}

Arrays read_arrays(SafetensorsReader& reader, const Sizes& sizes, NormalizationKind kind) {
  Arrays arrays = make_arrays(sizes, kind);
  visit_arrays(arrays, [&](auto& values) { reader.read(std::as_writable_bytes(span_of(values))); });
  const std::uint32_t expected = reader.checksum();
  std::uint32_t checksum = 0;
  reader.read(std::as_writable_bytes(std::span(&checksum, 1)));
  if (checksum != expected) fail(reader.name(), "is damaged: its checksum does not fit its content");
  return arrays;
}

void write_content(SafetensorsWriter& writer, const Content& content) {
  visit_arrays(content, [&](const auto& values) { writer.write(std::as_bytes(span_of(values))); });
  const std::uint32_t checksum = writer.checksum();
  writer.write(std::as_bytes(std::span(&checksum, 1)));
}

// Whatever could not be read back is not written.
io::ModelTexts readable_texts(const Model& model, const std::string& file) {
  io::ModelTexts texts = io::model_texts(model, file);
  io::parse_normalization(texts, file);
  io::parse_model_texts(texts, model.labels().size(), file);
  io::columns_in(texts, model.n_features(), file);
  return texts;
}

void write_rbf_model(std::ostream& out, const Model& model, const std::string& file) {
  const RbfMap& map = model.rbf_map();
  const Matrix centers = map.centers();
  const Content content{centers,           map.coefficients(),           map.scales(),
                        model.embedding(), model.center_probabilities(), model.labels(),
                        model.classes(),   model.normalization()};
  check(content, file);
  const Sizes sizes{static_cast<std::uint64_t>(centers.rows()),
                    static_cast<std::uint64_t>(centers.cols()),
                    static_cast<std::uint64_t>(content.scales.size()),
                    content.labels.size(),
                    static_cast<std::uint64_t>(content.center_probabilities.cols()),
                    static_cast<std::uint64_t>(content.normalization.metric.directions.rows())};
  const io::SafetensorsHeader header{readable_texts(model, file), layout(sizes, content.normalization.kind)};
  SafetensorsWriter writer(out, header, file);
  write_content(writer, content);
}

Model read_rbf_model(SafetensorsReader& reader, NormalizationKind kind) {
  const std::string file = reader.name();
  const io::ModelTexts& texts = reader.header().metadata;
  const Sizes sizes = sizes_in(reader.header().tensors, file);
  if ((sizes.n_classes > 0) != io::has_center_probabilities(texts)) {
    fail(file, std::string("array '") + kCenterProbabilities +
                   (sizes.n_classes > 0 ? "' is unknown" : "' is missing"));
  }
  check_layout(reader.header().tensors, layout(sizes, kind), file);

  // The checksum before what the texts say: a damaged file should be called so.
  Arrays arrays = read_arrays(reader, sizes, kind);
  io::ModelMetadata metadata = io::parse_model_texts(texts, sizes.n_labeled, file);
  check({arrays.centers, arrays.coefficients, arrays.scales, arrays.embedding, arrays.center_probabilities,
         arrays.labels, metadata.classes, arrays.normalization},
        file);

  Indices rows(sizes.n_centers);
  std::iota(rows.begin(), rows.end(), Index{0});
  RbfMap map(arrays.centers, rows, std::move(arrays.coefficients), std::move(arrays.scales));
  try {
    return Model({std::make_shared<RbfExtension>(std::move(map)), std::move(arrays.embedding),
                  std::move(arrays.labels), std::move(metadata.classes), std::move(arrays.normalization),
                  std::move(metadata.options), metadata.diagnostics, metadata.calibration,
                  std::move(arrays.center_probabilities),
                  io::columns_in(texts, static_cast<Index>(sizes.n_features), file), metadata.image_size});
  } catch (const InvalidInput& error) {
    fail(file, error.what());
  }
}

void write_model(std::ostream& out, const Model& model, const std::string& file) {
  if (model.extension().method() == kRbfExtension) {
    write_rbf_model(out, model, file);
  } else {
    io::write_extension_model(out, model, readable_texts(model, file), file);
  }
}

Model read_model(std::unique_ptr<io::ByteSource> source) {
  const std::string file = source->name();
  SafetensorsReader reader(std::move(source));
  const io::ModelTexts& texts = reader.header().metadata;
  io::check_model_texts(texts, file);
  const NormalizationKind kind = io::parse_normalization(texts, file);
  return io::extension_in(texts) == kRbfExtension ? read_rbf_model(reader, kind)
                                                  : io::read_extension_model(reader, kind);
}

}  // namespace

void save_model(const Model& model, const std::filesystem::path& path) {
  AtomicFile target(path);
  write_model(target.stream(), model, path.string());
  target.commit();
}

Model load_model(const std::filesystem::path& path) {
  return read_model(std::make_unique<io::FileSource>(path.string()));
}

std::string model_bytes(const Model& model) {
  std::ostringstream out;
  write_model(out, model, "the model");
  return std::move(out).str();
}

Model model_from_bytes(std::string_view bytes, const std::string& name) {
  return read_model(std::make_unique<io::MemorySource>(std::as_bytes(std::span(bytes)), name));
}

}  // namespace sosi
