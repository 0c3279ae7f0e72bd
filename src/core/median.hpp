// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace sosi {

/// The middle value, of an even number the mean of the middle two; 0 of none. Reorders what it is given.
double median(std::vector<double>& values);

}  // namespace sosi
