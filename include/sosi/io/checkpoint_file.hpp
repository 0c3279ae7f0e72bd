// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "sosi/fit/fit.hpp"

namespace sosi {

/// Writes the state of a fit to one file, atomically.
void save_checkpoint(const FitState& state, const std::filesystem::path& path);

/// Reads the state of a fit; trusts nothing in the file. Throws `IoError` with one line when anything is
/// wrong.
FitState load_checkpoint(const std::filesystem::path& path);

}  // namespace sosi
