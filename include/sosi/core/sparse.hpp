// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/SparseCore>

namespace sosi {

using SparseMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

}  // namespace sosi
