// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "sosi/core/index.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/data/samples.hpp"

namespace sosi {

/// The samples of a fit by position: distinct, the labeled ones first. A view of a matrix that the caller
/// keeps.
class SampleSet {
 public:
  /// `rows` names the row of every position, `classes` has one class per labeled sample.
  SampleSet(const Matrix& matrix, Rows rows, std::vector<int> classes);

  Index size() const { return std::ssize(rows_); }
  Index n_labeled() const { return std::ssize(classes_); }
  Index n_unlabeled() const { return size() - n_labeled(); }
  Index n_features() const { return matrix_->cols(); }
  int n_classes() const { return static_cast<int>(members_.size()); }

  /// Of the labeled samples.
  std::span<const int> classes() const { return classes_; }
  /// A class, or `kUnlabeled`, for every position.
  std::vector<int> labels() const;
  /// The labeled samples of a class.
  const Positions& members(int of_class) const { return members_[of_class]; }
  /// How many labels the class with the fewest has.
  Index fewest_labels() const;

  bool is_labeled(Position position) const { return position < n_labeled(); }
  Positions all() const { return position_range(0, size()); }
  Positions labeled() const { return position_range(0, n_labeled()); }
  Positions unlabeled() const { return position_range(n_labeled(), size()); }

  Row row(Position position) const { return rows_[position]; }
  const double* data(Position position) const { return matrix_->row(rows_[position]).data(); }
  /// Copies of samples, one per row.
  Matrix gather(std::span<const Position> positions) const;

  /// The labeled samples and, spread evenly over the others, as many as make `n` in all.
  Positions spread(Index n) const;
  /// These samples alone; the labeled ones must all be among them, and come first.
  SampleSet part(std::span<const Position> positions) const;

  /// The matrix and the row of every position.
  const Matrix& matrix() const { return *matrix_; }
  std::span<const Row> rows() const { return rows_; }

 private:
  const Matrix* matrix_;
  Rows rows_;
  std::vector<int> classes_;
  std::vector<Positions> members_;  // of each class
};

/// Samples with some labels held back.
struct HeldOutSet {
  SampleSet samples;
  Positions before;  ///< the position that every sample had with all labels
  Index n_held_out;  ///< these come right behind the labeled samples
};

HeldOutSet without_labels(const SampleSet& samples, std::span<const Position> held_out);

}  // namespace sosi
