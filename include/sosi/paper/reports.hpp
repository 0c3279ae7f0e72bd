// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "sosi/evaluate/figures.hpp"
#include "sosi/evaluate/text_table.hpp"

namespace sosi {

/// Something the paper says, and what the numbers say about it.
struct Claim {
  std::string statement;  ///< with the rule it is judged by
  bool holds;
  std::string evidence;  ///< the numbers that say so
};

/// What came of an experiment.
struct ExperimentReport {
  std::string name;
  std::string title;
  std::string setting;  ///< what was done, in a few sentences
  std::vector<TextTable> tables;
  std::vector<Claim> claims;
  std::string remark;  ///< what the paper leaves open, and what was taken
  std::string csv;     ///< every number behind the figure
  Figure figure;
};

/// One page with every picture, table and claim; pictures are taken from `folder`, where an experiment has
/// NAME.svg, and are part of the page.
std::string html_report(std::span<const ExperimentReport> reports, const std::filesystem::path& folder);

/// The same as Markdown, with links to the pictures: `picture_folder` as it is seen from the page.
std::string markdown_report(std::span<const ExperimentReport> reports, const std::string& picture_folder);

}  // namespace sosi
