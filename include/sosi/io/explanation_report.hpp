// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <iosfwd>
#include <span>

#include "sosi/model/explanation.hpp"

namespace sosi {

/// Explanations of the labels of some rows of a file; refers to what the caller keeps.
struct ExplanationReport {
  const Model& model;
  std::span<const Index> rows;  ///< their numbers in the file
  std::span<const Explanation> explanations;
};

/// Writes them for a reader: a paragraph per row, with the five most probable classes.
void write_explanations(std::ostream& out, const ExplanationReport& report);

/// Writes all that they hold as JSON, a list with an object per row.
void write_explanations_json(std::ostream& out, const ExplanationReport& report);

}  // namespace sosi
