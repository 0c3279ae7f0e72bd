// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "sosi/fit/fit.hpp"

namespace sosi {

/// What the rows of a fit are called outside; refers to what the caller keeps.
struct ReportRows {
  std::span<const Index> rows = {};       ///< their numbers in their file; empty: 0, 1, …
  std::string_view id_name = {};          ///< of the column of ids
  std::span<const std::string> ids = {};  ///< of every row; empty: there are none
};

/// Everything a fit found and how it went, as JSON: rows and ids where they are not 0, 1, …, labels (whole
/// numbers where all classes are, null where none was decided on), confidence and probability (null where the
/// label was given, "inf" where infinite), the expected error and its interval, scales, rounds, seconds,
/// memory, diagnostics, options.
void write_fit_report(std::ostream& out, const FitResult& result, const Labels& given,
                      const ReportRows& rows = {});

/// What a model is made of, as JSON.
void write_model_report(std::ostream& out, const Model& model);

}  // namespace sosi
