// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "children.hpp"
#include "floors.hpp"
#include "problems.hpp"

namespace sosi::bench {

/// A thing measured, and the floor it is held against.
struct Row {
  std::string what;
  std::string unit = {};  ///< of what is measured and of the floors
  double measured = 0.0;
  std::string floor_name = {};  ///< empty: what is measured is the result itself
  double floor = 0.0;           ///< with the BLAS as it is linked
  /// With a BLAS that uses the widest instructions, where that differs.
  std::optional<double> widest_floor = {};
  double at_most = 0.0;      ///< the aim, for `result`
  std::string missing = {};  ///< why there is no measurement

  /// The ratio to the floor, or what was measured where there is none.
  double result() const { return floor_name.empty() ? measured : measured / floor; }
  std::optional<double> widest_result() const;
};

/// What is known before anything of ours is measured.
struct Setting {
  Problem problem;
  Floors linked;
  std::optional<Floors> widest;
  double bandwidth;
  int n_repeats;
  std::string python;
};

/// The fit at COIL-20's size, by fixed scales and by rules.
std::vector<Row> fit_rows(const Setting& setting);
/// The whole program beside the fit that it does, and the NumPy transcription of that fit.
std::vector<Row> process_rows(const Setting& setting);
/// Many rows, and one.
std::vector<Row> evaluation_rows(const Setting& setting);
/// Kernel systems beside LAPACK's factorization, at the floors' sizes.
std::vector<Row> cholesky_rows(const Setting& setting);
/// What becomes of time and memory with more samples, from fits in processes of their own.
std::vector<Row> size_rows(const std::vector<SizeRun>& runs, const SizeRun& two_threads,
                           const SizeRun& one_thread);

}  // namespace sosi::bench
