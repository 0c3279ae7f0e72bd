// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

namespace sosi {

/// One sample per row, row-major: a C-ordered NumPy array is the same memory.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A matrix somebody else owns, for parameters of functions only: binding a row-major block of doubles to it
/// copies nothing; of a column-major one it holds a copy, which does not survive being copied itself.
using MatrixView = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;

/// Row-major numbers that somebody else keeps, for members of structs: never a copy.
using MatrixSpan = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;

/// A span of a matrix or of a block of one; column-major expressions are refused by the compiler.
template <class Derived>
MatrixSpan span_of(const Eigen::DenseBase<Derived>& block) {
  static_assert(Derived::IsRowMajor && (Derived::Flags & Eigen::DirectAccessBit) != 0,
                "only row-major memory can be referred to: copy it into a sosi::Matrix first");
  const Derived& dense = block.derived();
  return {dense.data(), dense.rows(), dense.cols(), Eigen::OuterStride<>(dense.outerStride())};
}

using Vector = Eigen::VectorXd;
using VectorView = Eigen::Ref<const Vector>;

/// Rows of a matrix, or classes: always counted from 0.
using Index = Eigen::Index;
using Indices = std::vector<Index>;

}  // namespace sosi
