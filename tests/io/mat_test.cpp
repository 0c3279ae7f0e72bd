// SPDX-License-Identifier: BSD-3-Clause
#include <numeric>

#include "io/mat_files.hpp"
#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi {
namespace mat_test {

using namespace io_test;
using Names = std::vector<std::string>;

// 3 x 2, the first index running fastest.
const std::vector<double> kColumns = {1, 3, 5, 2, 4, 6};

Matrix six() {
  return (Matrix(3, 2) << 1, 2, 3, 4, 5, 6).finished();
}

MatVariable doubles(const std::string& name, const std::vector<std::int32_t>& shape,
                    const std::vector<double>& values) {
  return {.name = name, .shape = shape, .values = element_bytes(values)};
}

std::string mat_file(const std::vector<MatVariable>& variables) {
  const MatWriter writer('<');
  std::string bytes = writer.header();
  for (const MatVariable& variable : variables) bytes += writer.plain(variable);
  return bytes;
}

SampleTable read_bytes(const std::string& bytes, const std::string& array = {}) {
  const TempFile file("x.mat", bytes);
  return read_samples({file.path(), array, {}});
}

Names read_labels(const std::string& bytes, const std::string& array = {}) {
  const TempFile file("x.mat", bytes);
  return read_label_names({file.path(), array});
}

template <class Error = IoError>
std::string refusal(const std::string& bytes, const std::string& array = {}) {
  return message_of<Error>([&] { read_bytes(bytes, array); });
}

// The same values in one of the types, as any class, in both byte orders, compressed and not.
template <class T>
void expect_type_reads(int stored_type) {
  const TempFile file("x.mat", "");
  for (const char byte_order : {'<', '>'}) {
    const MatWriter writer(byte_order);
    for (int class_number = 6; class_number <= 15; ++class_number) {
      SCOPED_TRACE(std::string("order ") + byte_order + ", type " + std::to_string(stored_type) + ", class " +
                   std::to_string(class_number));
      const MatVariable variable{.name = "samples",
                                 .shape = {3, 2},
                                 .class_number = class_number,
                                 .stored_type = stored_type,
                                 .values = writer.values(std::vector<T>{1, 3, 5, 2, 4, 6})};
      for (const std::string& element : {writer.plain(variable), writer.compressed(variable)}) {
        file.rewrite(writer.header() + element);
        EXPECT_EQ(read_samples({file.path(), {}, {}}).values, six());
      }
    }
  }
}

TEST(Mat, EveryTypeReadsBackWhateverTheClassInBothByteOrders) {
  expect_type_reads<std::int8_t>(1);
  expect_type_reads<std::uint8_t>(2);
  expect_type_reads<std::int16_t>(3);
  expect_type_reads<std::uint16_t>(4);
  expect_type_reads<std::int32_t>(5);
  expect_type_reads<std::uint32_t>(6);
  expect_type_reads<float>(7);
  expect_type_reads<double>(9);
  expect_type_reads<std::int64_t>(12);
  expect_type_reads<std::uint64_t>(13);
}

TEST(Mat, UpToFourBytesMayShareTheirTag) {
  for (const char byte_order : {'<', '>'}) {
    const MatWriter writer(byte_order);
    const MatVariable logical{.name = "X",
                              .shape = {2, 2},
                              .class_number = 9,
                              .stored_type = 2,
                              .values = std::string("\1\0\0\1", 4),
                              .flags = 2,
                              .is_small = true};
    for (const std::string& bytes : {writer.plain(logical), writer.compressed(logical)}) {
      EXPECT_EQ(read_bytes(writer.header() + bytes).values, Matrix::Identity(2, 2));
    }
  }
}

TEST(Mat, ImagesAreFlattenedRowByRow) {
  // Element (i, j, k) is 100 i + 10 j + k.
  std::vector<double> values;
  for (int k = 0; k < 4; ++k) {
    for (int j = 0; j < 3; ++j) {
      for (int i = 0; i < 2; ++i) values.push_back(100 * i + 10 * j + k);
    }
  }
  const SampleTable table = read_bytes(mat_file({doubles("stack", {2, 3, 4}, values)}));
  EXPECT_TRUE(table.are_images);
  ASSERT_EQ(table.values.rows(), 2);
  for (int i = 0; i < 2; ++i) {
    for (int c = 0; c < 12; ++c) EXPECT_EQ(table.values(i, c), 100 * i + 10 * (c / 4) + c % 4);
  }
}

TEST(Mat, TheSampleArrayIsNamedOrClear) {
  const MatVariable column = doubles("v", {3, 1}, {7, 8, 9});
  const MatVariable wide = doubles("wide", {3, 2}, kColumns);
  const MatVariable other = doubles("other", {2, 2}, {0, 0, 0, 0});
  for (const std::string name : {"X", "samples", "fea", "data"}) {
    MatVariable named = wide;
    named.name = name;
    EXPECT_EQ(read_bytes(mat_file({other, column, named})).values, six());
  }
  const MatVariable structure{.name = "data", .shape = {1, 1}, .class_number = 2};
  EXPECT_TRUE(holds(refusal<InvalidInput>(mat_file({structure, wide})), "array 'data': is of class struct"));
  EXPECT_EQ(read_bytes(mat_file({structure, wide}), "wide").values, six());
  EXPECT_EQ(read_bytes(mat_file({other, wide}), "wide").values, six());
  EXPECT_EQ(read_bytes(mat_file({doubles("X", {1, 3}, {1, 2, 3})})).values.rows(), 1);
}

TEST(Mat, WhatIsNoFullRealArrayIsListedAndSkipped) {
  const MatWriter writer('<');
  const std::string opaque = writer.piece(
      14, writer.piece(6, writer.words({17, 0})) + writer.small_piece(1, "tbl") + writer.piece(1, "MCOS"));
  const std::string unnamed = writer.plain(doubles("", {3, 3}, std::vector<double>(9)));
  const std::string bytes = mat_file({{.name = "c", .shape = {2, 3}, .class_number = 1},
                                      {.name = "s", .shape = {1, 1}, .class_number = 2},
                                      {.name = "t", .shape = {2, 5}, .class_number = 4},
                                      {.name = "p", .shape = {9, 9}, .class_number = 5, .flags = 2},
                                      {.name = "z", .shape = {3, 2}, .flags = 8},
                                      {.name = "f", .shape = {1, 1}, .class_number = 16},
                                      doubles("line", {1, 3}, {1, 2, 3})}) +
                            opaque + unnamed;
  EXPECT_TRUE(
      holds(refusal<InvalidInput>(bytes),
            ": no array can hold the samples; the arrays are 'c' (2 x 3 cell), 's' "
            "(1 x 1 struct), 't' (2 x 5 char), 'p' (9 x 9 sparse), 'z' (3 x 2 complex double), 'f' (1 "
            "x 1 function handle), 'line' (1 x 3 double), 'tbl' (object)"));
  EXPECT_TRUE(holds(refusal<InvalidInput>(bytes, "z"),
                    "array 'z': is of class complex double; readable are full arrays of real numbers"));
  EXPECT_TRUE(holds(refusal<InvalidInput>(bytes, "w"), "there is no array 'w'; the arrays are 'c'"));
  EXPECT_TRUE(holds(refusal<InvalidInput>(mat_file({})), "the arrays are none"));
  EXPECT_TRUE(holds(refusal<InvalidInput>(mat_file({doubles("X", {0, 2}, {})})), "has shape 0 x 2"));
}

TEST(Mat, LabelsAreARowOrAColumn) {
  const MatVariable samples = doubles("X", {3, 2}, kColumns);
  const MatVariable count = doubles("n", {1, 1}, {5});
  const MatVariable zeros = doubles("zeros", {3, 1}, {0, 0, 0});
  for (const std::vector<std::int32_t>& shape : {std::vector{3, 1}, std::vector{1, 3}}) {
    EXPECT_EQ(read_labels(mat_file({samples, count, doubles("only", shape, {7, -1, 8})})),
              (Names{"7", "", "8"}));
    EXPECT_EQ(read_labels(mat_file({zeros, doubles("kind", shape, {7, -1, 8})}), "kind"),
              (Names{"7", "", "8"}));
    for (const std::string name : {"y", "labels", "gnd", "label"}) {
      EXPECT_EQ(read_labels(mat_file({zeros, doubles(name, shape, {7, -1, 8})})), (Names{"7", "", "8"}));
    }
  }
  const auto refused = [&](const std::string& bytes, const std::string& array) {
    return message_of<InvalidInput>([&] { read_labels(bytes, array); });
  };
  EXPECT_TRUE(holds(refused(mat_file({samples, count}), ""), "no array can hold the labels"));
  EXPECT_TRUE(holds(refused(mat_file({samples}), "X"), "has shape 3 x 2; must have one value per row"));
  EXPECT_TRUE(holds(refused(mat_file({doubles("y", {1, 2}, {1, 1.5})}), ""), "row 1: 1.5 is not a label"));
}

TEST(Mat, RowsAreKeptByOtherArrays) {
  const TempFile file("x.mat",
                      mat_file({doubles("X", {3, 2}, kColumns), doubles("pose", {1, 3}, {10, 20, 30}),
                                doubles("y", {3, 1}, {1, 2, 3})}));
  const SampleTable table = read_samples({file.path(), {}, {"pose=15..30"}});
  EXPECT_EQ(table.rows, (Indices{1, 2}));
  EXPECT_EQ(table.values, six().bottomRows(2));
  EXPECT_EQ(read_label_names({file.path(), {}}, table), (Names{"2", "3"}));
}

TEST(Mat, OtherVersionsAreToldHowToBeSaved) {
  const std::string hdf5 = "\x89HDF\r\n\x1A\n";
  const std::string remedy = "; save it in MATLAB with -v7, as in save('x.mat', 'X', 'y', '-v7')";
  for (const std::string& bytes : {MatWriter('<').header(0x0200) + std::string(384, '\0') + hdf5, hdf5}) {
    EXPECT_TRUE(holds(refusal<InvalidInput>(bytes), "is a MAT-file of version 7.3, which is HDF5" + remedy));
  }
  for (const char byte_order : {'<', '>'}) {
    const std::string version_4 =
        MatWriter(byte_order).words({byte_order == '<' ? 0 : 1000, 1, 1, 0, 2}) + std::string("x\0", 2);
    EXPECT_TRUE(holds(refusal<InvalidInput>(version_4), "is a MAT-file of version 4" + remedy));
  }
  for (const std::string& bytes :
       {std::string(), std::string("hello"), std::string(200, 'x'), MatWriter('<').header(0x0300)}) {
    EXPECT_TRUE(holds(refusal(bytes), ": is not a MAT-file, it does not start as one"));
  }
}

TEST(Mat, DamagedPiecesAreNamed) {
  const MatWriter writer('<');
  const std::string start = writer.header();
  const auto with = [&](const std::string& inside) { return start + writer.piece(14, inside); };
  const std::string flags = writer.piece(6, writer.words({6, 0}));
  const std::string sizes = writer.piece(5, writer.words({3, 2}));
  const std::string name = writer.small_piece(1, "X");
  const std::string values = element_bytes(kColumns);
  EXPECT_EQ(read_bytes(with(flags + sizes + name + writer.piece(9, values))).values, six());
  // Some writers take the unsigned type for the sizes, and text for the name.
  const std::string others = writer.piece(6, writer.words({3, 2})) + writer.small_piece(16, "X");
  EXPECT_EQ(read_bytes(with(flags + others + writer.piece(9, values))).values, six());
  const std::vector<std::pair<std::string, std::string>> cases = {
      {with(writer.piece(5, writer.words({6, 0}))), "the array at byte 128: is damaged at its flags"},
      {with(writer.piece(6, writer.words({6, 0, 0}))), "is damaged at its flags"},
      {with(writer.small_piece(6, "\6")), "is damaged at its flags"},
      {with(writer.piece(6, writer.words({18, 0}))), "there is no class of arrays with the number 18"},
      {with(flags + writer.piece(5, writer.words({3}))), "is damaged at its sizes"},
      {with(flags + writer.piece(5, writer.words({3, -2}))), "is damaged at its sizes"},
      {with(flags + writer.piece(5, std::string(65 * 4, '\1'))), "is damaged at its sizes"},
      {with(flags + sizes + writer.piece(2, "X")), "is damaged at its name"},
      {with(flags + sizes + writer.piece(1, std::string(5000, 'X'))), "is damaged at its name"},
      {with(flags + sizes + name + writer.piece(8, values)), "there is no type of numbers with the code 8"},
      {with(flags + sizes + name + writer.piece(9, values + values)),
       "array 'X': is damaged, 3 x 2 values of type 'double' do not take the 96 bytes that are there"},
      {with(flags + sizes + name + writer.words({9, 480})), "a piece of it declares 480 bytes for itself"},
      {with(writer.words({5 << 16 | 6, 0})), "a piece of it declares 5 bytes for itself"},
      {with(flags + sizes), "ends early"},
      {start + writer.words({14, 100}) + flags, "is damaged, it declares 100 bytes and has 16"},
      {start + "1234567", "the array at byte 128: is damaged, the file ends within its tag"},
      {start + writer.piece(9, values), "is damaged, a matrix has the code 14 and not 9"},
      {mat_file({doubles("X", {1, 1}, {1}), doubles("X", {1, 1}, {1})}), "holds two arrays called 'X'"},
      {start + writer.packed("short"), "is damaged, it inflates to nothing"},
      {start + writer.packed(writer.compressed(doubles("X", {3, 2}, kColumns))),
       "is damaged, it inflates to something that is not a matrix"},
      {start + writer.words({15, 8}) + "notzlib!", "is damaged, it does not inflate"},
      {start + writer.packed(writer.words({14, 2000000000}) + flags + sizes),
       "2000000008 bytes cannot come out of"},
      {start + writer.packed(writer.words({14, 60}) + flags + sizes + name),
       "it inflates to less than declared"},
      {start + writer.packed(writer.plain(doubles("X", {3, 2}, kColumns)) + "etc"),
       "it inflates to more than declared"},
  };
  for (const auto& [bytes, reason] : cases) EXPECT_TRUE(holds(refusal(bytes), reason)) << refusal(bytes);
}

TEST(Mat, LargeArraysAreInflatedInPieces) {
  std::vector<double> values(60000);
  std::iota(values.begin(), values.end(), 0.0);
  const MatWriter writer('<');
  const Matrix read =
      read_bytes(writer.header() + writer.compressed(doubles("X", {20000, 3}, values))).values;
  for (Index i = 0; i < read.rows(); ++i) {
    for (Index j = 0; j < 3; ++j) ASSERT_EQ(read(i, j), static_cast<double>(i + 20000 * j));
  }
}

TEST(Mat, TruncationAtAnyByteIsFound) {
  const MatWriter writer('>');
  const MatVariable samples{.name = "X", .shape = {3, 2}, .values = writer.values(kColumns)};
  for (const std::string& element : {writer.plain(samples), writer.compressed(samples)}) {
    const std::string whole = writer.header() + element;
    const TempFile file("x.mat", whole);
    ASSERT_EQ(read_samples({file.path(), {}, {}}).values, six());
    for (std::size_t n = 0; n < whole.size(); ++n) {
      file.rewrite(whole.substr(0, n));
      EXPECT_THROW(read_samples({file.path(), {}, {}}), Error) << n << " bytes";
    }
  }
}

TEST(Mat, FlippedBytesOfACompressedArrayNeverGiveOtherValues) {
  const MatWriter writer('<');
  const std::string header = writer.header();
  const std::string whole = header + writer.compressed(doubles("X", {3, 2}, kColumns));
  const TempFile file("x.mat", whole);
  for (std::size_t at = header.size(); at < whole.size(); ++at) {
    for (const int flip : {0x01, 0x10, 0x80, 0xFF}) {
      std::string flipped = whole;
      flipped[at] = static_cast<char>(flipped[at] ^ flip);
      file.rewrite(flipped);
      try {
        EXPECT_EQ(read_samples({file.path(), {}, {}}).values, six()) << "byte " << at;
      } catch (const Error&) {
      }
    }
  }
}

}  // namespace mat_test
}  // namespace sosi
