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
