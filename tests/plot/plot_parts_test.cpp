// SPDX-License-Identifier: BSD-3-Clause
#include "plot/plot_parts.hpp"

#include <gtest/gtest.h>

namespace sosi::plot {
namespace plot_parts_test {

TEST(Quoted, DoublesTheQuoteAndKeepsOneLine) {
  EXPECT_EQ(quoted("it's\nso"), "'it''s so'");
}

TEST(PlotParts, ShortensTextByLettersNotByBytes) {
  EXPECT_EQ(n_letters("größer…"), 7);
  EXPECT_EQ(shortened("größer", 6), "größer");
  EXPECT_EQ(shortened("abcdefghij", 7), "abcd…ij");
  EXPECT_EQ(shortened("ääääääääöö", 7), "ääää…öö");
  EXPECT_EQ(n_letters(shortened("ääääääääöö", 7)), 7);
}

}  // namespace plot_parts_test
}  // namespace sosi::plot
