// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <string>

#include "plot/temporary_folder.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::plot {

namespace fs = std::filesystem;

inline bool is_gnuplot_installed() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((fs::path(folder) / "gnuplot").c_str(), X_OK) == 0) return true;
  }
  return false;
}

inline std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline std::size_t n_files(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

inline std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

inline int n_found(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

/// How often the words are drawn, alone.
inline int n_texts(const std::string& svg, const std::string& words) {
  return n_found(svg, "<text>" + words + "</text>") + n_found(svg, "<text> " + words + "</text>");
}

/// A folder for one picture, and what a finished picture looks like.
class PicturesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!is_gnuplot_installed()) GTEST_SKIP() << "gnuplot is not installed";
  }

  fs::path base() const { return folder_ / "some picture.v1"; }
  std::string svg() const { return contents(folder_ / "some picture.v1.svg"); }
  std::string png() const { return contents(folder_ / "some picture.v1.png"); }

  /// A number of the PNG header, where width and height are the first two.
  unsigned png_number(std::size_t position) const {
    const std::string header = png().substr(16 + 4 * position, 4);
    unsigned value = 0;
    for (const char byte : header) value = 256 * value + static_cast<unsigned char>(byte);
    return value;
  }

  void expect_both_pictures() const {
    EXPECT_EQ(png().substr(0, 8), "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(png().substr(png().size() - 8, 4), "IEND");
    EXPECT_GE(png_number(0), 1000U);
    EXPECT_GE(png_number(1), 400U);
    EXPECT_NE(svg().find("<svg"), std::string::npos);
    EXPECT_NE(svg().find("</svg>"), std::string::npos);
    EXPECT_EQ(n_files(folder_), 2U) << "something was left beside the pictures";
  }

  const TemporaryFolder temporary_;
  const fs::path& folder_ = temporary_.path();
};

}  // namespace sosi::plot
