// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace sosi::io {

/// The color of a class, 0xRRGGBB; `kUnlabeled` is gray.
int class_color(int class_index);

/// The number of the filled mark of a class; the mark's outline is one number below.
int class_mark(int class_index);

/// How the filled mark of a class is drawn, but for its size.
std::string class_look(int class_index);

}  // namespace sosi::io
