// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

namespace sosi {

/// One sample a row, row-major: a C-ordered NumPy array is the same memory.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A matrix somebody else owns; binding a row-major block of doubles to it copies nothing.
using MatrixView = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;

using Vector = Eigen::VectorXd;
using VectorView = Eigen::Ref<const Vector>;

/// Rows of a matrix, or classes: always counted from 0.
using Index = Eigen::Index;
using Indices = std::vector<Index>;

}  // namespace sosi
