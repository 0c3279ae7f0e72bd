// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/core/matrix.hpp"

namespace sosi {

/// X X^T where X has more columns than rows, else X^T X: their eigenvalues above 0 are the same.
Matrix smaller_gram(const MatrixView& x);

/// The estimate (1 - shrinkage) S + shrinkage mean_variance I of a covariance, S = X^T X/N.
struct Shrinkage {
  double shrinkage;      ///< 0 to 1
  double mean_variance;  ///< tr S / n
};

/// The shrinkage with the smallest expected squared error (Ledoit and Wolf 2004), of samples whose means, or
/// those of their classes, were subtracted; `gram` is `smaller_gram` of them.
Shrinkage ledoit_wolf(const MatrixView& centered, const MatrixView& gram);

}  // namespace sosi
