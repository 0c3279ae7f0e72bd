// SPDX-License-Identifier: BSD-3-Clause
#include "io/images/image_folder.hpp"

#include <filesystem>

#include "io/array_files.hpp"
#include "io/image_files.hpp"
#include "io/images/image_file.hpp"
#include "sosi/core/memory.hpp"

namespace sosi {
namespace io_image_folder_test {

using namespace io_test;
using Names = std::vector<std::string>;

// One row of pixels in tenths of white.
std::string pgm(const std::vector<int>& tenths) {
  std::string text = "P2 " + std::to_string(tenths.size()) + " 1 10";
  for (const int value : tenths) text += " " + std::to_string(value);
  return text;
}

SampleTable read_skipping(const std::string& path) {
  return read_samples({.path = path, .array = {}, .where = {}, .bad_images = BadImages::skip});
}

SampleTable read_in_size(const std::string& path, ImageSize size) {
  return read_samples({.path = path, .array = {}, .where = {}, .image_size = size});
}

std::string refusal(const TempFolder& folder) {
  return message_of<InvalidInput>([&] { read_samples({folder.path(), {}, {}}); });
}

TEST(ImageFolder, HasOneFolderForEachClassInTheOrderOfTheBytes) {
  const TempFolder folder;
  folder.write("bob/b.pgm", pgm({4, 4}));
  folder.write("bob/B.PGM", pgm({3, 3}));
  folder.write("anna/10.pnm", pgm({1, 1}));
  folder.write("anna/2.jpeg", pgm({2, 2}));
  folder.write("Zoe/x.ppm", pgm({0, 5}));
  folder.write("_/u.png", pgm({9, 9}));
  folder.write("unlabeled/v.jpg", pgm({8, 8}));
  folder.write("anna/2019/may/1.pgm", pgm({6, 6}));
  for (const std::string other : {".DS_Store", "anna/._2.pgm", "anna/notes.txt", "anna/2019/x.heic",
                                  ".git/x.png", "readme.md", "bob/png"}) {
    folder.write(other, "no image");
  }
  std::filesystem::create_directory_symlink(".", folder.path("bob/again"));
  const SampleTable table = read_samples({folder.path(), {}, {}});
  EXPECT_EQ(table.names, (Names{"Zoe/x.ppm", "_/u.png", "anna/10.pnm", "anna/2.jpeg", "anna/2019/may/1.pgm",
                                "bob/B.PGM", "bob/b.pgm", "unlabeled/v.jpg"}));
  EXPECT_EQ(table.values,
            (Matrix(8, 2) << 0, 0.5, 0.9, 0.9, 0.1, 0.1, 0.2, 0.2, 0.6, 0.6, 0.3, 0.3, 0.4, 0.4, 0.8, 0.8)
                .finished());
  EXPECT_EQ(table.rows, (Indices{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(table.n_file_rows, 8);
  EXPECT_TRUE(table.are_images);
  EXPECT_EQ(table.image_size, (ImageSize{1, 2}));
  EXPECT_EQ(table.skipped,
            (std::vector<SkippedFile>{{"readme.md", "is not an image"},
                                      {"anna/notes.txt", "is not an image"},
                                      {"anna/2019/x.heic", "is a HEIF image: this build cannot read them"},
                                      {"bob/png", "is not an image"},
                                      {"bob/again", "is a link to a folder"}}));
  const Names labels = {"Zoe", "", "anna", "anna", "anna", "bob", "bob", ""};
  EXPECT_EQ(read_label_names({folder.path(), {}}), labels);
  EXPECT_EQ(read_label_names({folder.path() + "/", {}}, table), labels);
  EXPECT_EQ(read_samples({folder.path() + "/", {}, {}}).names, table.names);
}

TEST(ImageFolder, WithoutFoldersIsUnlabeled) {
  const TempFolder folder;
  folder.write("b.pgm", pgm({2}));
  folder.write("a.pgm", pgm({1}));
  const SampleTable table = read_samples({folder.path(), {}, {}});
  EXPECT_EQ(table.names, (Names{"a.pgm", "b.pgm"}));
  EXPECT_EQ(table.values, (Matrix(2, 1) << 0.1, 0.2).finished());
  EXPECT_EQ(read_label_names({folder.path(), {}}), (Names{"", ""}));
}

TEST(ImageFolder, ImagesAreFlattenedRowByRow) {
  const TempFolder folder;
  folder.write("a.pgm", "P2 3 2 10 0 1 2 3 4 5");
  EXPECT_EQ(read_samples({folder.path(), {}, {}}).values,
            (Matrix(1, 6) << 0, 0.1, 0.2, 0.3, 0.4, 0.5).finished());
}

TEST(ImageFolder, LayoutsThatCannotBeMeantAreRefused) {
  const TempFolder folder;
  const std::string known = ": holds no images (" + io::image_suffixes() + ")";
  EXPECT_EQ(refusal(folder), folder.path() + known);
  folder.write("b/x.pgm", pgm({1}));
  folder.write("a/deeper/x.txt", pgm({1}));
  const std::string without_images = folder.path("a") + known;
  EXPECT_EQ(refusal(folder), without_images);
  EXPECT_EQ(message_of<InvalidInput>([&] { read_label_names({folder.path(), {}}); }), without_images);
  folder.write("x.pgm", pgm({1}));
  EXPECT_EQ(refusal(folder),
            folder.path() +
                ": holds the image 'x.pgm' beside the folder 'a': must have images, or one folder per class");
}

TEST(ImageFolder, ImagesMustBeOfOneSizeOrAreBroughtToIt) {
  const TempFolder folder;
  folder.write("a/1.pgm", "P2 2 1 10 2 4");
  folder.write("a/2.pgm", "P2 4 1 10 7 7 7 7");
  EXPECT_EQ(refusal(folder), folder.path("a/1.pgm") + " is 1 x 2, " + folder.path("a/2.pgm") +
                                 " is 1 x 4: must have the same size; image_size resizes them");
  EXPECT_LT((read_in_size(folder.path(), {1, 1}).values - (Matrix(2, 1) << 0.3, 0.7).finished()).norm(),
            1e-15);
  EXPECT_EQ(read_in_size(folder.path(), {3, 5}).values.cols(), 15);
  for (const ImageSize size : {ImageSize{0, 5}, {5, 0}, {-1, -1}, {8192, 8193}, {1, Index{1} << 62}}) {
    const std::string reason = message_of<InvalidInput>([&] { read_in_size(folder.path(), size); });
    EXPECT_EQ(reason, "image_size = " + std::to_string(size.height) + " x " + std::to_string(size.width) +
                          ": must be at least 1 x 1 and have at most 67108864 pixels");
  }
}

TEST(ImageFolder, MoreThanTheMemoryHoldsIsRefusedBeforeAnyImageIsRead) {
  const TempFolder folder;
  const ImageSize size{8192, 8192};
  const std::size_t n_images = available_memory() / (sizeof(double) * 8192 * 8192) + 2;
  if (n_images > 10000) GTEST_SKIP() << "too much memory to be too little";
  for (std::size_t i = 0; i < n_images; ++i) folder.write(std::to_string(i) + ".png", "");
  const std::string reason = message_of<MemoryRefused>([&] { read_in_size(folder.path(), size); });
  EXPECT_TRUE(
      reason.starts_with(folder.path() + ": " + std::to_string(n_images) + " images of 8192 x 8192 need "));
  EXPECT_TRUE(reason.ends_with("GiB of memory; image_size can make them smaller")) << reason;
}

TEST(ImageFolder, BadImagesAreNamedOrSkipped) {
  const TempFolder folder;
  folder.write("a/1.pgm", pgm({1}));
  folder.write("a/2.png", "");
  folder.write("b/1.pgm", "P2 1 1 10");
  folder.write("b/2.pgm", pgm({2}));
  std::filesystem::create_symlink("nowhere", folder.path("b/3.pgm"));
  folder.write("unlabeled/1.pgm", pgm({3}));
  EXPECT_EQ(message_of<IoError>([&] {
              read_samples({folder.path(), {}, {}});
            }),
            folder.path("a/2.png") + ": is empty");
  const SampleTable table = read_skipping(folder.path());
  EXPECT_EQ(table.names, (Names{"a/1.pgm", "b/2.pgm", "unlabeled/1.pgm"}));
  EXPECT_EQ(table.values, (Matrix(3, 1) << 0.1, 0.2, 0.3).finished());
  EXPECT_EQ(table.rows, (Indices{0, 3, 5}));
  EXPECT_EQ(table.n_file_rows, 6);
  ASSERT_EQ(table.skipped.size(), 3U);
  EXPECT_EQ(table.skipped[0], (SkippedFile{"a/2.png", "is empty"}));
  EXPECT_EQ(table.skipped[1],
            (SkippedFile{"b/1.pgm", "says that it is 1 x 1, more than its bytes can hold"}));
  EXPECT_EQ(table.skipped[2].name, "b/3.pgm");
  EXPECT_EQ(read_skipping(folder.path() + "/").skipped, table.skipped);

  EXPECT_EQ(read_label_names({folder.path(), {}}), (Names{"a", "a", "b", "b", "b", ""}));
  EXPECT_EQ(read_label_names({folder.path(), {}}, table), (Names{"a", "b", ""}));
  const TempFile of_all("y.csv", "p\nq\nr\ns\nt\nu\n");
  EXPECT_EQ(read_label_names({of_all.path(), {}}, table), (Names{"p", "s", "u"}));
  const TempFile of_kept("y.csv", "p\nq\nr\n");
  EXPECT_EQ(read_label_names({of_kept.path(), {}}, table), (Names{"p", "q", "r"}));

  std::filesystem::remove_all(folder.path("b"));
  std::filesystem::remove_all(folder.path("unlabeled"));
  std::filesystem::remove(folder.path("a/1.pgm"));
  EXPECT_EQ(message_of<IoError>([&] { read_skipping(folder.path()); }),
            folder.path() + ": none of its images can be read: a/2.png: is empty");
}

TEST(ImageFolder, AutoMakesTheLongerSideShorter) {
  EXPECT_EQ(auto_image_size({20, 17}), (ImageSize{20, 17}));
  EXPECT_EQ(auto_image_size({256, 256}), auto_image_size({1024, 1024}));
  EXPECT_EQ(auto_image_size({4096, 3}), auto_image_size({65536, 3}));
  for (const ImageSize stored : {ImageSize{33, 20}, {20, 33}, {480, 640}, {1, 100000}}) {
    const ImageSize chosen = auto_image_size(stored);
    EXPECT_EQ(std::max(chosen.height, chosen.width), kLongestAutoSide);
    EXPECT_GE(std::min(chosen.height, chosen.width), 1);
    const Index longest = std::max(stored.height, stored.width);
    EXPECT_LE(std::abs(chosen.height * longest - kLongestAutoSide * stored.height), longest);
    EXPECT_LE(std::abs(chosen.width * longest - kLongestAutoSide * stored.width), longest);
  }

  // The first image decides, and the others follow it.
  const TempFolder folder;
  folder.write("1.pgm", pgm(std::vector<int>(64, 5)));
  folder.write("2.pgm", pgm({1, 2, 3}));
  SampleSource source{folder.path(), {}, {}};
  source.has_auto_image_size = true;
  const SampleTable table = read_samples(source);
  EXPECT_EQ(table.image_size, (ImageSize{1, kLongestAutoSide}));
  EXPECT_EQ(table.stored_size, (ImageSize{1, 64}));
  source.image_size = table.image_size;
  EXPECT_EQ(read_samples(source).values, table.values);
}

TEST(ImageFolder, OneImageIsOneRow) {
  const TempFolder folder;
  folder.write("Photo.PGM", "P2 3 2 10 0 1 2 3 4 5");
  const SampleTable table = read_samples({folder.path("Photo.PGM"), {}, {}});
  EXPECT_EQ(table.values, (Matrix(1, 6) << 0, 0.1, 0.2, 0.3, 0.4, 0.5).finished());
  EXPECT_EQ(table.names, Names{"Photo.PGM"});
  EXPECT_EQ(table.image_size, (ImageSize{2, 3}));
  EXPECT_EQ(read_in_size(folder.path("Photo.PGM"), {1, 1}).values.cols(), 1);
  EXPECT_FALSE(may_hold_labels(folder.path("Photo.PGM")));
  folder.write("bad.png", "");
  EXPECT_EQ(message_of<IoError>([&] { read_skipping(folder.path("bad.png")); }),
            folder.path("bad.png") + ": is empty");
}

TEST(ImageFolder, WhatIsForOtherSourcesIsRefused) {
  const TempFolder folder;
  folder.write("a.pgm", pgm({1}));
  EXPECT_TRUE(holds(message_of<InvalidInput>([&] {
                      read_samples({folder.path(), "X", {}});
                    }),
                    "has no array 'X'"));
  EXPECT_TRUE(holds(message_of<InvalidInput>([&] {
                      read_samples({folder.path(), {}, {"a=1"}});
                    }),
                    "rows cannot be selected by 'a=1'"));
  EXPECT_TRUE(holds(message_of<InvalidInput>([&] {
                      read_label_names({folder.path(), "y"});
                    }),
                    "has no array 'y'"));
  const TempFile text("x.csv", "1,2\n");
  EXPECT_EQ(message_of<InvalidInput>([&] {
              read_in_size(text.path(), {2, 2});
            }),
            text.path() + ": image_size is for images only");
  EXPECT_EQ(message_of<InvalidInput>([&] { read_skipping(text.path()); }),
            text.path() + ": skipping bad images is for images only");
}

}  // namespace io_image_folder_test
}  // namespace sosi
