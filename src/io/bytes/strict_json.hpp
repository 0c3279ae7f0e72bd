// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace sosi::io {

/// JSON that nobody vouches for. Refuses names given twice, deep nesting, and more than `max_values` values,
/// which bounds the memory that a text can ask for; `IoError` calls the text `name`.
nlohmann::json parse_strict_json(std::string_view text, std::size_t max_values, const std::string& name);

}  // namespace sosi::io
