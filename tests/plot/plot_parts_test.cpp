// SPDX-License-Identifier: BSD-3-Clause
#include "plot/plot_parts.hpp"

#include <gtest/gtest.h>

namespace sosi::plot {
namespace {

TEST(Quoted, DoublesTheQuoteAndKeepsOneLine) {
  EXPECT_EQ(quoted("it's\nso"), "'it''s so'");
}

}  // namespace
}  // namespace sosi::plot
