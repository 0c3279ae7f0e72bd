// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>

namespace sosi {

/// A file that appears under its name complete or not at all: what stood there before stays until `commit()`.
///
/// A new file's permissions follow the umask, a replaced file keeps its own. A read-only file is not
/// replaced. A link to a file is followed. A target that is no regular file (a terminal, a pipe, /dev/stdout)
/// is written to as it is, without these promises. Every failure is an `IoError` naming the target and the
/// system's reason.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& path);
  /// Without a commit, removes what was written.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Where the content goes; `commit()` reports any failure to write it.
  std::ostream& stream();

  /// Makes the content safe on the disk and gives it its name. The last thing done to the file.
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes a whole file as an `AtomicFile`.
void write_file(const std::filesystem::path& path, const std::string& content);

/// Throws `IoError` when a file cannot be written there: now, not after a long run.
void check_writable(const std::filesystem::path& path);

/// Removes everything that files without a commit have left in their folders so far: for a process about to
/// end without running destructors. Not for a signal handler, but for a thread that waits for signals.
void remove_unfinished_files() noexcept;

}  // namespace sosi
