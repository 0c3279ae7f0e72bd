// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace sosi {

/// What the library's kernels are compiled for, from narrow to wide: registers of 2, 4 and 8 numbers. For
/// processors other than x86-64 there is the baseline alone.
enum class InstructionSet { baseline, avx2, avx512 };

/// The set that this process computes with: what the environment variable `SOSI_ISA` names, or else the
/// widest that the processor has. Throws `InvalidInput` where the variable names none of the processor's.
InstructionSet instruction_set();

/// The widest that the processor has.
InstructionSet widest_instruction_set();

/// The set of a name, `widest` without a name; throws `InvalidInput` where it is unknown or wider.
InstructionSet named_instruction_set(const char* name, InstructionSet widest);

/// The name of a set: `sse2`, `avx2`, `avx512`, or `generic` for processors other than x86-64.
std::string_view instruction_set_name(InstructionSet set = instruction_set());

}  // namespace sosi
