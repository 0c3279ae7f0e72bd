// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>

#include "sosi/core/device.hpp"
#include "sosi/core/progress.hpp"

namespace sosi {

/// How a run is carried out; nothing here but `device` changes a bit of its result.
struct Execution {
  int n_threads = 0;                           ///< 0: one per core
  std::optional<std::size_t> max_memory = {};  ///< bytes; a fit predicted to need more is refused
  ProgressCallback progress = {};
  std::stop_token stop = {};
  Device device = Device::automatic;
};

}  // namespace sosi
