// SPDX-License-Identifier: BSD-3-Clause
#include "io/array_files.hpp"
#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi {
namespace idx_test {

using namespace io_test;
using Names = std::vector<std::string>;

std::string idx_header(int type, const std::vector<std::uint32_t>& shape) {
  return std::string{'\0', '\0', static_cast<char>(type), static_cast<char>(shape.size())} +
         element_bytes(shape, '>');
}

std::string gzip_bytes(const std::string& bytes) {
  const auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  return std::string("\x1F\x8B\x08\0\0\0\0\0\0\3", 10) + deflated(bytes) + little_endian(crc, 4) +
         little_endian(bytes.size(), 4);
}

SampleTable read_bytes(const std::string& bytes, const std::string& name = "x.idx") {
  const TempFile file(name, bytes);
  return read_samples({file.path(), {}, {}});
}

std::string refusal(const std::string& bytes) {
  return message_of<IoError>([&] { read_bytes(bytes); });
}

template <class T>
void expect_type_reads(int type) {
  const std::string bytes = idx_header(type, {3, 2}) + element_bytes<T>({1, 2, 3, 4, 5, 6}, '>');
  const Matrix six = (Matrix(3, 2) << 1, 2, 3, 4, 5, 6).finished();
  EXPECT_EQ(read_bytes(bytes).values, six);
  EXPECT_EQ(read_bytes(gzip_bytes(bytes)).values, six);
}

TEST(Idx, EveryTypeReadsBackPlainAndGzipped) {
  expect_type_reads<std::uint8_t>(0x08);
  expect_type_reads<std::int8_t>(0x09);
  expect_type_reads<std::int16_t>(0x0B);
  expect_type_reads<std::int32_t>(0x0C);
  expect_type_reads<float>(0x0D);
  expect_type_reads<double>(0x0E);
}

TEST(Idx, ItIsKnownByTheNamesThatPeopleHave) {
  const std::string images = idx_header(0x08, {2, 2, 2}) + "abcdefgh";
  const std::string labels = idx_header(0x08, {2}) + std::string("\7\0", 2);
  for (const std::string name : {"train-images-idx3-ubyte", "t10k-images.idx3-ubyte.gz", "IMAGES.IDX",
                                 "a.idx.gz", "train-images-idx3-ubyte.gz"}) {
    // Whether it is gzipped is seen, not believed.
    for (const std::string& bytes : {images, gzip_bytes(images)}) {
      const SampleTable table = read_bytes(bytes, name);
      EXPECT_TRUE(table.are_images);
      EXPECT_EQ(table.values, (Matrix(2, 4) << 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h').finished());
    }
    const TempFile file(name, gzip_bytes(labels));
    EXPECT_EQ(read_label_names({file.path(), {}}), (Names{"7", "0"}));
    EXPECT_FALSE(may_hold_labels(file.path()));
  }
}

TEST(Idx, LabelsAreNoSamplesAndImagesNoLabels) {
  const TempFile labels("y.idx", idx_header(0x08, {2}) + "ab");
  EXPECT_TRUE(holds(message_of<InvalidInput>([&] { read_samples({labels.path(), {}, {}}); }), "has rank 1"));
  EXPECT_TRUE(holds(message_of<InvalidInput>([&] {
                      read_samples({labels.path(), "X", {}});
                    }),
                    "has no array 'X'; only .npz and .mat have named arrays"));
  EXPECT_TRUE(holds(message_of<InvalidInput>([&] {
                      read_samples({labels.path(), {}, {"a=1"}});
                    }),
                    "rows cannot be selected by 'a=1'; only .npz and .mat have other arrays"));
  EXPECT_THROW(read_label_names({labels.path(), "y"}), InvalidInput);
  const TempFile images("x.idx", idx_header(0x08, {1, 2}) + "ab");
  EXPECT_TRUE(holds(message_of<InvalidInput>([&] {
                      read_label_names({images.path(), {}});
                    }),
                    "has shape 1 x 2; must have one value per row"));
}

TEST(Idx, TooFewAndTooManyBytesAreRefused) {
  const std::string header = idx_header(0x0C, {3, 2});
  const std::string values(24, 'v');
  const TempFile file("x.idx", "");
  const std::string whole = header + values;
  for (std::size_t n = 0; n < whole.size(); ++n) {
    const std::string part = whole.substr(0, n);
    EXPECT_THROW(read_bytes(part), IoError) << n;
    EXPECT_THROW(read_bytes(gzip_bytes(part)), IoError) << n;
  }
  const std::string packed = gzip_bytes(whole);
  for (std::size_t n = 0; n < packed.size(); ++n) EXPECT_THROW(read_bytes(packed.substr(0, n)), IoError) << n;
  EXPECT_TRUE(holds(refusal(whole + 'v'),
                    "is damaged, 3 x 2 values of type 'int32' do not take the 25 bytes that are there"));
  EXPECT_TRUE(holds(refusal(gzip_bytes(whole + 'v')), "is damaged, it inflates to more than declared"));
  EXPECT_TRUE(holds(refusal(gzip_bytes(header)), "is damaged, it inflates to less than declared"));
  EXPECT_TRUE(holds(refusal(packed + 'v'), "is damaged, bytes follow its end"));
}

TEST(Idx, AWrongChecksumIsFound) {
  std::string packed = gzip_bytes(idx_header(0x08, {1, 2}) + "ab");
  packed[packed.size() - 8] = static_cast<char>(packed[packed.size() - 8] ^ 1);
  EXPECT_TRUE(holds(refusal(packed), "is damaged, it does not inflate"));
}

TEST(Idx, WhatIsNotIdxIsSaid) {
  EXPECT_TRUE(holds(refusal("hello, world"), "is not IDX, it does not start with two zero bytes"));
  EXPECT_TRUE(holds(refusal(""), "is not IDX"));
  EXPECT_TRUE(holds(refusal(std::string("\0\0\x0A\1\0\0\0\0", 8)),
                    "is not IDX, there is no type of elements with the code 10"));
  EXPECT_TRUE(holds(refusal(std::string("\0\0\x08\2\0\0\0\1", 8)), "ends early, within the sizes"));
  EXPECT_TRUE(holds(refusal("\x1F\x8B is no gzip"), "is damaged, it does not inflate"));
}

TEST(Idx, SizesThatTheFileCannotJustifyAreRefusedBeforeMemoryIsTaken) {
  const std::string huge = idx_header(0x08, {4000000000, 1});
  EXPECT_TRUE(holds(refusal(huge), "do not take the 0 bytes that are there"));
  EXPECT_TRUE(holds(refusal(gzip_bytes(huge)), "4000000012 bytes cannot come out of"));
  const std::string beyond = idx_header(0x0E, {4000000000, 4000000000, 4000000000});
  EXPECT_TRUE(holds(refusal(beyond), "do not take"));
  EXPECT_TRUE(holds(refusal(gzip_bytes(beyond)), "bytes cannot come out of"));
}

}  // namespace idx_test
}  // namespace sosi
