// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "sosi/model/model.hpp"

namespace sosi {

/// Writes the model to one file, atomically. Throws `IoError` when that fails, or when the model is such that
/// `load_model` would refuse it.
void save_model(const Model& model, const std::filesystem::path& path);

/// Reads a model; trusts nothing in the file. Throws `IoError` with one line when anything is wrong.
Model load_model(const std::filesystem::path& path);

/// What `save_model` would write.
std::string model_bytes(const Model& model);

/// Reads what `model_bytes` gave, or the content of a file; `name` is what messages call it.
Model model_from_bytes(std::string_view bytes, const std::string& name);

}  // namespace sosi
