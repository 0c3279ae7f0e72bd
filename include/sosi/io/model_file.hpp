// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "sosi/classify/model.hpp"

namespace sosi {

/// Writes the model to one file, atomically. Throws `IoError` when that fails, or when the model is such that
/// `load_model` would refuse it.
void save_model(const Model& model, const std::filesystem::path& path);

/// Reads a model; trusts nothing in the file. Throws `IoError` with one line when anything is wrong.
Model load_model(const std::filesystem::path& path);

}  // namespace sosi
