// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "floors.hpp"

namespace sosi::bench {

/// What a fit of `surfaces` took.
struct SizeRun {
  Index n_samples;
  double seconds;
  double memory;  ///< the most the process held, in bytes
};

/// What a child process does when it is called with these words; prints JSON.
void do_part(const std::vector<std::string>& words);

/// Runs a fit in a process of its own, so that its memory is its own.
SizeRun run_size(Index n_samples, int n_threads);

/// The floors in a process of their own: of the BLAS as it is, or told to use the kernels for `core_type`.
Floors run_floors(const std::vector<Index>& sizes, int n_repeats, const std::string& core_type = "");

/// The output of a command of the shell; `IoError` when it fails.
std::string output_of(const std::string& command);

}  // namespace sosi::bench
