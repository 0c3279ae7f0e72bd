// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "tune/search.hpp"

namespace sosi {

/// What was decided and why, a sentence for each setting that was left open.
std::vector<std::string> explain(const SearchResult& result, const SearchSpace& space, Index fewest_labels);

}  // namespace sosi
