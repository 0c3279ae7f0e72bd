// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sosi::io {

/// Text from a file as an error message can show it: in quotes, on one line, of bounded length.
std::string shown(std::string_view text);

/// ASCII letters only: what file names and column headers are compared by.
std::string lower_case(std::string_view text);

/// The text without blanks at either end.
std::string_view trimmed(std::string_view text);

/// A number when the whole text is one; `nan` and `inf` are. Does not depend on the locale.
std::optional<double> parse_number(std::string_view text);

/// The digits of an integer that a double holds exactly; nothing for any other number.
std::optional<std::string> whole_number_text(double value);

bool is_utf8(std::string_view text);

/// A file's name as a text file can hold it: as it is when it is UTF-8; else with `\xHH` for every byte that
/// is not part of a character, and `\\` for a backslash.
std::string escaped_name(std::string_view name);

/// The bytes of a code point; nothing for a surrogate or a number beyond Unicode.
std::optional<std::string> utf8_of(std::uint32_t code_point);

}  // namespace sosi::io
