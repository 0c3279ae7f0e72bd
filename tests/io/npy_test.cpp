// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/npy.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>

#include "io/array_files.hpp"
#include "sosi/io/samples.hpp"

namespace sosi {
namespace npy_test {

using namespace io_test;

SampleTable read_bytes(const std::string& bytes) {
  const TempFile file("x.npy", bytes);
  return read_samples({file.path(), {}, {}});
}

// 0, …, 23 as 4 samples of 2 x 3, in the order of the file: in Fortran order the sample's number runs
// fastest.
template <class T>
std::vector<T> counting(const std::string& fortran_order) {
  std::vector<T> elements(24);
  for (int i = 0; i < 24; ++i) {
    const bool is_fortran = fortran_order == "True";
    const int sample = i % 4;
    const int row = i / 4 % 2;
    const int column = i / 8;
    elements[i] = static_cast<T>(is_fortran ? 6 * sample + 3 * row + column : i);
  }
  return elements;
}

template <class T>
void expect_every_layout_reads_back(const std::string& type) {
  for (const char byte_order : {'<', '>'}) {
    for (const std::string fortran_order : {"False", "True"}) {
      for (const int version : {1, 2, 3}) {
        SCOPED_TRACE(byte_order + type + " Fortran order " + fortran_order + " version " +
                     std::to_string(version));
        const std::string header = npy_header(byte_order + type, "(4, 2, 3)", fortran_order);
        const SampleTable table =
            read_bytes(npy_file(header, element_bytes(counting<T>(fortran_order), byte_order), version));
        ASSERT_EQ(table.values.rows(), 4);
        ASSERT_EQ(table.values.cols(), 6);
        for (Index i = 0; i < 24; ++i) EXPECT_EQ(table.values(i / 6, i % 6), static_cast<double>(i));
      }
    }
  }
}

TEST(Npy, EveryTypeByteOrderElementOrderAndVersionReadsBack) {
  expect_every_layout_reads_back<std::int8_t>("i1");
  expect_every_layout_reads_back<std::int16_t>("i2");
  expect_every_layout_reads_back<std::int32_t>("i4");
  expect_every_layout_reads_back<std::int64_t>("i8");
  expect_every_layout_reads_back<std::uint8_t>("u1");
  expect_every_layout_reads_back<std::uint16_t>("u2");
  expect_every_layout_reads_back<std::uint32_t>("u4");
  expect_every_layout_reads_back<std::uint64_t>("u8");
  expect_every_layout_reads_back<float>("f4");
  expect_every_layout_reads_back<double>("f8");
}

TEST(Npy, ExtremeValuesKeepTheirSignAndSize) {
  const auto first = [](const std::string& descr, const std::string& element) {
    return read_bytes(npy_file(npy_header(descr, "(1, 1)"), element)).values(0, 0);
  };
  EXPECT_EQ(first("|i1", "\x80"), -128.0);
  EXPECT_EQ(first("|u1", "\xFF"), 255.0);
  EXPECT_EQ(first("|b1", "\x01"), 1.0);
  EXPECT_EQ(first("=i2", element_bytes<std::int16_t>({-300})), -300.0);
  EXPECT_EQ(first(">i4", element_bytes<std::int32_t>({std::numeric_limits<std::int32_t>::min()}, '>')),
            -2147483648.0);
  EXPECT_EQ(first("<u8", std::string(8, '\xFF')), 18446744073709551615.0);
  EXPECT_EQ(first("<f4", element_bytes<float>({-0.1F})), static_cast<double>(-0.1F));
  EXPECT_TRUE(std::isnan(first("<f8", element_bytes<double>({std::nan("")}))));
}

TEST(Npy, ArraysLargerThanTheBufferReadBack) {
  constexpr Index kRows = 100000;
  std::vector<float> elements(3 * kRows);
  std::iota(elements.begin(), elements.end(), 0.0F);
  const std::string shape = "(" + std::to_string(kRows) + ", 3)";
  const Matrix c = read_bytes(npy_file(npy_header(">f4", shape), element_bytes(elements, '>'))).values;
  const Matrix fortran =
      read_bytes(npy_file(npy_header("<f4", shape, "True"), element_bytes(elements))).values;
  for (Index i = 0; i < kRows; ++i) {
    for (Index j = 0; j < 3; ++j) {
      ASSERT_EQ(c(i, j), static_cast<double>(3 * i + j));
      ASSERT_EQ(fortran(i, j), static_cast<double>(kRows * j + i));
    }
  }
}

TEST(Npy, OnlyRankThreeIsImages) {
  EXPECT_FALSE(read_bytes(npy_doubles("(2, 4)", std::vector<double>(8))).are_images);
  EXPECT_TRUE(read_bytes(npy_doubles("(2, 2, 2)", std::vector<double>(8))).are_images);
  const SampleTable color = read_bytes(npy_doubles("(2, 1, 2, 2)", std::vector<double>(8)));
  EXPECT_FALSE(color.are_images);
  EXPECT_EQ(color.values.cols(), 4);
  EXPECT_EQ(color.rows, (Indices{0, 1}));
  EXPECT_EQ(color.n_file_rows, 2);
}

TEST(Npy, HeadersMayBeSpacedAndOrderedInAnyWay) {
  for (const std::string header : {
           "{'shape': (1, 2), 'fortran_order': False, 'descr': '<f8'}",
           "{\"descr\":\"<f8\",\"fortran_order\":False,\"shape\":(1,2,),}",
           " { 'descr' : '<f8' , 'fortran_order' : False , 'shape' : ( 1L , 2L ) , } \n",
       }) {
    EXPECT_EQ(read_bytes(npy_file(header, element_bytes<double>({3, 4}))).values,
              (Matrix(1, 2) << 3, 4).finished());
  }
}

TEST(Npy, DamagedHeadersAreRefused) {
  const std::string elements = element_bytes<double>({3, 4});
  for (const std::string header : {
           "",
           "{}",
           "{'descr': '<f8', 'fortran_order': False}",
           "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2)} x",
           "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), 'more': 1}",
           "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (1, 2)}",
           "{'descr': '<f8', 'fortran_order': 0, 'shape': (1, 2)}",
           "{'descr': '<f8', 'fortran_order': False, 'shape': (1, -2)}",
           "{'descr': '<f8', 'fortran_order': False, 'shape': (1 2)}",
           "{'descr': '<f8', 'fortran_order': False, 'shape': (2)}",
           "{'descr': '<f8', 'fortran_order': False, 'shape': [1, 2]}",
           "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 99999999999999999999)}",
           "{'descr': '<f8, 'fortran_order': False, 'shape': (1, 2)}",
           "{'descr': [('a', '<f8', 'fortran_order': False, 'shape': (1, 2)}",
       }) {
    EXPECT_THROW(read_bytes(npy_file(header, elements)), IoError) << header;
  }
  EXPECT_THROW(read_bytes(npy_file(npy_header("<f8", "(1, 2)"), elements, 4)), IoError);
}

TEST(Npy, TruncationAtAnyByteIsFound) {
  const std::string whole =
      npy_file(npy_header("<i2", "(2, 3)"), element_bytes<std::int16_t>({1, 2, 3, 4, 5, 6}));
  const TempFile file("x.npy", whole);
  ASSERT_EQ(read_samples({file.path(), {}, {}}).values(1, 2), 6.0);
  for (std::size_t n = 0; n < whole.size(); ++n) {
    file.rewrite(whole.substr(0, n));
    EXPECT_THROW(read_samples({file.path(), {}, {}}), IoError) << n << " bytes";
  }
  file.rewrite(whole + '\0');
  EXPECT_THROW(read_samples({file.path(), {}, {}}), IoError);
}

TEST(Npy, FlippedBytesGiveAnErrorOrAnotherArray) {
  const std::string whole =
      npy_file(npy_header("<i2", "(2, 3)"), element_bytes<std::int16_t>({1, 2, 3, 4, 5, 6}));
  const TempFile file("x.npy", whole);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int flip : {0x01, 0x10, 0x80, 0xFF}) {
      std::string flipped = whole;
      flipped[at] = static_cast<char>(flipped[at] ^ flip);
      file.rewrite(flipped);
      try {
        EXPECT_EQ(read_samples({file.path(), {}, {}}).values.size(), 6) << "byte " << at;
      } catch (const Error&) {
      }
    }
  }
}

