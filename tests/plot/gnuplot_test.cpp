// SPDX-License-Identifier: BSD-3-Clause
#include "plot/gnuplot.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

#include "plot/pictures_fixture.hpp"

namespace sosi::plot {
namespace gnuplot_test {

const GnuplotPicture kSine{1000, 400, "", "plot sin(x)\n"};

TEST_F(PicturesTest, OlderPicturesAreReplaced) {
  std::ofstream(base().string() + ".svg") << "older";
  std::ofstream(base().string() + ".png") << "older";
  write_picture(base(), kSine);
  expect_both_pictures();
}

TEST_F(PicturesTest, OlderPicturesStayWhenTheNewOnesFail) {
  std::ofstream(base().string() + ".svg") << "older";
  std::ofstream(base().string() + ".png") << "older";
  GnuplotPicture broken = kSine;
  broken.plots += "frobnicate\n";
  EXPECT_EQ(message_of([&] { write_picture(base(), broken); }), "gnuplot failed: invalid command");
  EXPECT_EQ(svg(), "older");
  EXPECT_EQ(png(), "older");
  EXPECT_EQ(n_files(folder_), 2U);
}

TEST_F(PicturesTest, MissingFolderIsNamedInTheError) {
  const fs::path lost = folder_ / "nowhere" / "picture";
  const std::string message = message_of([&] { write_picture(lost, kSine); });
  EXPECT_EQ(message, lost.string() + ".svg: cannot be written: No such file or directory");
}

TEST(Pictures, MissingGnuplotIsSaidInOneSentence) {
  const char* path = std::getenv("PATH");
  const std::string before = path == nullptr ? "" : path;
  ASSERT_EQ(setenv("PATH", "", 1), 0);
  const fs::path base = fs::temp_directory_path() / "sosi-never-drawn";
  const std::string message = message_of([&] { write_picture(base, kSine); });
  ASSERT_EQ(setenv("PATH", before.c_str(), 1), 0);
  EXPECT_EQ(message, "gnuplot is not installed: pictures need it (package gnuplot-nox)");
  EXPECT_FALSE(fs::exists(base.string() + ".svg"));
}

}  // namespace gnuplot_test
}  // namespace sosi::plot
