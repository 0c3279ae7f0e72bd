// SPDX-License-Identifier: BSD-3-Clause
#include "io/model_metadata.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "io/bytes/strict_json.hpp"
#include "io/bytes/text.hpp"
#include "io/model_columns.hpp"
#include "io/refusal.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/version.hpp"
#include "sosi/fit/fit_options.hpp"

namespace sosi::io {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr const char* kFormat = "sosi-model";
// Version 1 holds an rbf map, version 2 another extension, version 3 an rbf map with the probabilities that
// the fit gave to its centers.
constexpr int kRbfVersion = 1;
constexpr int kExtensionVersion = 2;
constexpr int kRememberingVersion = 3;
constexpr std::string_view kInfinite = "inf";
// More than there will ever be options or diagnostics.
constexpr std::size_t kMaxEntries = 4096;

constexpr std::array<std::string_view, 7> kTextNames = {
    "classes", "diagnostics", "format", "format_version", "normalization", "options", "written_by"};
// Older files have none.
constexpr const char* kCalibration = "calibration";
// Files of version 2 alone have one.
constexpr const char* kExtension = "extension";
// Where the samples are images.
constexpr const char* kImage = "image";

// The one list of diagnostics that writing and reading share.
template <class AnyDiagnostics, class Visit>
void visit_diagnostics(AnyDiagnostics& diagnostics, const Visit& visit) {
  visit("n_shifts", diagnostics.kernel.n_shifts);
  visit("largest_shift", diagnostics.kernel.largest_shift);
  visit("condition", diagnostics.kernel.condition);
  visit("interpolation_error", diagnostics.kernel.interpolation_error);
  visit("n_duplicates", diagnostics.n_duplicates);
  visit("n_scales_bounded", diagnostics.n_scales_bounded);
  visit("n_scales_undecided", diagnostics.n_scales_undecided);
}

OrderedJson number_json(std::integral auto value) {
  return value;
}
OrderedJson number_json(double value) {
  return std::isfinite(value) ? OrderedJson(value) : OrderedJson(kInfinite);
}

// Nothing unless the value is a count that T holds or, for a double, a number that is not negative.
template <class T>
std::optional<T> number_in(const Json& value) {
  if constexpr (std::integral<T>) {
    if (!value.is_number_unsigned() || !std::in_range<T>(value.get<std::uint64_t>())) return std::nullopt;
    return value.get<T>();
  } else {
    if (value == kInfinite) return std::numeric_limits<T>::infinity();
    if (!value.is_number() || value.get<T>() < 0) return std::nullopt;
    return value.get<T>();
  }
}

std::string diagnostics_text(const Diagnostics& diagnostics) {
  OrderedJson all = OrderedJson::object();
  visit_diagnostics(diagnostics,
                    [&](const char* name, const auto& value) { all[name] = number_json(value); });
  return all.dump();
}

Diagnostics parse_diagnostics(const std::string& text, const std::string& file) {
  Json all = parse_strict_json(text, kMaxEntries, file + ": the text of its diagnostics");
  if (!all.is_object()) fail(file, "its diagnostics must be numbers by name");
  Diagnostics diagnostics;
  visit_diagnostics(diagnostics, [&]<class T>(const std::string& name, T& number) {
    if (!all.contains(name)) return;
    const std::optional<T> value = number_in<T>(all[name]);
    if (!value) fail(file, "diagnostic " + name + " must be a number that is not negative");
    number = *value;
    all.erase(name);
  });
  if (!all.empty()) fail(file, "diagnostic " + shown(all.begin().key()) + " is unknown");
  return diagnostics;
}

std::string calibration_text(const Calibration& calibration) {
  OrderedJson all = OrderedJson::object();
  all["temperature"] = number_json(calibration.temperature);
  all["support"] = number_json(calibration.support);
  return all.dump();
}

Calibration parse_calibration(const ModelTexts& texts, const std::string& file) {
  Calibration calibration;
  const auto text = texts.find(kCalibration);
  if (text == texts.end()) return calibration;
  Json all = parse_strict_json(text->second, kMaxEntries, file + ": the text of its calibration");
  if (!all.is_object()) fail(file, "its calibration must be numbers by name");
  const auto take = [&](const std::string& name, double& number) {
    if (!all.contains(name)) return;
    const std::optional<double> value = number_in<double>(all[name]);
    if (!value || !(*value > 0.0)) fail(file, "calibration " + name + " must be a number above 0");
    number = *value;
    all.erase(name);
  };
  take("temperature", calibration.temperature);
  take("support", calibration.support);
  if (!std::isnormal(calibration.temperature)) {
    fail(file, "calibration temperature must be an ordinary number");
  }
  if (!all.empty()) fail(file, "calibration " + shown(all.begin().key()) + " is unknown");
  return calibration;
}

std::string image_text(ImageSize size) {
  return OrderedJson({{"height", size.height}, {"width", size.width}}).dump();
}

// Whether there are as many pixels as features is for the model to check.
std::optional<ImageSize> parse_image(const ModelTexts& texts, const std::string& file) {
  const auto text = texts.find(kImage);
  if (text == texts.end()) return std::nullopt;
  const Json all = parse_strict_json(text->second, kMaxEntries, file + ": the text of its image size");
  const auto side = [&](const char* name) -> Index {
    const std::optional<Index> value =
        all.is_object() && all.contains(name) ? number_in<Index>(all[name]) : std::nullopt;
    if (!value || *value < 1 || all.size() != 2) {
      fail(file, "its image size must be height and width, integers at least 1");
    }
    return *value;
  };
  return ImageSize{side("height"), side("width")};
}

// Whether any search may try one of these embeddings.
bool are_searched(const std::vector<std::string>& embedding_names) {
  return std::ranges::any_of(embedding_names, [](const std::string& name) {
    const EmbeddingMethod* const method = embeddings().find(name);
    return method != nullptr && method->search_rank.has_value();
  });
}

// Whether a model stores the option. Knobs of methods that it does not use are not stored, as other programs
// may not know them, and an rbf model does not name its extension.
bool is_stored(const Field<FitOptions>& field, const OptionTexts& options, const std::string& extension) {
  const auto is_owner = [&](const std::string& name) {
    return std::ranges::find(field.owners, name) != field.owners.end();
  };
  if (field.group == "Extension") {
    return extension != kRbfExtension && (field.owners.empty() || is_owner(extension));
  }
  if (field.owners.empty() || are_searched(field.owners)) return true;
  const auto embedding = options.find("embedding");
  return embedding != options.end() && is_owner(embedding->second);
}

std::string options_text(const OptionTexts& options, const std::string& extension) {
  OrderedJson all = OrderedJson::object();
  for (const Field<FitOptions>& field : field_table<FitOptions>()) {
    const auto found = options.find(field.name);
    if (found != options.end() && is_stored(field, options, extension)) all[field.name] = found->second;
  }
  return all.dump();
}

// Every option of a fit: those that the file does not name have their defaults.
OptionTexts parse_options_text(const std::string& text, const std::string& file) {
  Json all = parse_strict_json(text, kMaxEntries, file + ": the text of its options");
  if (!all.is_object()) fail(file, "its options must be text by name");
  FitOptions options;
  for (const Field<FitOptions>& field : field_table<FitOptions>()) {
    if (!all.contains(field.name)) continue;
    if (!all[field.name].is_string()) fail(file, "option " + field.name + " must be text");
    const auto& value = all[field.name].get_ref<const std::string&>();
    try {
      field.parse(options, value);
    } catch (const InvalidInput&) {
      fail(file, "option " + field.name + " = " + shown(value) + ": must be " + field.accepts);
    }
    all.erase(field.name);
  }
  if (!all.empty()) fail(file, "option " + shown(all.begin().key()) + " is unknown");
  return format_options(options);
}

std::vector<std::string> parse_classes(const std::string& text, std::size_t max_classes,
                                       const std::string& file) {
  // The array itself counts as a value too.
  const Json all = parse_strict_json(text, max_classes + 1, file + ": the list of its classes");
  const bool is_text =
      all.is_array() && std::ranges::all_of(all, [](const Json& name) { return name.is_string(); });
  if (!is_text) fail(file, "its classes must be a list of names");
  return all.get<std::vector<std::string>>();
}

int version_of(const Model& model) {
  if (model.extension().method() != kRbfExtension) return kExtensionVersion;
  return model.center_probabilities().rows() > 0 ? kRememberingVersion : kRbfVersion;
}

}  // namespace

