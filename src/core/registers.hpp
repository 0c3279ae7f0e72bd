// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace sosi {

// So many numbers in one register.
using Two [[gnu::vector_size(16)]] = double;
using Four [[gnu::vector_size(32)]] = double;
using Eight [[gnu::vector_size(64)]] = double;

// The same in memory, where they may stand anywhere.
using LooseTwo [[gnu::vector_size(16), gnu::aligned(8), gnu::may_alias]] = double;
using LooseFour [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;
using LooseEight [[gnu::vector_size(64), gnu::aligned(8), gnu::may_alias]] = double;

template <class Numbers>
struct Loose;
template <>
struct Loose<Two> {
  using Type = LooseTwo;
};
template <>
struct Loose<Four> {
  using Type = LooseFour;
};
template <>
struct Loose<Eight> {
  using Type = LooseEight;
};

/// What the inner loops of dense algebra can be compiled for.
enum class InstructionSet { any, avx2, avx512 };

/// The widest that this processor has.
inline InstructionSet widest_instructions() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return InstructionSet::avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return InstructionSet::avx2;
#endif
  return InstructionSet::any;
}

#if defined(__x86_64__)
#define SOSI_AVX2 [[gnu::target("avx2,fma")]]
#define SOSI_AVX512 [[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma")]]
#endif

}  // namespace sosi
