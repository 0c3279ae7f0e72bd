// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/evaluate/text_table.hpp"

#include <gtest/gtest.h>

namespace sosi {
namespace text_table_test {

const TextTable kTable{{"method", "5"},
                       {{{"sosi"}, {"4.2 ± 0.3", Emphasis::best}},
                        {{"a|b <c>"}, {"4.5 ± 1.0", Emphasis::near_best}},
                        {{"nn"}, {"55.0 ± 2.0"}}}};

TEST(TextTable, LinesUpLettersNotBytes) {
  EXPECT_EQ(plain_text(kTable, TextTarget::file),
            "method             5   \n"
            "sosi       4.2 ± 0.3*  \n"
            "a|b <c>    4.5 ± 1.0~  \n"
            "nn        55.0 ± 2.0   \n");
}

TEST(TextTable, PrintsTheBestInBoldOnATerminal) {
  EXPECT_NE(plain_text(kTable, TextTarget::terminal).find("\033[1m 4.2 ± 0.3*\033[0m"), std::string::npos);
}

TEST(TextTable, EscapesWhatMarkupWouldTake) {
  EXPECT_EQ(markdown(kTable),
            "| method | 5 |\n|---|---:|\n| sosi | **4.2 ± 0.3** |\n| a\\|b <c> | 4.5 ± 1.0 ~ |\n"
            "| nn | 55.0 ± 2.0 |\n");
  EXPECT_NE(html(kTable).find("<td>a|b &lt;c&gt;</td><td>4.5 ± 1.0 ~</td>"), std::string::npos);
  EXPECT_NE(html(kTable).find("<b>4.2 ± 0.3</b>"), std::string::npos);
}

TEST(FixedText, RoundsToSoManyDigits) {
  EXPECT_EQ(fixed_text(12.345, 1), "12.3");
  EXPECT_EQ(fixed_text(99.96, 1), "100.0");
  EXPECT_EQ(fixed_text(1e300, 0).size(), 301U);
}

}  // namespace text_table_test
}  // namespace sosi
