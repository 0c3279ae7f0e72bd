// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "sosi/core/progress.hpp"
#include "sosi/evaluate/text_table.hpp"

namespace sosi::cli {

/// From now on an interrupt asks the run to stop, and ends the program with status 130 shortly after if it
/// does not; outputs that were not complete are removed. Signals that were ignored at the start stay ignored.
/// Call once.
std::stop_token stop_on_interrupt();

/// The exit status of an interrupted run.
inline constexpr int kInterrupted = 130;

/// Prints one line on the error stream, on a clean line.
void announce(const std::string& message);

/// Prints the one line that a failed run ends with; only the first call does.
void announce_failure(const std::string& message);

/// Whether the standard output can show bold letters.
TextTarget text_target();

enum class Verbosity { normal, quiet };

/// On the error stream: how long a run will take that takes more than 20 seconds, and a bar when that is a
/// terminal, else a line every half minute of such a run.
ProgressCallback progress_bar(Verbosity verbosity);

/// Removes the bar, so that other output starts on a clean line.
void clear_progress_bar();

}  // namespace sosi::cli
