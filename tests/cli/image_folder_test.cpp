// SPDX-License-Identifier: BSD-3-Clause
// A folder of images from fit to predictions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "problems.hpp"
#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi {
namespace cli_image_folder_test {

class ImageFolderProgram : public ::testing::Test {
 protected:
  // Images of 3 x 4 pixels on three curves, six of each class with a label.
  void SetUp() override {
    const testing::Curves curves = testing::make_curves(3, 20, 12, 7);
    const double lowest = curves.samples.minCoeff();
    const double range = curves.samples.maxCoeff() - lowest;
    for (const char* name : {"faces", "faces/ant", "faces/bee, the", "faces/unlabeled", "new"}) {
      std::filesystem::create_directory(folder_.path(name));
    }
    const std::string classes[] = {"ant", "bee, the", "unlabeled"};  // the third has no labels
    const std::vector<int> labels = testing::partly_labeled(curves, 6).labels.values;
    for (Index row = 0; row < curves.samples.rows(); ++row) {
      std::string image = "P2 4 3 65535\n";
      for (const double value : curves.samples.row(row)) {
        image += std::to_string(std::lround((value - lowest) / range * 65535)) + "\n";
      }
      const std::string file = std::to_string(100 + row) + ".pgm";
      const std::string of_class = labels[row] == kUnlabeled ? "unlabeled" : classes[labels[row]];
      folder_.write("faces/" + of_class + "/" + file, image);
      if (of_class == "unlabeled") folder_.write("new/" + file, image);
    }
  }

  std::vector<std::string> lines(const std::string& name) const {
    std::istringstream text(folder_.read(name));
    std::vector<std::string> all;
    for (std::string line; std::getline(text, line);) all.push_back(line);
    return all;
  }

  testing::ProgramFolder folder_;
};

// The line without the number of its row, its probability, and the folder of its file.
std::string comparable(const std::string& line) {
  const std::size_t label = line.find(',');
  const std::size_t file = line.rfind(',') + 1;
  const std::size_t slash = line.find('/', file);
  return line.substr(label, file - label) + line.substr(slash == line.npos ? file : slash + 1);
}

TEST_F(ImageFolderProgram, PredictionsNameTheFileOfEveryRow) {
  const testing::Run fitted = folder_.run({"fit", "--samples", "faces", "--labels", "faces", "--model",
                                           "m.sosi", "--predictions", "p.csv", "--rounds", "3"});
  ASSERT_EQ(fitted.status, 0) << fitted.err;
  EXPECT_NE(fitted.out.find("60 samples of 12 features, 12 labeled, 2 classes"), std::string::npos)
      << fitted.out;
  EXPECT_EQ(fitted.err, "");

  const SampleTable table = read_samples({folder_.path("faces"), {}, {}});
  TrainingSet training;
  training.samples = table.values;
  training.labels = encode_labels(read_label_names({folder_.path("faces"), {}}));
  FitOptions options;
  options.normalize = NormalizationKind::unit;
  options.rounds = 3;
  const FitResult expected = fit(std::move(training), options);
  const std::vector<std::string> rows = lines("p.csv");
  ASSERT_EQ(rows.size(), 61U);
  EXPECT_EQ(rows[0], "row,label,confidence,given,probability,far,runner_up,runner_up_probability,file");
  const std::string fields[] = {"ant", "\"bee, the\""};
  for (std::size_t i = 0; i < 60; ++i) {
    const std::string label = fields[expected.prediction.classes[i]];
    const std::string file =
        table.names[i].find(',') == std::string::npos ? table.names[i] : '"' + table.names[i] + '"';
    EXPECT_TRUE(rows[i + 1].starts_with(std::to_string(i) + "," + label + ",")) << rows[i + 1];
    EXPECT_TRUE(rows[i + 1].ends_with((table.names[i].starts_with("unlabeled/") ? "," : ",1,,0,,,") + file))
        << rows[i + 1];
  }

  // The same images in a folder without classes: the same answers.
  ASSERT_EQ(folder_.run({"predict", "--model", "m.sosi", "--samples", "new", "--out", "q.csv"}).status, 0);
  const std::vector<std::string> predicted = lines("q.csv");
  ASSERT_EQ(predicted.size(), 49U);
  EXPECT_EQ(predicted[0], rows[0]);
  for (std::size_t i = 1; i < predicted.size(); ++i) {
    EXPECT_EQ(comparable(predicted[i]), comparable(rows[12 + i]));
    EXPECT_NE(predicted[i].find(".pgm"), std::string::npos);
  }
}

TEST_F(ImageFolderProgram, ImagesAreBroughtToASizeAndBadOnesSkipped) {
  folder_.write("faces/ant/000.png", "");
  folder_.write("faces/unlabeled/large.pgm", "P2 1 6 9 1 2 3 4 5 6");
  folder_.write("faces/unlabeled/zero.jpg", "\xFF\xD8");
  const std::vector<std::string> plain = {"fit",   "--samples",     "faces", "--labels",
                                          "faces", "--predictions", "p.csv"};
  const auto with = [&](const std::vector<std::string>& flags) {
    std::vector<std::string> arguments = plain;
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    return folder_.run(arguments);
  };
  testing::Run run = with({});
  EXPECT_EQ(run.status, 4);
  EXPECT_EQ(run.err, "sosi: faces/ant/000.png: is empty\n");
  run = with({"--skip-bad"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err,
            "sosi: faces/ant/100.pgm is 3 x 4, faces/unlabeled/large.pgm is 6 x 1: must have the same size; "
            "image_size resizes them\n");
  run = with({"--skip-bad", "--image-size", "2x3", "--rounds", "2"});
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(
      run.err.starts_with("sosi: skipped ant/000.png: is empty\nsosi: skipped unlabeled/zero.jpg: is a "
                          "damaged JPEG"))
      << run.err;
  EXPECT_TRUE(run.err.ends_with("\nsosi: faces: 2 of 63 images skipped\n")) << run.err;
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 3) << run.err;
  EXPECT_NE(run.out.find("61 samples of 6 features"), std::string::npos) << run.out;
  EXPECT_EQ(lines("p.csv")[1], "1,ant,,1,,0,,,ant/100.pgm");
  for (const std::string size :
       {"20", "x", "2x", "x3", "2x3x4", "2X3", "2 x 3", "a2x3", "99999999999999999999x1"}) {
    run = with({"--image-size", size});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.err, "sosi: faces: image_size = " + size +
                           ": must be auto, or height and width in pixels, such as 20x17\n");
  }
  EXPECT_EQ(with({"--image-size", "0x3"}).err,
            "sosi: faces: image_size = 0 x 3: must be at least 1 x 1 and have at most 67108864 pixels\n");
}

