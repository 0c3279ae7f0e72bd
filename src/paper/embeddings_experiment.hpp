// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/paper/experiments.hpp"

namespace sosi {

/// The labeled faces in both embeddings.
ExperimentReport run_embeddings(const ExperimentContext& context);

}  // namespace sosi
