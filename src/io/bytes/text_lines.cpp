// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/text_lines.hpp"

#include "io/bytes/byte_source.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

TextLines::TextLines(const std::string& path) : path_(path), file_(open_file(path)) {}

bool TextLines::next() {
  if (!std::getline(file_, line_)) {
    if (file_.bad()) throw IoError(path_ + ": cannot be read to its end");
    return false;
  }
  ++number_;
  if (number_ == 1 && line_.starts_with("\xEF\xBB\xBF")) line_.erase(0, 3);
  if (line_.ends_with('\r')) line_.pop_back();
  return true;
}

void TextLines::refuse(const std::string& reason, const std::string& place) const {
  throw InvalidInput(path_ + ": line " + std::to_string(number_) + place + ": " + reason);
}

}  // namespace sosi::io
