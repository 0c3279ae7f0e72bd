// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sosi {

/// The most memory this process has held so far, in bytes.
std::size_t peak_memory();

/// What the machine, or the control group the process runs in, has left for it, in bytes.
std::size_t available_memory();

/// "1.5 GiB".
std::string format_bytes(std::size_t bytes);

/// Reads `800M`, `1.5G`, `2GiB`, `1048576`: powers of 1024; nothing when it is no such amount.
std::optional<std::size_t> parse_bytes(std::string_view text);

}  // namespace sosi
