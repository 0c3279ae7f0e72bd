// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/SparseCore>

namespace sosi {

/// Few entries of a matrix, row by row.
using SparseMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

}  // namespace sosi
