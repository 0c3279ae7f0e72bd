// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "tune/search.hpp"

namespace sosi {

/// What was decided and why, a sentence for each setting that was left open.
std::vector<std::string> explain(const Verdict& verdict, const FitOptions& given, Index fewest_labels);

}  // namespace sosi
