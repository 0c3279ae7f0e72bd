// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/core/memory.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sosi {
namespace {

TEST(Memory, PeakRisesByWhatIsTouched) {
  // More than any test before can have held and given back.
  constexpr std::size_t kBytes = 600 << 20;
  const std::vector<char> touched(kBytes, 1);
  EXPECT_GE(peak_memory(), kBytes * touched[0]);
  EXPECT_LT(peak_memory(), 8 * kBytes);
  EXPECT_GT(available_memory(), 0U);
}

TEST(Memory, ReadsAmountsInPowersOf1024) {
  EXPECT_EQ(parse_bytes("1048576"), 1048576U);
  EXPECT_EQ(parse_bytes("800M"), 800U << 20U);
  EXPECT_EQ(parse_bytes("1.5g"), 1536U << 20U);
  EXPECT_EQ(parse_bytes("2GiB"), std::size_t{2} << 30U);
  EXPECT_EQ(parse_bytes("2 GB"), std::nullopt);
  for (const char* text : {"", "G", "-1G", "0", "1X", "1e999", "nan", "12Q"})
    EXPECT_EQ(parse_bytes(text), std::nullopt) << text;
  EXPECT_EQ(format_bytes(1536U << 20U), "1.5 GiB");
}

}  // namespace
}  // namespace sosi
