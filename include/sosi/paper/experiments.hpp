// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sosi/fit/fit.hpp"
#include "sosi/paper/paper_data.hpp"
#include "sosi/evaluate/text_table.hpp"

namespace sosi {

/// Something the paper says, and what the numbers say about it.
struct Claim {
  std::string statement;  ///< with the rule it is judged by
  bool holds;
  std::string evidence;  ///< the figures that say so
};

/// What came of an experiment; its files are beside it under the experiment's name.
struct ExperimentReport {
  std::string name;
  std::string title;
  std::string setting;  ///< what was done, in a few sentences
  std::vector<TextTable> tables;
  std::vector<Claim> claims;
  std::string remark;  ///< what the paper leaves open, and what was taken
};

/// Where an experiment's data comes from, where its files go and how it is run.
struct ExperimentContext {
  PaperData data;
  std::filesystem::path out;
  Execution execution;

  /// The file of an experiment with a suffix; a picture without one.
  std::filesystem::path file(std::string_view name, std::string_view suffix = "") const;
};

/// One of the paper's figures: writes NAME.csv, NAME.svg and NAME.png.
struct Experiment {
  std::string_view name;
  ExperimentReport (*run)(const ExperimentContext& context);
};

/// All experiments in the order of the paper.
std::span<const Experiment> experiments();

/// The experiment of that name; throws `InvalidInput`, listing all, when there is none.
const Experiment& experiment_named(std::string_view name);

/// One page with every picture, table and claim; pictures are taken from `folder` and are part of the page.
std::string html_report(std::span<const ExperimentReport> reports, const std::filesystem::path& folder);

/// The same as Markdown, with links to the pictures: `picture_folder` as it is seen from the page.
std::string markdown_report(std::span<const ExperimentReport> reports, const std::string& picture_folder);

}  // namespace sosi
