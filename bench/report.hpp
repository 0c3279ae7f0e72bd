// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rows.hpp"

namespace sosi::bench {

/// Everything a run found out.
struct Report {
  std::string command;
  int n_repeats = 1;
  std::string data;
  std::vector<std::string> machine;  ///< a line each: processor, cores, BLAS, compiler
  std::vector<Floors> floors;
  double bandwidth = 0.0;
  std::vector<Row> rows;
  std::vector<SizeRun> sizes;
};

/// What this machine is; without the BLAS.
std::vector<std::string> machine_lines();

/// The rows as an aligned table.
std::string text_of(const Report& report);
std::string json_of(const Report& report);
/// Writes a page in Markdown, and beside it a picture of time and memory against the number of samples.
void write_page(const Report& report, const std::filesystem::path& page);

}  // namespace sosi::bench
