// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sosi/embed/embedding.hpp"

namespace sosi {

/// Throws `InvalidInput` for more components than there can be; `reason` says what `most` is.
void check_components(const EmbeddingProblem& problem, Index most, const std::string& reason);

/// The same for methods that give one less than there are samples.
void check_components(const EmbeddingProblem& problem);

}  // namespace sosi
