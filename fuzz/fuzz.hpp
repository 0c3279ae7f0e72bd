// SPDX-License-Identifier: BSD-3-Clause
// What the fuzz targets share. A target defines `read_input`, and `mutated` where the default would hardly
// ever get past a checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sosi/core/errors.hpp"

namespace sosi::fuzz {

/// Gives the input to the readers of a format.
void read_input(std::span<const std::byte> input);

/// Runs a reader, which may refuse its input; any other exception ends the run as a finding.
template <class Read>
void attempt(const Read& read) {
  try {
    read();
  } catch (const Error&) {  // one of ours: a refusal
  }
}

/// The path of a file, in memory, that holds the input until the next call.
const std::string& as_file(std::span<const std::byte> input);

}  // namespace sosi::fuzz
