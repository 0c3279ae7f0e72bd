// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "sosi/core/index.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/core/options.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {

/// The largest magnitude of a value: squared distances beyond it overflow.
inline constexpr double kLargestValue = 1e150;

/// What rows are called in messages: by these numbers, or by their own when there are none.
using RowNumbers = std::span<const Index>;

/// Throws `InvalidInput` unless there is a row and a column and every value is finite and its square is too;
/// names the first offending row and column.
void check_samples(const MatrixView& samples, RowNumbers numbers = {});

/// For every row, the first row equal to it: itself where there is none before.
Indices first_equal_rows(const MatrixView& samples);

/// The rows as the method sees them: distinct samples by position.
struct Partition {
  Rows labeled;            ///< the first row of every distinct labeled sample, in input order
  Rows unlabeled;          ///< the same for samples that are labeled nowhere
  Positions position;      ///< for every row, that of its sample among `labeled` followed by `unlabeled`
  Index n_duplicates = 0;  ///< rows that repeat an earlier one, or repeat a labeled one

  /// The row of every position: `labeled` followed by `unlabeled`.
  Rows rows() const;
};

/// What is done about equal rows with different labels: they are refused, or none of them counts as labeled.
enum class LabelConflicts { refuse, unlabel };

template <>
struct ChoiceNames<LabelConflicts> {
  static constexpr std::pair<LabelConflicts, std::string_view> names[] = {
      {LabelConflicts::refuse, "refuse"}, {LabelConflicts::unlabel, "unlabel"}};
};

/// Takes the labels off equal rows that have different ones; gives these rows, ascending.
Indices unlabel_conflicts(const MatrixView& samples, Labels& labels);

/// Merges equal rows. Equal rows with different labels are refused, naming both; an unlabeled row equal to a
/// labeled one is merged with it. Needs two classes with labels.
Partition partition_rows(const MatrixView& samples, const Labels& labels, RowNumbers numbers = {});

}  // namespace sosi
