// SPDX-License-Identifier: BSD-3-Clause
#include "allocations.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {
thread_local long n_taken = 0;
}  // namespace

// Stands before the C library's in this program: operator new and Eigen both come here.
extern "C" void* __libc_malloc(
    std::size_t size);  // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" void* malloc(std::size_t size) noexcept {
  ++n_taken;
  return __libc_malloc(size);
}

long sosi::testing::n_allocations() {
  return n_taken;
}

#else

long sosi::testing::n_allocations() {
  return -1;
}

#endif

namespace sosi::testing {
namespace {

TEST(Allocations, AreCounted) {
  if (n_allocations() < 0) GTEST_SKIP() << "the system's allocations cannot be counted here";
  const long before = n_allocations();
  const auto one = std::make_unique<int>(1);
  EXPECT_EQ(n_allocations(), before + 1);
}

}  // namespace
}  // namespace sosi::testing
