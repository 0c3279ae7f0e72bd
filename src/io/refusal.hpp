// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sosi/core/errors.hpp"

namespace sosi::io {

[[noreturn]] inline void fail(const std::string& file, const std::string& reason) {
  throw IoError(file + ": " + reason);
}

}  // namespace sosi::io
