// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace sosi::testing {

/// How often this thread took memory so far; -1 where that cannot be counted.
long n_allocations();

}  // namespace sosi::testing
