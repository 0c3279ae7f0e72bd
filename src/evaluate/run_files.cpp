// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/run_files.hpp"

#include <functional>
#include <optional>
#include <sstream>
#include <string_view>

#include "io/bytes/text.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/io/atomic_file.hpp"

namespace sosi {

namespace {

constexpr std::string_view kRunsHeader =
    "method,embedding,labeled_per_class,split,error,seconds,peak_memory_bytes,settings,plan";
constexpr std::string_view kSplitsHeader = "seed,labeled_per_class,split,row";

using Fields = std::vector<std::string_view>;

Fields fields_of(std::string_view line) {
  Fields fields;
  while (true) {
    const std::size_t comma = line.find(',');
    fields.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

// Calls `take` with the fields of every whole line behind the header; it says whether they can be understood.
void read_lines(const std::filesystem::path& path, std::string_view header,
                const std::function<bool(const Fields&)>& take) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return;
  std::ostringstream content;
  content << file.rdbuf();
  const std::string text = content.str();
  std::string_view rest = text;
  for (int number = 1; !rest.empty(); ++number) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return;  // cut off while it was written
    const std::string_view line = rest.substr(0, end);
    const bool is_good = number == 1 ? line == header : take(fields_of(line));
    if (!is_good) {
      throw InvalidInput(path.string() + ": line " + std::to_string(number) + ": " + io::shown(line) +
                         " is unexpected; must be lines of " + std::string(header));
    }
    rest.remove_prefix(end + 1);
  }
}

std::optional<Index> parse_count(std::string_view text) {
  const std::optional<double> value = io::parse_number(text);
  if (!value || !(*value >= 0.0 && *value < 1e15) ||
      *value != static_cast<double>(static_cast<Index>(*value)))
    return std::nullopt;
  return static_cast<Index>(*value);
}

std::optional<FinishedRun> parse_run(const Fields& fields) {
  if (fields.size() != 9) return std::nullopt;
  const auto labeled_per_class = parse_count(fields[2]);
  const auto split = parse_count(fields[3]);
  const auto error = io::parse_number(fields[4]);
  const auto seconds = io::parse_number(fields[5]);
  const auto peak_memory = parse_count(fields[6]);
  if (!labeled_per_class || !split || !error || !seconds || !peak_memory) return std::nullopt;
  return FinishedRun{{std::string(fields[0]), std::string(fields[1]), static_cast<int>(*labeled_per_class),
                      static_cast<int>(*split)},
                     *error,
                     *seconds,
                     static_cast<std::size_t>(*peak_memory),
                     std::string(fields[7]),
                     std::string(fields[8])};
}

std::string line_of(const FinishedRun& run) {
  const auto number = [](double value) { return OptionText<double>::format(value); };
  return run.key.method + ',' + run.key.embedding + ',' + std::to_string(run.key.labeled_per_class) + ',' +
         std::to_string(run.key.split) + ',' + number(run.error) + ',' + number(run.seconds) + ',' +
         std::to_string(run.peak_memory) + ',' + run.settings + ',' + run.plan + '\n';
}

}  // namespace

std::vector<FinishedRun> read_runs(const std::filesystem::path& path) {
  std::vector<FinishedRun> runs;
  read_lines(path, kRunsHeader, [&](const Fields& fields) {
    std::optional<FinishedRun> run = parse_run(fields);
    if (run) runs.push_back(std::move(*run));
    return run.has_value();
  });
  return runs;
}

void write_runs(const std::filesystem::path& path, std::span<const FinishedRun> runs) {
  if (path.empty()) return;
  std::string text = std::string(kRunsHeader) + '\n';
  for (const FinishedRun& run : runs) text += line_of(run);
  write_file(path, text);
}

RunLog::RunLog(const std::filesystem::path& path) : path_(path), file_(path, std::ios::app) {
  if (!path.empty() && !file_) throw IoError(path.string() + ": cannot be written");
}

void RunLog::append(const FinishedRun& run) {
  if (path_.empty()) return;
  file_ << line_of(run) << std::flush;
  if (!file_) throw IoError(path_.string() + ": cannot be written");
}

Splits read_splits(const std::filesystem::path& path) {
  Splits splits;
  read_lines(path, kSplitsHeader, [&](const Fields& fields) {
    if (fields.size() != 4) return false;
    const auto seed = parse_count(fields[0]);
    const auto labeled_per_class = parse_count(fields[1]);
    const auto split = parse_count(fields[2]);
    const auto row = parse_count(fields[3]);
    if (!seed || !labeled_per_class || !split || !row) return false;
    const SplitKey key{static_cast<std::uint64_t>(*seed), static_cast<int>(*labeled_per_class),
                       static_cast<int>(*split)};
    splits[key].push_back(*row);
    return true;
  });
  return splits;
}

void write_splits(const std::filesystem::path& path, const Splits& splits) {
  if (path.empty()) return;
  std::string text = std::string(kSplitsHeader) + '\n';
  for (const auto& [key, rows] : splits) {
    const std::string start = std::to_string(key.seed) + ',' + std::to_string(key.labeled_per_class) + ',' +
                              std::to_string(key.number) + ',';
    for (const Index row : rows) text += start + std::to_string(row) + '\n';
  }
  write_file(path, text);
}

}  // namespace sosi
