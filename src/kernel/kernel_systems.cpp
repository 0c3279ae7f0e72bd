// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/kernel_systems.hpp"

#include <numeric>

namespace sosi {

Vector KernelSystems::inverse_diagonal(std::size_t system) const {
  Indices all(n_centers());
  std::iota(all.begin(), all.end(), Index{0});
  return inverse_diagonal(system, all);
}

}  // namespace sosi
