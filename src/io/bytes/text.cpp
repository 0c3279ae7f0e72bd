// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace sosi::io {

namespace {

constexpr std::size_t kShownLength = 60;

// The length of the well-formed sequence at the start of a text, 0 where there is none: shortest form only,
// no surrogates, nothing beyond U+10FFFF.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                             : lead >= 0xE0 && lead <= 0xEF ? 3
                             : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                            : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  }
  const bool is_too_long = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool is_no_character = (lead == 0xED && byte(1) > 0x9F) || (lead == 0xF4 && byte(1) > 0x8F);
  return is_too_long || is_no_character ? 0 : length;
}

}  // namespace

std::string shown(std::string_view text) {
  std::string result = "'";
  std::size_t at = 0;
  while (at < text.size() && at < kShownLength) {
    const std::size_t length = utf8_length(text.substr(at));
    const bool is_control = length == 1 && (static_cast<unsigned char>(text[at]) < 0x20 || text[at] == 0x7F);
    if (length == 0 || is_control) {
      result += '?';
      ++at;
    } else {
      result += text.substr(at, length);
      at += length;
    }
  }
  if (at < text.size()) result += "…";
  return result + "'";
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& letter : lower) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return lower;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<double> parse_number(std::string_view text) {
  // from_chars knows no plus sign.
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::string> whole_number_text(double value) {
  constexpr double kLimit = 9007199254740992.0;  // 2^53: from here on doubles skip whole numbers
  if (!(std::abs(value) < kLimit) || std::trunc(value) < value || std::trunc(value) > value)
    return std::nullopt;
  return std::to_string(static_cast<long long>(value));
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string escaped_name(std::string_view name) {
  if (is_utf8(name)) return std::string(name);
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string escaped;
  while (!name.empty()) {
    const std::size_t length = utf8_length(name);
    const auto byte = static_cast<unsigned char>(name[0]);
    if (length == 0) {
      escaped += {'\\', 'x', kDigits[byte / 16], kDigits[byte % 16]};
    } else if (byte == '\\') {
      escaped += "\\\\";
    } else {
      escaped += name.substr(0, length);
    }
    name.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return escaped;
}

std::optional<std::string> utf8_of(std::uint32_t code_point) {
  const auto tail = [&](unsigned shift) { return static_cast<char>(0x80 | ((code_point >> shift) & 0x3F)); };
  const auto lead = [&](unsigned mark, unsigned shift) {
    return static_cast<char>(mark | (code_point >> shift));
  };
  if (code_point < 0x80) return std::string{static_cast<char>(code_point)};
  if (code_point < 0x800) return std::string{lead(0xC0, 6), tail(0)};
  if (code_point >= 0xD800 && code_point <= 0xDFFF) return std::nullopt;
  if (code_point < 0x10000) return std::string{lead(0xE0, 12), tail(6), tail(0)};
  if (code_point > 0x10FFFF) return std::nullopt;
  return std::string{lead(0xF0, 18), tail(12), tail(6), tail(0)};
}

}  // namespace sosi::io