TEST_F(ImageFolderProgram, TheModelRepeatsTheSizeOfItsImages) {
  const auto run = [&](const std::vector<std::string>& arguments) {
    const testing::Run done = folder_.run(arguments);
    EXPECT_EQ(done.status, 0) << done.err;
    return done;
  };
  run({"fit", "--samples", "faces", "--image-size", "2x6", "--model", "m.sosi", "--rounds", "2"});
  run({"predict", "--model", "m.sosi", "--samples", "new", "--out", "as_fitted.csv"});
  run({"predict", "--model", "m.sosi", "--samples", "new", "--image-size", "2x6", "--out", "named.csv"});
  EXPECT_EQ(folder_.read("as_fitted.csv"), folder_.read("named.csv"));
  const auto image = nlohmann::json::parse(run({"inspect", "m.sosi"}).out)["image"];
  EXPECT_EQ(image["height"], 2);
  EXPECT_EQ(image["width"], 6);

  // A single image has the line that it has in its folder.
  const std::vector<std::string> rows = lines("as_fitted.csv");
  const std::string file = rows[1].substr(rows[1].rfind(',') + 1);
  run({"predict", "--model", "m.sosi", "--samples", "new/" + file, "--out", "one.csv"});
  EXPECT_EQ(lines("one.csv"), (std::vector<std::string>{rows[0], rows[1]}));

  const testing::Run refused = folder_.run(
      {"transform", "--model", "m.sosi", "--samples", "new", "--image-size", "6x2", "--out", "Y.npy"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(
      refused.err,
      "sosi: new: image_size = 6 x 2: must be 2 x 6, that of the images that the model was fitted to\n");
  folder_.write("X.npy", [] {
    std::string bytes = "\x93NUMPY\x01";
    std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 6, 2), }";
    header.resize(117, ' ');
    bytes += std::string("\0\x76\0", 3) + header + "\n";
    return bytes + std::string(2 * 12 * 8, '\x3F');
  }());
  const testing::Run other =
      folder_.run({"predict", "--model", "m.sosi", "--samples", "X.npy", "--out", "p.csv"});
  EXPECT_EQ(other.status, 2);
  EXPECT_EQ(other.err, "sosi: X.npy: the images are 6 x 2; the model was fitted to images of 2 x 6\n");
}

