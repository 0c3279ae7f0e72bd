// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/core/parallel.hpp"
#include "sosi/core/sparse.hpp"

// What methods that spread labels over the graph of all samples have in common.
namespace sosi {

/// The labels, row by row and gathered.
struct GivenLabels {
  std::span<const int> labels;
  Indices rows;
  std::vector<int> classes;
  Indices held_out;  ///< positions in `rows` of those with company in their class
};

/// Throws `InvalidInput` unless there is a class, counted from 0, or `kUnlabeled` for every row, and a label.
GivenLabels gather_labels(Index n_rows, std::span<const int> labels);

/// A row for every row of the graph, a column for every class: 1 where that is the label, else 0.
Matrix class_indicators(const GivenLabels& given);

/// The class with the largest probability in a row; ties to the smaller class.
int most_probable(const Matrix& probabilities, Index row);

/// Rows scaled to sum 1; rows of zeros stay.
Matrix with_unit_sums(Matrix values);

/// How well labels are predicted from the others.
struct LabelScore {
  Index n_errors = 0;
  double log_loss = 0.0;
};

/// Of probabilities for the labels that are held out, a row for each; rows of zeros are errors.
LabelScore score_of(const Matrix& predicted, const GivenLabels& given);

/// Fewer errors, then the smaller logarithmic loss.
bool is_better(const LabelScore& a, const LabelScore& b);

/// A class for every row.
struct LabeledRows {
  Matrix values;             ///< a row for every sample, a column for every class
  std::vector<int> classes;  ///< of the largest value; ties to the smaller class
  Indices unreached;         ///< rows without a positive value: they have the class of the nearest label
};

/// The class of the largest value in every row, and of the nearest labeled sample where none is positive.
LabeledRows label_rows(Matrix values, const MatrixView& samples, const GivenLabels& given,
                       ThreadPool& threads);

/// The number of the connected component of every row; components are counted in the order of their first
/// rows.
Indices connected_components(const SparseMatrix& weights);

}  // namespace sosi
