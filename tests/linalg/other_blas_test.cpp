// SPDX-License-Identifier: BSD-3-Clause
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace sosi {
namespace other_blas_test {

// The tests that CMake registers as blas.reference run with another BLAS and LAPACK loaded before OpenBLAS.
TEST(OtherBlas, IsTheOneThatIsCalled) {
  const char* const expected = std::getenv("SOSI_EXPECTED_LAPACK");
  if (expected == nullptr) GTEST_SKIP() << "no other LAPACK is asked for";
  Dl_info found;
  ASSERT_NE(dladdr(dlsym(RTLD_DEFAULT, "dpotrf_"), &found), 0);
  EXPECT_STREQ(found.dli_fname, expected);
}

}  // namespace other_blas_test
}  // namespace sosi