TEST(Npy, HugeShapesAreRefusedBeforeMemoryIsTaken) {
  for (const std::string shape :
       {"(1000000000000, 1000000)", "(18446744073709551615, 2)", "(4294967296, 4294967296)",
        "(2305843009213693953, 8)", "(4611686018427387904, 4, 1)"}) {
    for (const std::string type : {"|u1", "<f8"}) {
      EXPECT_THROW(read_bytes(npy_file(npy_header(type, shape), "12345678")), IoError) << shape << type;
    }
  }
  EXPECT_THROW(read_bytes(npy_file(npy_header("|S0", "(1000000000000, 1)"), "")), InvalidInput);
  EXPECT_THROW(read_bytes(npy_file(npy_header("<f8", "(0, 18446744073709551615)"), "")), InvalidInput);
}

TEST(Npy, WhatHoldsNoSamplesIsRefusedInWords) {
  const auto reason = [](const std::string& bytes) {
    return message_of<InvalidInput>([&] { read_bytes(bytes); });
  };
  EXPECT_TRUE(holds(reason(npy_doubles("(2,)", {1, 2})), "has rank 1; samples must have rank 2 or more"));
  EXPECT_TRUE(holds(reason(npy_doubles("()", {1})), "has rank 0"));
  EXPECT_TRUE(holds(reason(npy_doubles("(0, 3)", {})), "has shape 0 x 3"));
  EXPECT_TRUE(holds(reason(npy_doubles("(3, 0)", {})), "has shape 3 x 0"));
  EXPECT_TRUE(holds(reason(npy_file(npy_header("|S2", "(1, 1)"), "ab")), "holds text of type '|S2'"));
  for (const std::string type : {"<f2", "<c16", "|O", "<M8[s]", "f8", "<x4", "<i3", "<f8x", "<f-8"}) {
    EXPECT_TRUE(
        holds(reason(npy_file(npy_header(type, "(1, 1)"), "12345678")), "holds values of type '" + type));
  }
}

TEST(Npy, WrittenMatricesAreAlignedAndReadBackToTheSameBits) {
  const Matrix values =
      Matrix::NullaryExpr(5, 3, [](Index i, Index j) { return 1.0 / static_cast<double>(1 + i + 7 * j); });
  std::ostringstream out;
  write_npy(out, values);
  const std::string bytes = out.str();
  EXPECT_EQ(bytes.size(), 128 + 5 * 3 * sizeof(double));
  EXPECT_EQ(bytes[127], '\n');
  EXPECT_EQ(read_bytes(bytes).values, values);
}

TEST(Npy, BlocksOfAMatrixAreWrittenWithoutTheirSurroundings) {
  const Matrix values = Matrix::Random(6, 5);
  std::ostringstream out;
  write_npy(out, values.block(1, 2, 3, 2));
  EXPECT_EQ(read_bytes(out.str()).values, values.block(1, 2, 3, 2));
}

TEST(Npy, AFailingStreamIsReported) {
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  EXPECT_THROW(write_npy(out, Matrix::Zero(2, 2)), IoError);
}

}  // namespace npy_test
}  // namespace sosi
