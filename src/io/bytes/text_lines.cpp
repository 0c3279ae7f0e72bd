// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/text_lines.hpp"

#include <array>
#include <fstream>
#include <streambuf>

#include "io/bytes/byte_source.hpp"
#include "io/bytes/inflate.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

constexpr std::string_view kGzipMagic = "\x1F\x8B";

// What a gzipped file inflates to, as a stream.
class InflatedText : private std::streambuf, public std::istream {
 public:
  explicit InflatedText(const std::string& path)
      : std::istream(this), inflater_({path, {0, file_size(path)}, DeflateWrapper::kGzip}, path) {
    exceptions(std::ios::badbit);  // what the inflater says is not to be lost
  }

 private:
  std::streambuf::int_type underflow() override {
    const std::size_t n = inflater_.read_some(std::as_writable_bytes(std::span(text_)));
    if (n == 0) {
      inflater_.check_end();
      return std::streambuf::traits_type::eof();
    }
    setg(text_.data(), text_.data(), text_.data() + n);
    return std::streambuf::traits_type::to_int_type(text_[0]);
  }

  Inflater inflater_;
  std::array<char, 65536> text_;
};

std::unique_ptr<std::istream> open_text(const std::string& path) {
  auto file = std::make_unique<std::ifstream>(open_file(path));
  std::array<char, 2> start{};
  file->read(start.data(), start.size());
  if (file->gcount() == 2 && std::string_view(start.data(), 2) == kGzipMagic) {
    return std::make_unique<InflatedText>(path);
  }
  file->clear();
  file->seekg(0);
  return file;
}

}  // namespace

TextLines::TextLines(const std::string& path) : path_(path), file_(open_text(path)) {}

bool TextLines::next() {
  if (!std::getline(*file_, line_)) {
    if (file_->bad()) throw IoError(path_ + ": cannot be read to its end");
    return false;
  }
  ++number_;
  if (number_ == 1) {
    check_encoding();
    if (line_.starts_with("\xEF\xBB\xBF")) line_.erase(0, 3);
  }
  if (line_.ends_with('\r')) line_.pop_back();
  return true;
}

// UTF-16 starts with a mark, or has a zero byte beside every ASCII letter.
void TextLines::check_encoding() const {
  const bool has_mark = line_.starts_with("\xFF\xFE") || line_.starts_with("\xFE\xFF");
  const bool has_zero = line_.substr(0, 2).find('\0') != std::string::npos;
  if (has_mark || has_zero) throw InvalidInput(path_ + ": is UTF-16: save it as UTF-8");
}

void TextLines::refuse(const std::string& reason, const std::string& place) const {
  throw InvalidInput(path_ + ": line " + std::to_string(number_) + place + ": " + reason);
}

}  // namespace sosi::io
