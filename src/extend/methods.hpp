// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/extend/extension.hpp"

namespace sosi {

// A row of the table of extensions from each file.
ExtensionMethod rbf_method();
ExtensionMethod lle_method();
ExtensionMethod modified_nystrom_method();
ExtensionMethod nystrom_method();
ExtensionMethod linear_method();
ExtensionMethod polynomial_method();
ExtensionMethod krr_method();
ExtensionMethod gp_method();
ExtensionMethod sparse_rkhs_method();
ExtensionMethod local_similarity_method();
ExtensionMethod mds_extension_method();
ExtensionMethod sparse_grid_method();
ExtensionMethod geometric_harmonics_method();
ExtensionMethod laplacian_pyramid_method();

/// The modified Nyström extension of its arrays.
std::shared_ptr<const Extension> load_modified_nystrom(const NamedArrays& arrays);

}  // namespace sosi
