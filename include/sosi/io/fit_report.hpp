// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "sosi/fit/fit.hpp"
#include "sosi/io/samples.hpp"
#include "sosi/model/sample_geometry.hpp"
#include "sosi/model/theory.hpp"

namespace sosi {

/// Where the rows of a fit come from; refers to what the caller keeps.
struct InputRows {
  std::span<const Index> rows = {};           ///< their numbers in the file; empty: 0, 1, …
  std::span<const std::string> files = {};    ///< where each row is a file of its own; else empty
  std::span<const SkippedFile> skipped = {};  ///< files that are no rows
  std::string_view id_name = {};              ///< of the column of ids
  std::span<const std::string> ids = {};      ///< of every row; empty: there are none
};

/// What a report says beside the results of a fit; refers to what the caller keeps.
struct ReportDetails {
  const Theory* theory = nullptr;            ///< of the model; null: nothing of it
  bool has_pairs = false;                    ///< whether the pairs of classes in it are named
  const SampleGeometry* geometry = nullptr;  ///< of the rows; null: nothing of it
};

/// Everything a fit found and how it went, as JSON: labels (whole numbers where all classes are, null where
/// none was decided on), confidence and probability (null where the label was given, "inf" where infinite),
/// the expected error and its interval, rows, files and ids of the input, scales, rounds, seconds, memory,
/// diagnostics, options.
void write_fit_report(std::ostream& out, const FitResult& result, const Labels& given,
                      const InputRows& input = {}, const ReportDetails& details = {});

/// What a model is made of, as JSON.
void write_model_report(std::ostream& out, const Model& model, const ReportDetails& details = {});

}  // namespace sosi
