// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/core/memory.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>

#include "sosi/core/options.hpp"

namespace sosi {

namespace {

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

// A line "Name:   123 kB" of a file of the kernel's.
std::size_t kernel_entry(const char* file, std::string_view name) {
  std::ifstream in(file);
  std::string line;
  while (std::getline(in, line)) {
    if (line.starts_with(name)) return std::stoull(line.substr(name.size())) * 1024;
  }
  return kUnlimited;
}

// A file that holds one number; "max" and a missing file are no limit.
std::size_t number_in(const char* file) {
  std::ifstream in(file);
  std::size_t value = 0;
  return in >> value ? value : kUnlimited;
}

std::size_t reclaimable_in(const char* file) {
  std::ifstream in(file);
  std::string name;
  for (std::size_t value = 0; in >> name >> value;) {
    if (name == "inactive_file") return value;
  }
  return 0;
}

std::size_t left_of(std::size_t limit, std::size_t used) {
  if (limit == kUnlimited || used == kUnlimited) return kUnlimited;
  return limit > used ? limit - used : 0;
}

}  // namespace

std::size_t peak_memory() {
  return kernel_entry("/proc/self/status", "VmHWM:");
}

std::size_t available_memory() {
  const std::size_t machine = kernel_entry("/proc/meminfo", "MemAvailable:");
  std::size_t group =
      left_of(number_in("/sys/fs/cgroup/memory.max"), number_in("/sys/fs/cgroup/memory.current"));
  // Files read a while ago count as used there, but make room when it is needed.
  if (group != kUnlimited) group += reclaimable_in("/sys/fs/cgroup/memory.stat");
  const std::size_t old_group = left_of(number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
                                        number_in("/sys/fs/cgroup/memory/memory.usage_in_bytes"));
  return std::min({machine, group, old_group});
}

std::string format_bytes(std::size_t bytes) {
  constexpr std::array kUnits = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024.0 && unit + 1 < kUnits.size()) {
    value /= 1024.0;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.1f %s", value, kUnits[unit]);
  return text;
}

std::optional<std::size_t> parse_bytes(std::string_view text) {
  const std::size_t end = text.find_last_of("0123456789.");
  if (end == std::string_view::npos) return std::nullopt;
  const auto number = OptionText<double>::parse(text.substr(0, end + 1));
  std::string unit(text.substr(end + 1));
  for (char& c : unit) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if (unit.ends_with("IB")) unit.erase(unit.size() - 2);
  if (unit.ends_with("B")) unit.pop_back();
  constexpr std::string_view kPowers = "KMGT";
  const std::size_t power = unit.empty() ? 0 : kPowers.find(unit) + 1;
  if (!number || unit.size() > 1 || (power == 0 && !unit.empty()) || !(*number > 0.0)) return std::nullopt;
  const double bytes = *number * std::pow(1024.0, static_cast<double>(power));
  return bytes < 1e18 ? std::optional(static_cast<std::size_t>(bytes)) : std::nullopt;
}

}  // namespace sosi
