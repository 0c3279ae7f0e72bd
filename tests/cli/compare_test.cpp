// SPDX-License-Identifier: BSD-3-Clause
// The verbs that evaluate: compare and reproduce.
#include <gtest/gtest.h>

#include <algorithm>

#include "cli/program.hpp"
#include "problems.hpp"
#include "sosi/io/npy.hpp"

namespace sosi {
namespace compare_test {

class Evaluation : public ::testing::Test {
 protected:
  void SetUp() override {
    const testing::Curves curves = testing::make_curves(3, 20, 8, 7);
    std::ofstream samples(folder_.path("X.npy"), std::ios::binary);
    write_npy(samples, curves.samples);
    std::string truth;
    for (const int of_class : curves.classes)
      truth += std::string(1, static_cast<char>('a' + of_class)) + "\n";
    folder_.write("y.csv", truth);
  }

  testing::Run compare(std::vector<std::string> more) const {
    more.insert(more.begin(), {"compare", "--samples", "X.npy", "--truth", "y.csv", "--out", "out"});
    return folder_.run(more);
  }

  void expect_refused(const testing::Run& run, int status, const std::string& words) const {
    EXPECT_EQ(run.status, status) << run.err;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    EXPECT_NE(run.err.find(words), std::string::npos) << run.err;
  }

  testing::ProgramFolder folder_;
};

TEST_F(Evaluation, CompareWritesATableAPictureAndEveryRun) {
  const testing::Run run = compare({"--labeled-per-class", "3,5", "--repeats", "2", "--methods", "sosi,nn",
                                    "--embedding", "fisher,laplacian"});
  ASSERT_EQ(run.status, 0) << run.err;
  for (const char* words : {"sosi, fisher", "sosi, laplacian", "nn ", " ± ", "*", "paired t-test"})
    EXPECT_NE(run.out.find(words), std::string::npos) << run.out;
  const std::string runs = folder_.read("out/runs.csv");
  EXPECT_EQ(std::ranges::count(runs, '\n'), 1 + 2 * 2 * 3);
  EXPECT_TRUE(runs.starts_with(
      "method,embedding,labeled_per_class,split,error,seconds,peak_memory_bytes,settings,plan\n"));
  for (const char* file : {"out/splits.csv", "out/table.md", "out/errors.svg", "out/errors.png"})
    EXPECT_TRUE(folder_.exists(file)) << file;
  // Started again, it only reads; one more method is one more method.
  EXPECT_EQ(compare({"--labeled-per-class", "3,5", "--repeats", "2", "--methods", "sosi,nn", "--embedding",
                     "fisher,laplacian", "--quiet"})
                .out,
            "");
  EXPECT_EQ(folder_.read("out/runs.csv"), runs);
  EXPECT_EQ(compare({"--labeled-per-class", "3,5", "--repeats", "2", "--methods", "lle,nn", "--embedding",
                     "fisher,laplacian", "--quiet"})
                .status,
            0);
  EXPECT_EQ(std::ranges::count(folder_.read("out/runs.csv"), '\n'), 1 + 2 * 2 * 5);
}

TEST_F(Evaluation, CompareRefusesWhatItCannotDo) {
  expect_refused(compare({"--labeled-per-class", "3", "--methods", "sosi,magic"}), 2, "magic");
  expect_refused(compare({"--labeled-per-class", "3,x"}), 2, "labeled_per_class = x");
  expect_refused(compare({"--labeled-per-class", "21"}), 2, "class 'a' has 20 samples");
  expect_refused(compare({"--labeled-per-class", "20"}), 2, "no unlabeled sample is left");
  expect_refused(compare({"--labeled-per-class", "3", "--embedding", "umap"}), 2, "umap");
  expect_refused(compare({"--labeled-per-class", "3", "--lle-neighbors", "0"}), 2, "lle_neighbors");
  expect_refused(folder_.run({"compare", "--samples", "X.npy", "--labeled-per-class", "3", "--out", "out"}),
                 2, "X.npy: has no labels");
  folder_.write("out/runs.csv", "something else\n");
  expect_refused(compare({"--labeled-per-class", "3", "--methods", "nn"}), 2, "runs.csv: line 1");
}

TEST_F(Evaluation, ReproduceSaysWhatHoldsAndWhatIsMissing) {
  const testing::Run run = folder_.run({"reproduce", "toy", "--data", "synthetic", "--out", "out"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("holds: scale 2 separates the classes"), std::string::npos) << run.out;
  for (const char* file : {"out/toy.csv", "out/toy.svg", "out/toy.png"}) EXPECT_TRUE(folder_.exists(file));
  expect_refused(folder_.run({"reproduce", "magic", "--data", "synthetic"}), 2, "must be one of toy, ");
  expect_refused(folder_.run({"reproduce", "coil-errors", "--data", "nowhere"}), 4,
                 "nowhere: no such folder");
  expect_refused(folder_.run({"reproduce", "coil-errors", "--data", "."}), 4,
                 "coil20.npz: no such file; it holds COIL-20");
}

}  // namespace compare_test
}  // namespace sosi
