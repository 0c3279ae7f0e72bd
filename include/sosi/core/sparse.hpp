// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/SparseCore>

namespace sosi {

/// A matrix with few entries, stored by rows.
using SparseMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

}  // namespace sosi
