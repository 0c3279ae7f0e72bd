// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/paper/experiments.hpp"

namespace sosi {

/// Two curves in the plane: what a small, a good and a large scale do to the map.
ExperimentReport run_toy(const ExperimentContext& context);

}  // namespace sosi
