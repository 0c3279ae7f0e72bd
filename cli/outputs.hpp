// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <ostream>
#include <string>

namespace sosi::cli {

/// Throws `InvalidInput` when an output of a verb is a file that another of its options names as input. A
/// checkpoint may be resumed from and written again.
void refuse_overwriting(const CLI::App& command);

/// Makes a folder with those above it, unless it is there.
void make_folder(const std::string& path);

/// Writes a file completely or not at all; `-` is the standard output.
void write_output(const std::string& path, const std::function<void(std::ostream&)>& write);

/// Fails now, not after a long run, when a file cannot be written where it is wanted.
void check_writable(const std::string& path);

/// Thrown when everything is done but for outputs whose failure was announced.
struct OutputsFailed {};

/// The outputs of a run: one that fails does not keep the others from being written.
class Outputs {
 public:
  /// Writes one; a failure is announced, and gives false.
  bool attempt(const std::function<void()>& write);
  /// To be called last: throws `OutputsFailed` if an output failed.
  void finish() const;

 private:
  bool has_failed_ = false;
};

}  // namespace sosi::cli
