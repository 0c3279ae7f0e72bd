// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "io/model_metadata.hpp"
#include "sosi/data/columns.hpp"

namespace sosi::io {

/// What the text is called in a file; only models of tables have it.
inline constexpr const char* kColumns = "columns";

/// The columns of a model's table as the text of its file, JSON.
std::string columns_text(const std::vector<ColumnFormat>& columns);

/// What such a text among those of a file says, nothing where there is none; throws `IoError` unless it fits
/// so many features, which bound the memory taken.
std::vector<ColumnFormat> columns_in(const ModelTexts& texts, Index n_features, const std::string& file);

}  // namespace sosi::io
