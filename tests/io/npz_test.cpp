// SPDX-License-Identifier: BSD-3-Clause
#include <numeric>

#include "io/array_files.hpp"
#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi {
namespace npz_test {

using namespace io_test;

const std::vector<double> kSix = {1, 2, 3, 4, 5, 6};

Matrix six() {
  return (Matrix(3, 2) << 1, 2, 3, 4, 5, 6).finished();
}

SampleTable read_bytes(const std::string& bytes, const std::string& array = {}) {
  const TempFile file("x.npz", bytes);
  return read_samples({file.path(), array, {}});
}

TEST(Npz, StoredAndDeflatedMembersReadBackInBothDirectories) {
  for (const int method : {0, 8}) {
    for (const bool is_zip64 : {false, true}) {
      for (const std::string comment : {"", "PK\x05\x06 is how an end record starts"}) {
        SCOPED_TRACE("method " + std::to_string(method) + (is_zip64 ? " zip64 " : " ") + comment);
        const std::string bytes =
            zip_file({{.name = "y.npy", .bytes = npy_int32({0, 1, 0}), .method = method},
                      {.name = "X.npy", .bytes = npy_doubles("(3, 2)", kSix), .method = method}},
                     {.is_zip64 = is_zip64, .comment = comment});
        EXPECT_EQ(read_bytes(bytes).values, six());
      }
    }
  }
}

TEST(Npz, LargeMembersAreInflatedInPieces) {
  std::vector<double> values(60000);
  std::iota(values.begin(), values.end(), 0.0);
  const Matrix read =
      read_bytes(zip_file({{.name = "X.npy", .bytes = npy_doubles("(20000, 3)", values)}})).values;
  for (Index i = 0; i < read.size(); ++i) ASSERT_EQ(read.data()[i], static_cast<double>(i));
}

TEST(Npz, TheSampleArrayIsNamedOrClear) {
  const std::string wide = npy_doubles("(3, 2)", kSix);
  const std::string tall = npy_doubles("(6, 1)", kSix);
  const ZipEntry line{.name = "v.npy", .bytes = npy_doubles("(6,)", kSix)};
  EXPECT_EQ(
      read_bytes(zip_file({line, {.name = "X", .bytes = wide}, {.name = "a.npy", .bytes = tall}})).values,
      six());
  EXPECT_EQ(
      read_bytes(zip_file({{.name = "samples.npy", .bytes = wide}, {.name = "a.npy", .bytes = tall}})).values,
      six());
  EXPECT_EQ(read_bytes(
                zip_file({line, {.name = "only.npy", .bytes = wide}, {.name = "note.txt", .bytes = "hello"}}))
                .values,
            six());
  const std::string two =
      zip_file({line, {.name = "a.npy", .bytes = tall}, {.name = "b.npy", .bytes = wide}});
  EXPECT_EQ(read_bytes(two, "b").values, six());
  EXPECT_EQ(read_bytes(two, "b.npy").values, six());
  const std::string unclear = message_of<InvalidInput>([&] { read_bytes(two); });
  EXPECT_TRUE(holds(unclear, "not clear which array holds the samples")) << unclear;
  EXPECT_TRUE(holds(unclear, "'v' (6), 'a' (6 x 1), 'b' (3 x 2)")) << unclear;
  const std::string unknown = message_of<InvalidInput>([&] { read_bytes(two, "c"); });
  EXPECT_TRUE(holds(unknown, "there is no array 'c'; the arrays are 'v' (6)")) << unknown;
}

TEST(Npz, TheLabelArrayIsNamedOrClear) {
  const auto names = [](const std::vector<ZipEntry>& entries, const std::string& array = {}) {
    const TempFile file("x.npz", zip_file(entries));
    return read_label_names({file.path(), array});
  };
  using Names = std::vector<std::string>;
  const ZipEntry samples{.name = "X.npy", .bytes = npy_doubles("(3, 2)", kSix)};
  const ZipEntry zero{.name = "z.npy", .bytes = npy_int32({0, 0, 0})};
  const std::string labels = npy_int32({7, -1, 8});
  EXPECT_EQ(names({zero, {.name = "y.npy", .bytes = labels}}), (Names{"7", "", "8"}));
  EXPECT_EQ(names({zero, {.name = "labels.npy", .bytes = labels}}), (Names{"7", "", "8"}));
  EXPECT_EQ(names({samples, {.name = "only.npy", .bytes = labels}}), (Names{"7", "", "8"}));
  EXPECT_EQ(names({zero, {.name = "b.npy", .bytes = labels}}, "b"), (Names{"7", "", "8"}));
  EXPECT_THROW(names({zero, {.name = "b.npy", .bytes = labels}}), InvalidInput);
  EXPECT_THROW(names({samples}, "X"), InvalidInput);
}

TEST(Npz, TruncationAtAnyByteIsFound) {
  for (const bool is_zip64 : {false, true}) {
    const std::string whole = zip_file({{.name = "X.npy", .bytes = npy_doubles("(3, 2)", kSix)}},
                                       {.is_zip64 = is_zip64, .comment = "a comment"});
    const TempFile file("x.npz", whole);
    ASSERT_EQ(read_samples({file.path(), {}, {}}).values, six());
    for (std::size_t n = 0; n < whole.size(); ++n) {
      file.rewrite(whole.substr(0, n));
      EXPECT_THROW(read_samples({file.path(), {}, {}}), IoError) << n << " bytes";
    }
    file.rewrite(whole + '\0');
    EXPECT_THROW(read_samples({file.path(), {}, {}}), IoError);
  }
}

TEST(Npz, FlippedBytesNeverGiveOtherValues) {
  for (const int method : {0, 8}) {
    const std::string whole =
        zip_file({{.name = "X.npy", .bytes = npy_doubles("(3, 2)", kSix), .method = method},
                  {.name = "y.npy", .bytes = npy_int32({0, 1, 0}), .method = method}},
                 {.is_zip64 = method == 0, .comment = "etc"});
    const TempFile file("x.npz", whole);
    for (std::size_t at = 0; at < whole.size(); ++at) {
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
}

TEST(Npz, AWrongChecksumIsFoundAlsoBehindRowsThatAreNotKept) {
  const std::string samples = npy_doubles("(3, 2)", kSix);
  std::string bytes = zip_file({{.name = "X.npy", .bytes = samples, .method = 0},
                                {.name = "g.npy", .bytes = npy_int32({1, 0, 0}), .method = 0}});
  const std::size_t last_element = bytes.find(samples) + samples.size() - 1;
  bytes[last_element] = '\x7F';
  const TempFile file("x.npz", bytes);
  const std::string reason = message_of<IoError>([&] { read_samples({file.path(), {}, {"g=1"}}); });
  EXPECT_TRUE(holds(reason, "array 'X': is damaged, its CRC-32")) << reason;
}

TEST(Npz, SizesThatTheFileCannotJustifyAreRefusedBeforeMemoryIsTaken) {
  const std::string lie = npy_file(npy_header("|u1", "(1000000000000, 1)"), "12345678");
  const std::string header_only = lie.substr(0, lie.size() - 8);
  for (const bool is_zip64 : {false, true}) {
    const std::uint64_t more = is_zip64 ? 1000000000000 - 8 : 2000000000;
    const std::string deflated_lie =
        zip_file({{.name = "X.npy", .bytes = lie, .n_bytes_more = more}}, {.is_zip64 = is_zip64});
    const std::string reason = message_of<IoError>([&] { read_bytes(deflated_lie); });
    EXPECT_TRUE(holds(reason, "cannot come out of")) << reason;
    EXPECT_THROW(
        read_bytes(zip_file({{.name = "X.npy", .bytes = header_only, .method = 0, .n_bytes_more = more}},
                            {.is_zip64 = is_zip64})),
        IoError);
  }
  EXPECT_THROW(
      read_bytes(zip_file({{.name = "X.npy", .bytes = npy_doubles("(3, 2)", kSix), .n_bytes_more = 16}})),
      IoError);
  // Declared within reason, but the stream ends before.
  const std::string short_array = npy_file(npy_header("<f8", "(4, 2)"), element_bytes(kSix));
  EXPECT_THROW(read_bytes(zip_file({{.name = "X.npy", .bytes = short_array, .n_bytes_more = 16}})), IoError);
  // And it goes on behind what is declared.
  const std::string long_array = npy_file(npy_header("<f8", "(2, 2)"), element_bytes(kSix));
  const std::uint64_t less = static_cast<std::uint64_t>(-16);
  EXPECT_THROW(read_bytes(zip_file({{.name = "X.npy", .bytes = long_array, .n_bytes_more = less}})), IoError);
}

TEST(Npz, MembersOutsideOfTheFileOrOverEachOtherAreRefused) {
  const std::string wide = npy_doubles("(3, 2)", kSix);
  for (const std::uint64_t more :
       {std::uint64_t{1}, std::uint64_t{100}, std::uint64_t{100000}, ~std::uint64_t{0}}) {
    for (const bool is_zip64 : {false, true}) {
      EXPECT_THROW(read_bytes(zip_file({{.name = "X.npy", .bytes = wide, .offset_more = more}},
                                       {.is_zip64 = is_zip64})),
                   IoError);
    }
  }
  const ZipEntry first{.name = "X.npy", .bytes = wide, .method = 0};
  const std::uint64_t back = static_cast<std::uint64_t>(-20);
  const std::string overlapping =
      zip_file({first, {.name = "y", .bytes = npy_int32({1}), .offset_more = back}});
  EXPECT_TRUE(holds(message_of<IoError>([&] { read_bytes(overlapping); }), "overlaps what follows it"));
}

// Comparing each name with all the others would take half a minute.
TEST(Npz, AnArrayIsFoundAmongFiftyThousand) {
  std::vector<ZipEntry> entries = {{.name = "X.npy", .bytes = npy_doubles("(3, 2)", kSix)}};
  for (int i = 0; i < 50'000; ++i) entries.push_back({.name = std::to_string(i), .bytes = ""});
  EXPECT_EQ(read_bytes(zip_file(entries)).values.rows(), 3);
}

TEST(Npz, WhatCannotBeUnpackedIsSaid) {
  const std::string wide = npy_doubles("(3, 2)", kSix);
  const auto reason = [](const std::vector<ZipEntry>& entries) {
    return message_of<IoError>([&] { read_bytes(zip_file(entries)); });
  };
  EXPECT_TRUE(holds(reason({{.name = "X.npy", .bytes = wide, .flags = 1}}), "array 'X': is encrypted"));
  EXPECT_TRUE(holds(reason({{.name = "X.npy", .bytes = wide, .method = 12}}), "is compressed by method 12"));
  EXPECT_TRUE(holds(reason({{.name = "X.npy", .bytes = wide}, {.name = "X", .bytes = wide}}),
                    "two arrays called 'X'"));
  EXPECT_TRUE(holds(reason({{.name = "X.npy", .bytes = "not an array"}}), "array 'X': is not a NumPy array"));
  EXPECT_TRUE(
      holds(message_of<IoError>([&] { read_bytes("not a zip file, but longer than its end record"); }),
            "is not a sound .npz"));
  EXPECT_THROW(read_bytes(zip_file({})), InvalidInput);
}

}  // namespace npz_test
}  // namespace sosi
