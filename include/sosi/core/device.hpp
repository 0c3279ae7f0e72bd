// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <utility>

#include "sosi/core/options.hpp"

namespace sosi {

/// Which processor kernel systems and maps are computed on; `automatic` takes the best there is.
enum class Device { automatic, cpu };

template <>
struct ChoiceNames<Device> {
  static constexpr std::pair<Device, std::string_view> names[] = {{Device::automatic, "auto"},
                                                                  {Device::cpu, "cpu"}};
};

}  // namespace sosi
