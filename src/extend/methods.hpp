// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/extend/extension.hpp"

namespace sosi {

// A row of the table of extensions from each file.
ExtensionMethod rbf_method();
ExtensionMethod lle_method();
ExtensionMethod nystrom_method();

}  // namespace sosi
