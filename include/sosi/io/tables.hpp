// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "sosi/core/matrix.hpp"
#include "sosi/extend/scales.hpp"
#include "sosi/model/calibration.hpp"
#include "sosi/model/sample_geometry.hpp"

namespace sosi {

/// What is known about every row of an input; refers to what the caller keeps.
struct PredictionTable {
  std::span<const Index> rows;               ///< the rows' numbers in their file
  const Prediction& classification;          ///< a class may be `kUnlabeled` where none was decided on
  std::span<const std::string> classes;      ///< names
  std::span<const int> given;                ///< the class that was an input, or `kUnlabeled`
  std::span<const std::string> files = {};   ///< where each row is a file of its own; else empty
  std::string_view id_name = {};             ///< of the column of ids
  std::span<const std::string> ids = {};     ///< what each row is called; empty: nothing
  bool has_all_probabilities = false;        ///< whether there is a column per class
  const SampleGeometry* geometry = nullptr;  ///< of every row; null: no columns for it
};

/// Writes CSV with the header `row,label,confidence,given,probability,far`, ids under their name behind `row`
/// where there are any, then `runner_up,runner_up_probability`, the most probable other class, on demand a
/// column `p_NAME` with the probability of each class and `manifold_distance,gradient_norm,safe_radius`, and
/// `file` where there are files. Confidence, probability and runner-up are empty where the label was given,
/// an infinite confidence is `inf`; a class that is `kUnlabeled` is an empty label. Numbers read back to the
/// same bits. A file's name that is not UTF-8 has `\xHH` for every byte that is not, and `\\` for a
/// backslash. A failure to write shows in the stream's state.
void write_predictions(std::ostream& out, const PredictionTable& table);

/// The scale criteria; refers to what the caller keeps.
struct ScanTable {
  std::span<const ScalePoint> points;
  std::span<const double> scales;  ///< of the points, in the unit they are to be shown in
  std::span<const double> errors;  ///< of the labels at each point; empty where no truth is known
};

/// Writes CSV with the header `scale,dimension,G,D,loo`, and `rbf_error` where there are errors: all
/// dimensions of the first point, then those of the next. A failure to write shows in the stream's state.
void write_scan(std::ostream& out, const ScanTable& table);

}  // namespace sosi
