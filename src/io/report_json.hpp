// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>

namespace sosi {

/// Of reports: members keep the order in which they were written.
using ReportJson = nlohmann::ordered_json;

inline ReportJson number_or_inf(double value) {
  return std::isfinite(value) ? ReportJson(value) : ReportJson("inf");
}

}  // namespace sosi