TEST_F(ImageFolderProgram, WhatIsLeftOutIsCountedAndListed) {
  folder_.write("faces/notes.txt", "");
  folder_.write("faces/ant/movie.mp4", "");
  folder_.write("faces/ant/000.png", "");
  std::filesystem::create_directory(folder_.path("faces/ant/deeper"));
  std::filesystem::copy_file(folder_.path("faces/ant/100.pgm"), folder_.path("faces/ant/deeper/x.pgm"));
  const testing::Run run = folder_.run({"fit", "--samples", "faces", "--skip-bad", "--predictions", "p.csv",
                                        "--json", "s.json", "--rounds", "2", "--quiet"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(
      run.err,
      "sosi: skipped ant/000.png: is empty\nsosi: faces: 1 of 62 images skipped\nsosi: faces: 2 files are "
      "left out: notes.txt is not an image (and 1 more: 'sosi fit --json' lists them)\n");
  const auto report = nlohmann::json::parse(folder_.read("s.json"));
  const std::vector<std::string> rows = lines("p.csv");
  ASSERT_EQ(rows.size(), 62U);
  ASSERT_EQ(report["rows"].size(), 61U);
  for (std::size_t i = 0; i < 61; ++i) {
    const std::string label = report["labels"][i];
    EXPECT_TRUE(rows[i + 1].starts_with(std::to_string(report["rows"][i].get<int>()) + ",")) << rows[i + 1];
    EXPECT_NE(rows[i + 1].find(label), std::string::npos);
    EXPECT_NE(rows[i + 1].find(report["files"][i].get<std::string>()), std::string::npos);
  }
  EXPECT_EQ(report["skipped"], nlohmann::json::parse(R"([{"file": "ant/000.png", "reason": "is empty"},
                                      {"file": "notes.txt", "reason": "is not an image"},
                                      {"file": "ant/movie.mp4", "reason": "is not an image"}])"));
}

TEST_F(ImageFolderProgram, NamesThatAreNotUtf8AreEscaped) {
  std::filesystem::rename(folder_.path("faces/ant/100.pgm"), folder_.path("faces/ant/1\xFF\\\xC3\xA9.pgm"));
  const testing::Run run = folder_.run({"fit", "--samples", "faces", "--predictions", "p.csv", "--json",
                                        "s.json", "--rounds", "2", "--quiet"});
  ASSERT_EQ(run.status, 0) << run.err;
  const std::string name = "ant/1\\xFF\\\\\xC3\xA9.pgm";
  EXPECT_NE(folder_.read("p.csv").find("," + name + "\n"), std::string::npos);
  const auto files = nlohmann::json::parse(folder_.read("s.json"))["files"];
  EXPECT_NE(std::find(files.begin(), files.end(), name), files.end());
}

TEST_F(ImageFolderProgram, LargeImagesGetASmallerSizeOrTheAdvice) {
  std::filesystem::create_directories(folder_.path("large/a"));
  std::filesystem::create_directories(folder_.path("large/b"));
  for (int i = 0; i < 8; ++i) {
    std::string image = "P2 40 20 255\n";
    for (int pixel = 0; pixel < 800; ++pixel) {
      image += std::to_string((pixel * (i < 4 ? 7 : 13) + 5 * i * i) % 256) + "\n";
    }
    folder_.write((i < 4 ? "large/a/" : "large/b/") + std::to_string(i) + ".pgm", image);
  }
  const std::vector<std::string> plain = {"fit", "--samples", "large", "--rounds", "2", "--json", "s.json"};
  const testing::Run advised = folder_.run(plain);
  ASSERT_EQ(advised.status, 0) << advised.err;
  EXPECT_EQ(advised.err,
            "sosi: the images are 20 x 40: --image-size auto would make them 16 x 32, which is faster, and "
            "labels noisy ones better\n");
  std::vector<std::string> with_auto = plain;
  with_auto.insert(with_auto.end(), {"--image-size", "auto"});
  const testing::Run chosen = folder_.run(with_auto);
  ASSERT_EQ(chosen.status, 0) << chosen.err;
  EXPECT_EQ(chosen.err, "");
  EXPECT_NE(chosen.out.find("- image size: 16 x 32, from 20 x 40"), std::string::npos) << chosen.out;
  EXPECT_EQ(nlohmann::json::parse(folder_.read("s.json"))["image"]["width"], 32);
}

}  // namespace cli_image_folder_test
}  // namespace sosi
