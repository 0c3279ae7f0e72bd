// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/lapack.hpp"
#include "linalg/register_block.hpp"

namespace sosi {

/// The right-hand factor of matrix products, laid out for them: panels of `kPanel` columns, row by row, the
/// last one filled up with zeros. Pays off when it is used more than once.
class RightFactor {
 public:
  RightFactor() = default;
  explicit RightFactor(const lapack::Block& b) { set(b); }

  /// Take on B, or its transpose; memory from before is used again.
  void set(const lapack::Block& b);
  void set_transposed(const lapack::Block& b);
  /// Take on a B that has nothing but zeros right of its diagonal: products leave them out.
  void set_lower(const lapack::Block& b);

  Index rows() const { return n_rows_; }
  Index cols() const { return n_cols_; }
  const double* panel(Index number) const { return values_.data() + number * n_rows_ * kPanel; }
  /// The first row of a panel that may hold anything but zeros.
  Index first_row(Index number) const { return is_lower_ ? number * kPanel : 0; }

 private:
  void resize(Index n_rows, Index n_cols);

  Index n_rows_ = 0;
  Index n_cols_ = 0;
  bool is_lower_ = false;
  std::vector<double> values_;
};

/// C <- C + A B, in the calling thread, with the widest instructions that the processor has: a BLAS
/// that does not know a new processor falls back to old ones. Every entry is summed in the order of A's
/// columns, whatever stands beside it. Of B, as many rows are taken as A has columns.
void add_product(const lapack::Block& a, const RightFactor& b, const lapack::Block& c);

}  // namespace sosi
