// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <span>
#include <vector>

#include "sosi/evaluate/run_plan.hpp"

namespace sosi {

// An empty path is no file: nothing is found there, and what is written there is gone.

/// The finished runs of a file; none when there is no such file. A last line that was cut off is left out.
std::vector<FinishedRun> read_runs(const std::filesystem::path& path);

/// Writes all runs, completely or not at all.
void write_runs(const std::filesystem::path& path, std::span<const FinishedRun> runs);

/// Adds runs to a file one by one, each in full before the next.
class RunLog {
 public:
  explicit RunLog(const std::filesystem::path& path);
  void append(const FinishedRun& run);

 private:
  std::filesystem::path path_;
  std::ofstream file_;
};

/// Which of the splits that a seed draws.
struct SplitKey {
  std::uint64_t seed;
  int labeled_per_class;
  int number;

  auto operator<=>(const SplitKey&) const = default;
};

/// The labeled rows of every split, by their numbers in their file.
using Splits = std::map<SplitKey, Indices>;

/// The splits of a file; none when there is no such file.
Splits read_splits(const std::filesystem::path& path);
void write_splits(const std::filesystem::path& path, const Splits& splits);

}  // namespace sosi
