// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A function marked so is compiled for several instruction sets, and the widest the machine has is taken when
// the program starts. Sanitizers cannot run the code that chooses, and clang-tidy does not know the
// attribute.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__) && \
    !defined(__SANITIZE_ADDRESS__)
#define SOSI_VECTORIZE __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define SOSI_VECTORIZE
#endif

// For functions that hold their sums in registers by hand, one version for each width of a register: the
// compiler cuts a vector wider than the machine's into single numbers.
#if defined(__x86_64__)
#define SOSI_AVX2 [[gnu::target("avx2,fma")]]
#define SOSI_AVX512 [[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma")]]
#else
#define SOSI_AVX2
#define SOSI_AVX512
#endif

namespace sosi {

/// So many numbers in one register.
template <int n>
using Register [[gnu::vector_size(n * sizeof(double))]] = double;

/// One function in the versions for registers of 2, 4 (`SOSI_AVX2`) and 8 numbers (`SOSI_AVX512`).
template <class Function>
struct Versions {
  Function* of_two;
  Function* of_four;
  Function* of_eight;

  /// The widest that the processor has.
  Function* widest() const {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
      return of_eight;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return of_four;
#endif
    return of_two;
  }
};

}  // namespace sosi
