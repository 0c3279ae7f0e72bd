// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/labels_file.hpp"

#include <cmath>

#include "io/array_files.hpp"

namespace sosi {
namespace labels_file_test {

using namespace io_test;
using Names = std::vector<std::string>;

Names read_text(const std::string& text, const std::string& column = {}) {
  const TempFile file("y.csv", text);
  return read_label_names({file.path(), column});
}

Names read_array(const std::string& descr, const std::string& shape, const std::string& elements) {
  const TempFile file("y.npy", npy_file(npy_header(descr, shape), elements));
  return read_label_names({file.path(), {}});
}

std::string refusal(const std::string& text, const std::string& column = {}) {
  return message_of<InvalidInput>([&] { read_text(text, column); });
}

TEST(LabelsFile, OneLabelALine) {
  EXPECT_EQ(read_text("0\n1\n-1\n2\n"), (Names{"0", "1", "", "2"}));
  EXPECT_EQ(read_text("cat\r\n?\r\nstreet car\r\n"), (Names{"cat", "", "street car"}));
  EXPECT_EQ(read_text("\xEF\xBB\xBFété\n \"a, \"\"b\"\"\" \n"), (Names{"été", "a, \"b\""}));
}

TEST(LabelsFile, ABlankLineIsAnUnlabeledRow) {
  EXPECT_EQ(read_text("a\n\nb"), (Names{"a", "", "b"}));
  EXPECT_EQ(read_text("\na\nb\n"), (Names{"", "a", "b"}));
  EXPECT_EQ(read_text("a\nb\n\n"), (Names{"a", "b", ""}));
  EXPECT_EQ(read_text("label\n\na\n\"\"\n"), (Names{"", "a", ""}));
}

TEST(LabelsFile, KnownHeadersAreNoLabels) {
  for (const std::string header : {"label", "Labels", "CLASS", "y", "target"}) {
    EXPECT_EQ(read_text(header + "\na\n"), (Names{"a"}));
  }
  EXPECT_EQ(read_text("species\na\n"), (Names{"species", "a"}));
  EXPECT_EQ(read_text("species\na\n", "species"), (Names{"a"}));
}

TEST(LabelsFile, TextAboveNumbersIsAHeader) {
  EXPECT_EQ(read_text("cultivar\n1\n?\n2\n"), (Names{"1", "", "2"}));
  EXPECT_EQ(read_text("NA\n1\n2\n"), (Names{"", "1", "2"}));
  EXPECT_EQ(read_text("a\n1\nb\n"), (Names{"a", "1", "b"}));
}

TEST(LabelsFile, OneLineTooManyIsAHeaderUnlessItIsALabel) {
  const TempFile samples("x.csv", "1\n2\n3\n");
  const SampleTable table = read_samples({samples.path(), {}, {}});
  const auto read = [&](const std::string& text) {
    const TempFile file("y.csv", text);
    return read_label_names({file.path(), {}}, table);
  };
  EXPECT_EQ(read("cultivar\nbarolo\n\ngrignolino\n"), (Names{"barolo", "", "grignolino"}));
  EXPECT_TRUE(holds(message_of<InvalidInput>([&] { read("barolo\nbarolo\n\ngrignolino\n"); }),
                    "has 4 labels for 3 samples"));
}

TEST(LabelsFile, WordsForNoLabel) {
  for (const std::string word : {"NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "null", "NULL", "None",
                                 "?", "-1", "unlabeled", "Unlabelled", "UNKNOWN"}) {
    EXPECT_EQ(read_text("a\n" + word + "\nb\n"), (Names{"a", "", "b"})) << word;
    EXPECT_EQ(read_text("2\n" + word + "\n3.0\n"), (Names{"2", "", "3"})) << word;
  }
  EXPECT_EQ(read_text("none\nNa\n0\n"), (Names{"none", "Na", "0"}));
}

TEST(LabelsFile, BlanksAroundANameAreNoPartOfIt) {
  EXPECT_EQ(read_text("barolo\n\"barolo \"\n\" NA\"\n"), (Names{"barolo", "barolo", ""}));
}

TEST(LabelsFile, MinusOneIsAClassBesideOneOnly) {
  EXPECT_EQ(read_text("1\n-1\n?\n1\n"), (Names{"1", "-1", "", "1"}));
  EXPECT_EQ(read_text("+1\n-1\n"), (Names{"1", "-1"}));
  EXPECT_EQ(read_text("3\n-1\n"), (Names{"3", ""}));
  EXPECT_EQ(read_text("1\n-1\n2\n"), (Names{"1", "", "2"}));
}

TEST(LabelsFile, AColumnIsTakenByItsName) {
  EXPECT_EQ(read_text("1,cat,3\n2,?,4\n", "2"), (Names{"cat", ""}));
  EXPECT_EQ(read_text("id,kind,size\n1,cat,3\n2,?,4\n\n", "kind"), (Names{"cat", ""}));
  EXPECT_EQ(read_text("id kind\n1 cat\n2 dog\n", "kind"), (Names{"cat", "dog"}));
  EXPECT_TRUE(holds(refusal("id,kind\n1,cat\n"), "line 1: has 2 columns; name the one with the labels"));
  EXPECT_TRUE(holds(refusal("id,kind\n1,cat\n", "type"), "there is no column 'type' among 'id', 'kind'"));
  EXPECT_TRUE(holds(refusal("id,kind\n1,cat\n2\n", "kind"), "line 3: has 1 fields"));
  EXPECT_TRUE(holds(refusal("id,kind\n\n1,cat\n", "kind"), "line 3: follows a blank line"));
}

TEST(LabelsFile, WholeNumbersAreNamedByTheirDigitsHoweverTheyAreWritten) {
  EXPECT_EQ(read_text("1.0\n-1.000000000000000000e+00\n3e0\nnan\n?\n+4\n"),
            (Names{"1", "", "3", "", "", "4"}));
  EXPECT_EQ(read_text("1.0\n2.5\n"), (Names{"1.0", "2.5"}));
  EXPECT_EQ(read_text("1.0\ncat\n"), (Names{"1.0", "cat"}));
  EXPECT_EQ(read_text("007\n8\n"), (Names{"007", "8"}));
}

TEST(LabelsFile, EmptyFilesAreRefused) {
  EXPECT_TRUE(holds(refusal(""), "has no labels"));
  EXPECT_TRUE(holds(refusal("label\n"), "has no labels"));
  EXPECT_THROW(read_array("<i4", "(0,)", ""), InvalidInput);
}

TEST(LabelsFile, LabelsAreUtf8) {
  EXPECT_TRUE(holds(refusal("a\nb\xFF"
                            "c\n"),
                    "line 2, column 1: the label 'b?c' is not UTF-8"));
  for (const std::string bad : {"\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\x80"}) {
    EXPECT_TRUE(holds(refusal(bad + "\n"), "is not UTF-8"));
  }
}

TEST(LabelsFile, ArraysOfWholeNumbers) {
  EXPECT_EQ(read_array("<i8", "(3,)", element_bytes<std::int64_t>({-1, 0, INT64_MIN})),
            (Names{"", "0", "-9223372036854775808"}));
  EXPECT_EQ(read_array(">u8", "(1,)", std::string(8, '\xFF')), (Names{"18446744073709551615"}));
  EXPECT_EQ(read_array("|i1", "(2, 1)", "\xFF\x05"), (Names{"", "5"}));
  EXPECT_EQ(read_array("|b1", "(2,)", std::string("\x01\x00", 2)), (Names{"1", "0"}));
  EXPECT_EQ(read_array(">f4", "(4,)", element_bytes<float>({1, -1, std::nanf(""), -0.0F}, '>')),
            (Names{"1", "", "", "0"}));
}

TEST(LabelsFile, FractionsAreNoLabels) {
  const auto reason = [](double value) {
    return message_of<InvalidInput>([&] { read_array("<f8", "(2,)", element_bytes<double>({1, value})); });
  };
  EXPECT_TRUE(holds(reason(1.5), "row 1: 1.5 is not a label"));
  EXPECT_TRUE(holds(reason(HUGE_VAL), "row 1: inf is not a label"));
  EXPECT_TRUE(holds(reason(0x1p53), "row 1: 9007199254740992 is not a label"));
}

TEST(LabelsFile, ArraysOfText) {
  EXPECT_EQ(read_array("|S3", "(4,)", std::string("cat?\0\0a\0\0\0\0\0", 12)), (Names{"cat", "", "a", ""}));
  const std::vector<std::uint32_t> text = {'a', 0xE9, 0x20AC, 0x1D11E, 'b', 0, 0, 0};
  for (const char byte_order : {'<', '>'}) {
    EXPECT_EQ(read_array(byte_order + std::string("U4"), "(2,)", element_bytes(text, byte_order)),
              (Names{"aé€𝄞", "b"}));
  }
  for (const std::uint32_t beyond : {0xD800U, 0x110000U, 0xFFFFFFFFU}) {
    EXPECT_THROW(read_array("<U1", "(1,)", element_bytes<std::uint32_t>({beyond})), IoError);
  }
}

TEST(LabelsFile, TablesAreNoLabels) {
  const std::string reason = message_of<InvalidInput>([] {
    read_array("<i4", "(1, 2)", element_bytes<std::int32_t>({1, 2}));
  });
  EXPECT_TRUE(holds(reason, "has shape 1 x 2; must have one value per row")) << reason;
  EXPECT_THROW(read_array("<i4", "()", element_bytes<std::int32_t>({1})), InvalidInput);
}

}  // namespace labels_file_test
}  // namespace sosi
