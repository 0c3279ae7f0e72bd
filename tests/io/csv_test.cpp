// SPDX-License-Identifier: BSD-3-Clause
#include "io/array_files.hpp"
#include "sosi/io/samples.hpp"

namespace sosi {
namespace csv_test {

using namespace io_test;

SampleTable read_text(const std::string& text, const std::string& name = "x.csv") {
  const TempFile file(name, text);
  return read_samples({file.path(), {}, {}});
}

Matrix four() {
  return (Matrix(2, 2) << 1, -2.5, 3, 4e2).finished();
}

std::string reason(const std::string& text) {
  const TempFile file("x.csv", text);
  const std::string message = message_of<InvalidInput>([&] { read_samples({file.path(), {}, {}}); });
  EXPECT_TRUE(message.starts_with(file.path() + ": ")) << message;
  return message.substr(std::min(message.size(), file.path().size() + 2));
}

TEST(Csv, EveryDelimiterIsFound) {
  for (const std::string text : {
           "1,-2.5\n3,4e2\n",
           "1\t-2.5\n3\t4e2\n",
           "1;-2.5\n3;4e2\n",
           "1 -2.5\n3 4e2\n",
           "  1    -2.5  \n3 4e2\n",
           "1, -2.5\n 3 ,4e2\n",
           "1 ;-2.5\n3\t;4e2\n",
           "+1,-2.5\n3,+4E+02\n",
           "\"1\",\"-2.5\"\n3 , \"4e2\" \n",
           "\"1\" \"-2.5\"\n3 4e2\n",
       }) {
    EXPECT_EQ(read_text(text).values, four()) << text;
    EXPECT_EQ(read_text(text, "x.txt").values, four()) << text;
  }
  EXPECT_EQ(read_text("1\t-2.5\n3\t4e2\n", "x.tsv").values, four());
}

TEST(Csv, LineEndsAndAByteOrderMarkAreNoPartOfTheNumbers) {
  const std::string marked = std::string("\xEF\xBB\xBF") + "1,-2.5\n3,4e2\n";
  for (const std::string& text : std::vector<std::string>{
           "1,-2.5\n3,4e2",
           "1,-2.5\r\n3,4e2\r\n",
           marked,
           "1,-2.5\n3,4e2\n\n\n",
           "1,-2.5\r\n3,4e2\r\n  \r\n\r\n",
       }) {
    const SampleTable table = read_text(text);
    EXPECT_EQ(table.values, four()) << text;
    EXPECT_EQ(table.rows, (Indices{0, 1}));
    EXPECT_EQ(table.n_file_rows, 2);
    EXPECT_FALSE(table.are_images);
  }
}

TEST(Csv, AFirstLineThatIsNotAllNumbersIsAHeader) {
  EXPECT_EQ(read_text("width,height\n1,-2.5\n3,4e2\n").values, four());
  EXPECT_EQ(read_text("\"wide, in mm\",\"so-called \"\"height\"\"\"\n1,-2.5\n3,4e2\n").values, four());
  EXPECT_EQ(read_text(",0\n1,-2.5\n3,4e2\n").values, four());
  EXPECT_EQ(read_text("0,1\n1,-2.5\n3,4e2\n").values.rows(), 3);
  EXPECT_EQ(read_text("5\n6\n").values, (Matrix(2, 1) << 5, 6).finished());
}

TEST(Csv, NumbersReadBackToTheSameBits) {
  EXPECT_EQ(
      read_text("0.1,0.30000000000000004,4.9406564584124654e-324,9.999999999999998e149\n").values,
      (Matrix(1, 4) << 0.1, 0.30000000000000004, 4.9406564584124654e-324, 9.999999999999998e149).finished());
}

TEST(Csv, MistakesAreNamedByLineAndColumn) {
  EXPECT_EQ(reason("1,2,3\n4,5,6\n7,8,abc\n"), "line 3, column 3: 'abc' is not a number");
  EXPECT_EQ(reason("a,b\n1,2\n3,x\n"), "line 3, column 'b': 'x' is not a number");
  EXPECT_EQ(reason("1,2\n0x10,2\n"), "line 2, column 1: '0x10' is not a number");
  EXPECT_EQ(reason("1,2\n1.5.2,2\n"), "line 2, column 1: '1.5.2' is not a number");
  EXPECT_EQ(reason("1,2\n3,1e999\n"), "line 2, column 2: '1e999' is not a number");
  EXPECT_EQ(reason("1,2\n+-3,1\n"), "line 2, column 1: '+-3' is not a number");
  EXPECT_EQ(reason("1;2\n1,5,5;2\n"), "line 2, column 1: '1,5,5' is not a number");
  EXPECT_EQ(reason("1,2\n3,4,5\n"), "line 2: has 3 fields; the first line has 2");
  EXPECT_EQ(reason("1,2\n3\n"), "line 2: has 1 fields; the first line has 2");
  EXPECT_EQ(reason("1,2\n\n3,4\n"), "line 3: follows a blank line");
  EXPECT_EQ(reason("1,2\n\"3,4\n"), "line 2, column 1: a quote is not closed");
  EXPECT_EQ(reason("1,2\n\"3\"x,4\n"), "line 2, column 1: 'x' follows a closing quote");
}

TEST(Csv, MessagesStayOnOneLine) {
  EXPECT_EQ(reason(std::string("1,2\n3,a\x01\rb\xFF"
                               "c\n")),
            "line 2, column 2: 'a??b?c' is not a number");
  EXPECT_LT(reason("1,2\n3," + std::string(5000, 'x') + "\n").size(), 200U);
}

TEST(Csv, FilesWithoutSamplesAreRefused) {
  for (const std::string text : {"", "\n\n", "a,b\n", "\xEF\xBB\xBF"}) {
    EXPECT_EQ(reason(text), "has no samples; must have one per line");
  }
}

TEST(Csv, AShortLineIsFoundBeforeMemoryIsTakenForItsRow) {
  std::string text = "0";
  for (int i = 1; i < 300000; ++i) text += ",0";
  for (int i = 0; i < 300000; ++i) text += "\n0";
  EXPECT_EQ(reason(text), "line 2: has 1 fields; the first line has 300000");
}

}  // namespace csv_test
}  // namespace sosi
