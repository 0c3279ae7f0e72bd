// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/core/matrix.hpp"

namespace sosi {

/// The weights w >= 0 with sum 1 that minimize ||sum w_i v_i||, from the inner products v_i·v_j.
///
/// With v_i = x_i - x this is the point of the convex hull of the x_i nearest to x (paper, eq.
/// quad_prog_embed). Exact up to rounding: an active-set method that ends in finitely many steps.
Vector nearest_in_hull(const Eigen::MatrixXd& inner_products);

}  // namespace sosi
