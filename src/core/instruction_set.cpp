// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/core/instruction_set.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

#if defined(__x86_64__)
constexpr std::array<std::string_view, 3> kNames = {"sse2", "avx2", "avx512"};
constexpr std::string_view kRule = "sse2, avx2 or avx512, and no wider than this processor's ";
#else
constexpr std::array<std::string_view, 1> kNames = {"generic"};
constexpr std::string_view kRule = "";
#endif

}  // namespace

InstructionSet widest_instruction_set() {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return InstructionSet::baseline;
  const bool is_eight_wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                             __builtin_cpu_supports("avx512vl");
  return is_eight_wide ? InstructionSet::avx512 : InstructionSet::avx2;
#else
  return InstructionSet::baseline;
#endif
}

InstructionSet named_instruction_set(const char* name, InstructionSet widest) {
  if (name == nullptr) return widest;
  const auto found = std::ranges::find(kNames, name);
  const auto set = static_cast<InstructionSet>(found - kNames.begin());
  if (found == kNames.end() || set > widest) {
    throw InvalidInput("SOSI_ISA = " + std::string(name) + ": must be " + std::string(kRule) +
                       std::string(instruction_set_name(widest)));
  }
  return set;
}

InstructionSet instruction_set() {
  static const InstructionSet set = named_instruction_set(std::getenv("SOSI_ISA"), widest_instruction_set());
  return set;
}

std::string_view instruction_set_name(InstructionSet set) {
  return kNames[static_cast<std::size_t>(set)];
}

}  // namespace sosi
