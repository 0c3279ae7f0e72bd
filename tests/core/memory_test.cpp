// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/core/memory.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

namespace sosi {
namespace memory_test {

// Ends a process of its own, whose peak starts at what it holds now, with status 0 if the peak rises as it
// must.
[[noreturn]] void touch_and_compare() {
  constexpr std::size_t kBytes = 64 << 20;
  const std::size_t before = peak_memory();
  const std::vector<char> touched(kBytes, 1);
  const std::size_t risen = peak_memory() - before;
  // The kernel counts pages per processor and adds them up now and then.
  std::_Exit(risen > kBytes / 2 * touched[0] && risen < 2 * kBytes ? 0 : 1);
}

TEST(Memory, PeakRisesByWhatIsTouched) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers take memory of their own";
#endif
  EXPECT_EXIT(touch_and_compare(), ::testing::ExitedWithCode(0), "");
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

}  // namespace memory_test
}  // namespace sosi
