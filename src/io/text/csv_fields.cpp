// SPDX-License-Identifier: BSD-3-Clause
#include "io/text/csv_fields.hpp"

#include <algorithm>
#include <string>

#include "io/bytes/text.hpp"

namespace sosi::io {

std::optional<double> parse_field(std::string_view field, DecimalMark mark) {
  if (mark == DecimalMark::kPoint) return parse_number(field);
  const std::size_t comma = field.find(',');
  if (comma == std::string_view::npos) return parse_number(field);
  if (field.find_first_of(".,", comma + 1) != std::string_view::npos) return std::nullopt;
  std::string with_point(field);
  with_point[comma] = '.';
  return parse_number(with_point);
}

bool may_be_thousands(std::string_view field) {
  constexpr std::string_view kDigits = "0123456789";
  constexpr std::size_t kGroup = 3;
  if (field.starts_with('-') || field.starts_with('+')) field.remove_prefix(1);
  const std::size_t comma = field.find(',');
  const std::string_view before = field.substr(0, comma);
  const std::string_view behind = field.substr(std::min(comma, field.size() - 1) + 1);
  return behind.size() == kGroup && behind.find_first_not_of(kDigits) == std::string_view::npos &&
         !before.empty() && before.size() <= kGroup && !before.starts_with('0');
}

}  // namespace sosi::io
