// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/core/instruction_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "sosi/core/errors.hpp"

namespace sosi {
namespace instruction_set_test {

// The checksums that KERNEL_BITS prints with an instruction set: the choice is made once a process.
std::string bits_with(const std::string& set) {
  std::FILE* const pipe = popen(("SOSI_ISA=" + set + " '" SOSI_KERNEL_BITS "'").c_str(), "r");
  if (pipe == nullptr) return "";
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  return pclose(pipe) == 0 ? text : "";
}

std::string refusal(const char* name, InstructionSet widest) {
  try {
    named_instruction_set(name, widest);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(InstructionSet, IsTheWidestWithoutAName) {
  for (const auto widest : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
    EXPECT_EQ(named_instruction_set(nullptr, widest), widest);
  }
}

TEST(InstructionSet, OfThisProcessHasTheNameThatChoosesIt) {
  EXPECT_LE(instruction_set(), widest_instruction_set());
  const std::string name(instruction_set_name());
  EXPECT_EQ(named_instruction_set(name.c_str(), widest_instruction_set()), instruction_set());
}

#if defined(__x86_64__)

TEST(InstructionSet, IsTheNamedOneWhereTheProcessorHasIt) {
  EXPECT_EQ(named_instruction_set("sse2", InstructionSet::baseline), InstructionSet::baseline);
  EXPECT_EQ(named_instruction_set("sse2", InstructionSet::avx512), InstructionSet::baseline);
  EXPECT_EQ(named_instruction_set("avx2", InstructionSet::avx512), InstructionSet::avx2);
  EXPECT_EQ(named_instruction_set("avx512", InstructionSet::avx512), InstructionSet::avx512);
}

TEST(InstructionSet, RefusesUnknownNamesAndThoseTooWide) {
  const std::string rule = ": must be sse2, avx2 or avx512, and no wider than this processor's ";
  EXPECT_EQ(refusal("foo", InstructionSet::avx512), "SOSI_ISA = foo" + rule + "avx512");
  EXPECT_EQ(refusal("", InstructionSet::avx2), "SOSI_ISA = " + rule + "avx2");
  EXPECT_EQ(refusal("AVX2", InstructionSet::avx2), "SOSI_ISA = AVX2" + rule + "avx2");
  EXPECT_EQ(refusal("generic", InstructionSet::avx2), "SOSI_ISA = generic" + rule + "avx2");
  EXPECT_EQ(refusal("avx512", InstructionSet::avx2), "SOSI_ISA = avx512" + rule + "avx2");
  EXPECT_EQ(refusal("avx2", InstructionSet::baseline), "SOSI_ISA = avx2" + rule + "sse2");
}

TEST(InstructionSet, RegistersOfFourAndEightNumbersGiveTheSameBits) {
  if (widest_instruction_set() < InstructionSet::avx512) GTEST_SKIP() << "the processor has no avx512";
  const std::string bits = bits_with("avx2");
  EXPECT_EQ(std::ranges::count(bits, '\n'), 5);
  EXPECT_EQ(bits_with("avx512"), bits);
}

#else

TEST(InstructionSet, IsGenericAndNothingElse) {
  EXPECT_EQ(named_instruction_set("generic", InstructionSet::baseline), InstructionSet::baseline);
  EXPECT_EQ(refusal("avx2", InstructionSet::baseline), "SOSI_ISA = avx2: must be generic");
}

#endif

}  // namespace instruction_set_test
}  // namespace sosi