ModelTexts model_texts(const Model& model, const std::string& file) {
  for (const std::string& name : model.classes()) {
    if (!is_utf8(name)) fail(file, "class " + shown(name) + " must be UTF-8");
  }
  const std::string extension(model.extension().method());
  ModelTexts texts = {{"format", kFormat},
                      {"format_version", std::to_string(version_of(model))},
                      {"written_by", std::string("sosi ") + kVersion},
                      {"options", options_text(model.options(), extension)},
                      {"classes", OrderedJson(model.classes()).dump()},
                      {"normalization", OptionText<NormalizationKind>::format(model.normalization().kind)},
                      {"diagnostics", diagnostics_text(model.diagnostics())},
                      {kCalibration, calibration_text(model.calibration())}};
  if (extension != kRbfExtension) texts[kExtension] = extension;
  if (!model.columns().empty()) texts[kColumns] = columns_text(model.columns());
  if (model.image_size()) texts[kImage] = image_text(*model.image_size());
  return texts;
}

void check_model_texts(const ModelTexts& texts, const std::string& file) {
  const auto format = texts.find("format");
  if (format == texts.end() || format->second != kFormat) fail(file, "is not a sosi model");
  const auto version_text = texts.find("format_version");
  const auto version =
      version_text == texts.end() ? std::nullopt : OptionText<int>::parse(version_text->second);
  if (!version || *version < 1) fail(file, "has no readable format version");
  if (*version > kRememberingVersion) {
    fail(file, "is of format version " + std::to_string(*version) + "; this program reads version " +
                   std::to_string(kRememberingVersion) + ": a newer sosi is needed");
  }
  const bool names_extension = texts.contains(kExtension);
  if (names_extension != (*version == kExtensionVersion)) {
    fail(file, names_extension ? "metadata 'extension' is unknown" : "metadata 'extension' is missing");
  }
  if (extensions().find(extension_in(texts)) == nullptr) {
    fail(file, "extension " + shown(extension_in(texts)) + " is unknown");
  }
  for (const std::string_view name : kTextNames) {
    if (!texts.contains(std::string(name))) fail(file, "metadata '" + std::string(name) + "' is missing");
  }
  for (const auto& [name, text] : texts) {
    const bool is_optional = name == kCalibration || name == kExtension || name == kColumns || name == kImage;
    if (!is_optional && std::ranges::find(kTextNames, name) == kTextNames.end())
      fail(file, "metadata " + shown(name) + " is unknown");
  }
}

std::string extension_in(const ModelTexts& texts) {
  const auto found = texts.find(kExtension);
  return found == texts.end() ? kRbfExtension : found->second;
}

bool has_center_probabilities(const ModelTexts& texts) {
  return texts.at("format_version") == std::to_string(kRememberingVersion);
}

NormalizationKind parse_normalization(const ModelTexts& texts, const std::string& file) {
  const std::string& text = texts.at("normalization");
  const auto kind = OptionText<NormalizationKind>::parse(text);
  if (!kind || *kind == NormalizationKind::automatic) {
    fail(file, "normalization " + shown(text) + ": must be unit, standard or none");
  }
  return *kind;
}

ModelMetadata parse_model_texts(const ModelTexts& texts, std::size_t max_classes, const std::string& file) {
  return {parse_classes(texts.at("classes"), max_classes, file),
          parse_options_text(texts.at("options"), file), parse_diagnostics(texts.at("diagnostics"), file),
          parse_calibration(texts, file), parse_image(texts, file)};
}

}  // namespace sosi::io
