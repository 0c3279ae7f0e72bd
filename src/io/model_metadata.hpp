// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sosi/model/model.hpp"

namespace sosi::io {

/// What a model file says in words, by name.
using ModelTexts = std::map<std::string, std::string>;

/// The part of a model that is no array.
struct ModelMetadata {
  std::vector<std::string> classes;
  OptionTexts options;
  Diagnostics diagnostics;
  Calibration calibration;
  std::optional<ImageSize> image_size;
};

ModelTexts model_texts(const Model& model, const std::string& file);

/// Throws `IoError` unless the texts are those of a model file that this version reads; their content is
/// looked at by the functions below.
void check_model_texts(const ModelTexts& texts, const std::string& file);

/// The extension that the file holds the arrays of.
std::string extension_in(const ModelTexts& texts);

/// Whether the file holds what the fit said of the centers.
bool has_center_probabilities(const ModelTexts& texts);

NormalizationKind parse_normalization(const ModelTexts& texts, const std::string& file);

/// Options and diagnostics that the file does not name take their defaults, so that it stays readable when
/// more of them are added. `max_classes` bounds the memory taken.
ModelMetadata parse_model_texts(const ModelTexts& texts, std::size_t max_classes, const std::string& file);

}  // namespace sosi::io
