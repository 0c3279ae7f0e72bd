// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/core/options.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace sosi {
namespace options_test {

TEST(OptionText, NumbersReadBackToTheSameBits) {
  for (const double value : {0.1, 1.0 / 3.0, 1e-300, 6.02214076e23, -0.0, 4.0}) {
    EXPECT_EQ(OptionText<double>::parse(OptionText<double>::format(value)), value);
  }
  const std::vector<double> list = {0.7, 1.0 / 7.0, 2.0};
  EXPECT_EQ(OptionText<std::vector<double>>::parse(OptionText<std::vector<double>>::format(list)), list);
}

TEST(OptionText, RefusesTrailingCharactersAndEmptyText) {
  for (const char* text : {"", "1x", " 1", "1,", ",1", "auto"}) {
    EXPECT_FALSE(OptionText<int>::parse(text)) << text;
    EXPECT_FALSE(OptionText<double>::parse(text)) << text;
    EXPECT_FALSE(OptionText<std::vector<double>>::parse(text)) << text;
  }
  EXPECT_FALSE(OptionText<int>::parse("99999999999"));
  EXPECT_FALSE(OptionText<bool>::parse("yes"));
}

TEST(Rule, HoldsItsEndsAndRefusesNonNumbers) {
  EXPECT_TRUE(at_least(1).accepts(1));
  EXPECT_FALSE(above(1).accepts(1));
  EXPECT_TRUE(between(0, 1).accepts(1));
  EXPECT_FALSE(any_number().accepts(std::nan("")));
  EXPECT_FALSE(at_least(0).accepts(std::numeric_limits<double>::infinity()));
  EXPECT_EQ(between(0, 1).words(), "at least 0 and at most 1");
}

}  // namespace options_test
}  // namespace sosi
