// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/core/instruction_set.hpp"

namespace sosi {

/// So many numbers in one register.
template <int n>
using Register [[gnu::vector_size(n * sizeof(double))]] = double;

/// A function compiled for every instruction set, from bodies that are `always_inline`, so that each becomes
/// part of the version around it. Bodies that hold their sums in registers by hand are one for each width, as
/// the compiler cuts a vector wider than the processor's into single numbers; for others, one does.
template <auto of_two, auto of_four = of_two, auto of_eight = of_four>
struct Vectorized;

template <class Result, class... Arguments, Result (*of_two)(Arguments...), Result (*of_four)(Arguments...),
          Result (*of_eight)(Arguments...)>
struct Vectorized<of_two, of_four, of_eight> {
  /// The version for the process's instruction set.
  static Result run(Arguments... arguments) {
    static const auto chosen = version(instruction_set());
    return chosen(arguments...);
  }

 private:
  static auto version([[maybe_unused]] InstructionSet set) {
#if defined(__x86_64__)
    if (set == InstructionSet::avx512) return avx512;
    if (set == InstructionSet::avx2) return avx2;
#endif
    return baseline;
  }

  static Result baseline(Arguments... arguments) {
    return of_two(arguments...);
  }
#if defined(__x86_64__)
  [[gnu::target("avx2,fma")]] static Result avx2(Arguments... arguments) {
    return of_four(arguments...);
  }
  [[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma")]] static Result avx512(Arguments... arguments) {
    return of_eight(arguments...);
  }
#endif
};

}  // namespace sosi
