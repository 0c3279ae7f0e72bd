// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "linalg/register_block.hpp"
#include "sosi/core/matrix.hpp"

namespace sosi {

/// Rows of a growing factor, one below the other; column j of row r is data[r * stride + j].
struct FactorRows {
  double* data;
  Index n;
  Index stride;

  double* row(Index r) const { return data + r * stride; }
};

/// One number for each column of a panel; aligned, so that registers are filled from one cache line each.
struct alignas(64) PanelRow {
  double values[kPanel];
};

/// A few finished rows of a factor, up to their diagonal, laid out for computing the same columns of others.
struct FactorPanel {
  Index first;                        ///< column
  Index count;                        ///< at most `kPanel`
  std::vector<PanelRow> right;        ///< entry (j, i) is L_ij for the columns j before `first`
  PanelRow lower_transposed[kPanel];  ///< entry (i, j) is L_ji for j > i, else 0
  double reciprocal[kPanel];          ///< of the diagonal
};

/// Finishes `rows.n` <= `kPanel` rows whose columns before `first` are finished and that hold a matrix's
/// entries from there to their diagonal; false when a pivot is not positive.
bool factor_panel(const FactorRows& rows, Index first, FactorPanel& panel);

/// Lays out rows that are finished.
void pack_panel(const FactorRows& rows, Index first, FactorPanel& panel);

/// Computes the panels' columns, adjacent ones, of rows that hold the matrix's entries there and whose
/// columns before are finished: x_s <- (x_s - sum over j < s of x_j L_sj) / L_ss.
///
/// The terms are subtracted one by one in the order of j, in whatever pieces the work is cut: the bits of an
/// entry depend on its row, on L and on nothing else.
void eliminate(const FactorRows& rows, std::span<const FactorPanel> panels);

}  // namespace sosi
