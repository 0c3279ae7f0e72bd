// SPDX-License-Identifier: BSD-3-Clause
#include "io/array_files.hpp"
#include "sosi/core/memory.hpp"
#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi {
namespace libsvm_text_test {

using namespace io_test;
using Names = std::vector<std::string>;

SampleTable read_text(const std::string& text) {
  const TempFile file("x.libsvm", text);
  return read_samples({file.path(), {}, {}});
}

Names read_labels(const std::string& text) {
  const TempFile file("x.svm", text);
  return read_label_names({file.path(), {}});
}

std::string refusal(const std::string& text) {
  return message_of<InvalidInput>([&] { read_text(text); });
}

TEST(LibsvmText, WhatIsNotThereIsZero) {
  const SampleTable table = read_text(
      "\xEF\xBB\xBF# made by hand\n"
      "1 1:0.5 3:-2e1 # first\r\n"
      "\n"
      "  2\tqid:7 \t2:1\n"
      "?\n"
      "0 4:inf#last");
  Matrix expected = Matrix::Zero(4, 4);
  expected(0, 0) = 0.5;
  expected(0, 2) = -20;
  expected(1, 1) = 1;
  expected(3, 3) = HUGE_VAL;
  EXPECT_EQ(table.values, expected);
  EXPECT_EQ(table.rows, (Indices{0, 1, 2, 3}));
  EXPECT_EQ(table.n_file_rows, 4);
  EXPECT_FALSE(table.are_images);
}

TEST(LibsvmText, LabelsStandInTheSameFile) {
  EXPECT_EQ(read_labels("+1 1:1\n2.0 1:1\n# none\n? 1:1\n-1 1:1\nnan 1:1\n03\n"),
            (Names{"1", "2", "", "", "", "3"}));
  for (const std::string name : {"x.libsvm", "x.svm", "X.SVMLIGHT"}) {
    const TempFile file(name, "3 1:1\n");
    EXPECT_TRUE(may_hold_labels(file.path()));
    EXPECT_EQ(read_label_names({file.path(), {}}, read_samples({file.path(), {}, {}})), (Names{"3"}));
  }
}

TEST(LibsvmText, LinesThatBreakTheRulesAreNamed) {
  EXPECT_TRUE(holds(refusal("1 1:1\n1 0:1\n"), ": line 2: index 0; indices count from 1"));
  EXPECT_TRUE(holds(refusal("1 2:1 2:1\n"), ": line 1: index 2 follows 2; indices must ascend"));
  EXPECT_TRUE(holds(refusal("1 3:1 2:1\n"), "index 2 follows 3"));
  EXPECT_TRUE(holds(refusal("1 -3:1\n"), "'-3' is not an index; must be an integer"));
  EXPECT_TRUE(holds(refusal("1 1.5:1\n"), "'1.5' is not an index"));
  EXPECT_TRUE(holds(refusal("1 :1\n"), "'' is not an index"));
  EXPECT_TRUE(holds(refusal("1 99999999999999999999:1\n"), "'99999999999999999999' is not an index"));
  EXPECT_TRUE(holds(refusal("1 1:x\n"), "in '1:x' the value is not a number"));
  EXPECT_TRUE(holds(refusal("1 1:\n"), "in '1:' the value is not a number"));
  EXPECT_TRUE(holds(refusal("1 1:2:3\n"), "in '1:2:3' the value is not a number"));
  EXPECT_TRUE(holds(refusal("1 one\n"), "'one' is not INDEX:VALUE"));
  EXPECT_TRUE(holds(refusal("1:1 2:1\n"), "starts with '1:1'; must start with the label, ? if unlabeled"));
  EXPECT_TRUE(holds(refusal("1 1:1 qid:3\n"), "'qid' is not an index"));
  EXPECT_TRUE(holds(refusal("# nothing\n"), ": has no samples; must have one per line"));
  EXPECT_TRUE(holds(refusal("1\n2\n"), ": has no features; must have INDEX:VALUE"));
}

TEST(LibsvmText, ALabelIsOneWholeNumber) {
  const auto reason = [](const std::string& text) {
    return message_of<InvalidInput>([&] { read_labels(text); });
  };
  EXPECT_TRUE(holds(reason("1 1:1\n1,2 1:1\n"), ": line 2: '1,2' is several labels; must be one per sample"));
  EXPECT_TRUE(holds(reason("2.5 1:1\n"), "'2.5' is not a label; must be an integer below 2^53, or ?"));
  EXPECT_TRUE(holds(reason("cat 1:1\n"), "'cat' is not a label"));
  EXPECT_TRUE(holds(reason("inf 1:1\n"), "'inf' is not a label"));
  EXPECT_TRUE(holds(reason(" 1:1\n"), "must start with the label"));
  EXPECT_TRUE(holds(reason(""), ": has no labels; must have one per line"));
  // Samples may have their labels elsewhere.
  EXPECT_EQ(read_text("1,2 1:1\n2.5 1:2\n").values.rows(), 2);
}

TEST(LibsvmText, AMatrixOfHardlyAnythingButZerosIsRefused) {
  for (const std::string index : {"2000000", "9999999999", "9223372036854775807"}) {
    EXPECT_TRUE(holds(refusal("1 1:1\n1 2:1 " + index + ":1\n1 7:1\n"),
                      ": line 2: with the index " + index +
                          " the 3 samples would have more than 4096 numbers per byte of the file"));
  }
  // A small matrix may be as empty as it likes.
  EXPECT_EQ(read_text("1 300000:1\n1\n2\n").values.cols(), 300000);
}

TEST(LibsvmText, AMatrixBeyondTheMemoryIsRefusedByTheLineThatAsksForIt) {
  // Two lines of numbers, each of which would fill the memory, in a file that is long enough for them.
  const std::size_t n_numbers = available_memory() / sizeof(double);
  const std::string comment(2 * n_numbers / 4096, '#');
  const std::string index = std::to_string(n_numbers);
  const std::string reason =
      message_of<MemoryRefused>([&] { read_text("1 1:1\n1 2:1 " + index + ":1\n" + comment + "\n"); });
  EXPECT_TRUE(holds(reason, ": line 2: with the index " + index + " the 2 samples would not fit into the "))
      << reason;
  EXPECT_TRUE(holds(reason, "iB that are free")) << reason;
}

}  // namespace libsvm_text_test
}  // namespace sosi
