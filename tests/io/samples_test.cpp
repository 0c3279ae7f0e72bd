// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/samples.hpp"

#include <cstdlib>
#include <limits>

#include "io/array_files.hpp"
#include "io/images/image_file.hpp"
#include "sosi/io/labels_file.hpp"

namespace sosi {
namespace io_samples_test {

using namespace io_test;

// Six samples of two features: 0 10, 1 11, …; `obj` 0 1 2 0 1 2, `pose` -1.5 … 3.5, `kind` a b a b a b.
std::string grouped_npz() {
  std::string kinds;
  for (const char kind : {'a', 'b', 'a', 'b', 'a', 'b'}) kinds += std::string{kind, '\0'};
  return zip_file({
      {.name = "X.npy", .bytes = npy_doubles("(6, 2)", {0, 10, 1, 11, 2, 12, 3, 13, 4, 14, 5, 15})},
      {.name = "F.npy",
       .bytes = npy_file(npy_header("<f8", "(6, 2)", "True"),
                         element_bytes<double>({0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15}))},
      {.name = "obj.npy", .bytes = npy_int32({0, 1, 2, 0, 1, 2})},
      {.name = "pose.npy", .bytes = npy_doubles("(6,)", {-1.5, -0.5, 0.5, 1.5, 2.5, 3.5})},
      {.name = "kind.npy", .bytes = npy_file(npy_header("|S2", "(6,)"), kinds)},
      {.name = "few.npy", .bytes = npy_int32({0, 1})},
      {.name = "big.npy",
       .bytes = npy_file(npy_header("<i8", "(6,)"), element_bytes<std::int64_t>({0, 0, 0, 0, 0, 1LL << 53}))},
      {.name = "y.npy", .bytes = npy_int32({5, 6, 7, 8, 9, -1})},
  });
}

TEST(RowFilter, KeepsTheRowsForWhichEveryConditionHolds) {
  const TempFile file("x.npz", grouped_npz());
  const auto rows = [&](const std::vector<std::string>& where) {
    for (const std::string array : {"X", "F"}) {
      const SampleTable table = read_samples({file.path(), array, where});
      EXPECT_EQ(table.n_file_rows, 6);
      EXPECT_EQ(table.values.rows(), static_cast<Index>(table.rows.size()));
      for (std::size_t i = 0; i < table.rows.size(); ++i) {
        EXPECT_EQ(table.values(i, 0), static_cast<double>(table.rows[i]));
        EXPECT_EQ(table.values(i, 1), static_cast<double>(table.rows[i] + 10));
      }
    }
    return read_samples({file.path(), {}, where}).rows;
  };
  EXPECT_EQ(rows({}), (Indices{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(rows({"obj=0"}), (Indices{0, 3}));
  EXPECT_EQ(rows({"obj=2,0.0"}), (Indices{0, 2, 3, 5}));
  EXPECT_EQ(rows({"obj=1..2"}), (Indices{1, 2, 4, 5}));
  EXPECT_EQ(rows({"pose=-0.5..2"}), (Indices{1, 2, 3}));
  EXPECT_EQ(rows({"pose=3..inf,-1.5"}), (Indices{0, 5}));
  EXPECT_EQ(rows({"kind=b"}), (Indices{1, 3, 5}));
  EXPECT_EQ(rows({"kind=b", "obj=0,1"}), (Indices{1, 3}));
}

TEST(RowFilter, RefusesConditionsThatCannotBeMeant) {
  const TempFile file("x.npz", grouped_npz());
  const auto reason = [&](const std::string& condition) {
    return message_of<InvalidInput>([&] { read_samples({file.path(), {}, {condition}}); });
  };
  EXPECT_TRUE(holds(reason("obj"), "a condition is NAME=VALUE"));
  EXPECT_TRUE(holds(reason("=0"), "a condition is NAME=VALUE"));
  EXPECT_TRUE(holds(reason("obj="), "'' is not a number"));
  EXPECT_TRUE(holds(reason("obj=cat"), "'cat' is not a number"));
  EXPECT_TRUE(holds(reason("obj=0,,1"), "'' is not a number"));
  EXPECT_TRUE(holds(reason("obj=2..1"), "LOW is above HIGH"));
  EXPECT_TRUE(holds(reason("obj=9"), "rows where 'obj=9': no row is left"));
  EXPECT_TRUE(holds(reason("kind=c"), "no row is left"));
  EXPECT_TRUE(holds(reason("none=0"), "there is no array 'none'"));
  EXPECT_TRUE(holds(reason("few=0"), "has 2 values for 6 samples"));
  EXPECT_TRUE(holds(reason("X=0"), "array 'X': has shape 6 x 2"));
  EXPECT_TRUE(holds(reason("big=0"), "row 5: integers from 2^53 on"));
}

TEST(Samples, LabelsFollowTheRowsThatWereKept) {
  using Names = std::vector<std::string>;
  const TempFile file("x.npz", grouped_npz());
  const SampleTable samples = read_samples({file.path(), {}, {"obj=0,2"}});
  EXPECT_EQ(read_label_names({file.path(), {}}, samples), (Names{"5", "7", "8", ""}));
  const TempFile whole("y.csv", "a\nb\nc\nd\ne\nf\n");
  EXPECT_EQ(read_label_names({whole.path(), {}}, samples), (Names{"a", "c", "d", "f"}));
  const TempFile kept("y.csv", "a\nb\nc\n\n");
  EXPECT_EQ(read_label_names({kept.path(), {}}, samples), (Names{"a", "b", "c", ""}));
  const TempFile other("y.csv", "a\nb\nc\nd\ne\n");
  const std::string reason = message_of<InvalidInput>([&] { read_label_names({other.path(), {}}, samples); });
  EXPECT_TRUE(holds(reason, "has 5 labels for 4 samples, kept of 6")) << reason;
}

TEST(Samples, FilesAreKnownByHowTheirNamesEnd) {
  const TempFile upper("X.NPY", npy_doubles("(1, 2)", {1, 2}));
  EXPECT_EQ(read_samples({upper.path(), {}, {}}).values.cols(), 2);
  const TempFile text("x.Txt", "1 2\n");
  EXPECT_EQ(read_samples({text.path(), {}, {}}).values.cols(), 2);
  const TempFile unknown("x.foo", "1 2\n");
  for (const std::string& reason : {message_of<InvalidInput>([&] {
                                      read_samples({unknown.path(), {}, {}});
                                    }),
                                    message_of<InvalidInput>([&] {
                                      read_label_names({unknown.path(), {}});
                                    })}) {
    EXPECT_EQ(
        reason,
        unknown.path() +
            ": unknown file type; known are .npy, .npz, .mat, .csv, .tsv, .txt, .csv.gz, .tsv.gz, .txt.gz, "
            ".libsvm, .svm, .svmlight, .idx, .idx.gz, -ubyte, -ubyte.gz, " +
            io::image_suffixes() + " and folders of images");
  }
}

TEST(Samples, MissingFilesAreRefused) {
  for (const std::string name :
       {"none.npy", "none.npz", "none.mat", "none.idx", "none.svm", "none.csv", "none.foo"}) {
    EXPECT_EQ(message_of<IoError>([&] { read_samples({name, {}, {}}); }), name + ": no such file");
  }
}

TEST(Samples, SomeTypesOfFilesMayHoldTheLabelsToo) {
  for (const std::string name : {"x.npz", "x.MAT", "x.libsvm"}) {
    EXPECT_TRUE(may_hold_labels(TempFile(name, "").path())) << name;
  }
  for (const std::string name : {"x.npy", "x.csv", "x.tsv", "x.txt", "x.idx"}) {
    EXPECT_FALSE(may_hold_labels(TempFile(name, "").path())) << name;
  }
  EXPECT_THROW(may_hold_labels("none.npz"), IoError);
  EXPECT_THROW(may_hold_labels(TempFile("x.foo", "").path()), InvalidInput);
}

TEST(Samples, OnlyFilesOfNamedArraysHaveNamedArrays) {
  const TempFile array("x.npy", npy_doubles("(1, 2)", {1, 2}));
  const TempFile text("x.csv", "1,2\n");
  for (const std::string& path : {array.path(), text.path()}) {
    EXPECT_THROW(read_samples({path, "X", {}}), InvalidInput);
    EXPECT_THROW(read_samples({path, {}, {"obj=0"}}), InvalidInput);
  }
  EXPECT_THROW(read_label_names({array.path(), "y"}), InvalidInput);
}

TEST(Samples, RealImagesHaveTheShapesTheirDescriptionSays) {
  const char* given = std::getenv("SOSI_DATA");
  const std::string folder = given != nullptr ? given : "../shared/data";
  if (!std::filesystem::exists(folder + "/eth80_20x20.npz")) GTEST_SKIP() << "no data in " << folder;
  const SampleTable table = read_samples({folder + "/eth80_20x20.npz", {}, {"obj=0"}});
  EXPECT_TRUE(table.are_images);
  EXPECT_EQ(table.n_file_rows, 3280);
  EXPECT_EQ(table.values.rows(), 8 * 41);
  EXPECT_EQ(table.values.cols(), 400);
  EXPECT_GE(table.values.minCoeff(), 0.0);
  EXPECT_LE(table.values.maxCoeff(), 255.0);
  EXPECT_EQ(read_label_names({folder + "/eth80_20x20.npz", {}}, table).size(), 8U * 41U);
}

}  // namespace io_samples_test
}  // namespace sosi
