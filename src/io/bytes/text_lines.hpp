// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <istream>
#include <memory>
#include <string>

#include "sosi/core/matrix.hpp"

namespace sosi::io {

/// The lines of a text file, gzipped or not, one at a time; a byte order mark and both kinds of line end are
/// known.
class TextLines {
 public:
  explicit TextLines(const std::string& path);

  /// Whether there was one more line; it is `line()` until the next call.
  bool next();
  const std::string& line() const { return line_; }
  /// The line's number, counted from 1.
  Index number() const { return number_; }

  const std::string& path() const { return path_; }
  /// Throws `InvalidInput` about the line last read; `place` is where in it, `, column 3` say.
  [[noreturn]] void refuse(const std::string& reason, const std::string& place = {}) const;

 private:
  void check_encoding() const;

  std::string path_;
  std::unique_ptr<std::istream> file_;
  std::string line_;
  Index number_ = 0;
};

}  // namespace sosi::io
