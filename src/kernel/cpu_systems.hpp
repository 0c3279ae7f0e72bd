// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "kernel/kernel_backend.hpp"
#include "kernel/triangular_rows.hpp"

namespace sosi {

/// Kernel systems in the threads of this machine. Bits depend on the order of the centers alone, not on the
/// number of threads.
class CpuSystems : public KernelSystems {
 public:
  /// Systems that are computed side by side.
  static constexpr int kBatch = 8;

  /// Without centers.
  CpuSystems(const SampleDistances& distances, SystemsShape shape, ThreadPool& threads);

  Index n_centers() const override { return n_centers_; }
  std::span<const Position> carried() const override { return std::span(samples_).subspan(n_centers_); }

  void append(std::span<const Position> centers, const MatrixView& targets) override;
  bool try_append(std::span<const Position> centers) override;
  void truncate(Index n_centers) override;
  void retarget(Index first, const MatrixView& targets) override;

  Matrix values(std::size_t system) const override;
  Matrix values_before(std::size_t system) const override;
  Matrix coefficients(std::size_t system) const override;
  Matrix solve(std::size_t system, Matrix right_hand_sides) const override;

  double shift(std::size_t system) const override { return systems_[system].shift; }
  double condition(std::size_t system) const override;
  using KernelSystems::inverse_diagonal;
  Vector inverse_diagonal(std::size_t system, std::span<const Index> places) const override;

  /// How many numbers systems of a size take.
  static double numbers(const SystemsSize& size);

 private:
  struct System {
    const ScaleGroup* group;
    TriangularRows rows;
    Matrix forward;  // L^-1 y, a row for each dimension of the group
    // v . L^-1 y of every carried sample (column), a row for the columns of each tile of L: when centers
    // leave, the sums over the tiles before them still stand. One matrix for each dimension of the group.
    std::vector<Matrix> sums;
    double shift = 0.0;
  };
  /// Adjacent columns, of one tile.
  struct Columns {
    Index first;
    Index last;
    Index size() const { return last - first; }
  };
  struct RowRange {
    Index first;
    Index last;
  };
  /// A system at work, and the columns of it that are being used.
  struct Work {
    System* system;
    std::vector<FactorPanel> panels;
    bool failed = false;
  };

  Index n_rows() const { return std::ssize(samples_); }
  static std::vector<Columns> blocks(Index first, Index last);
  template <class Body>
  void for_batches(const Body& body);
  void carry_all();
  void move_to_front(std::span<const Position> centers);
  Index add_rows(std::span<const Position> centers);
  void grow(std::span<Work> batch, Index n_before);
  void factor(std::span<Work> batch, Index first);
  bool factor_block(Work& work, const Columns& columns) const;
  static void pack_block(const System& system, const Columns& columns, std::vector<FactorPanel>& panels);
  void extend_rows(std::span<Work> batch, const Columns& columns, Index first_row) const;
  void solve_targets(System& system, const Columns& columns, std::span<const FactorPanel> panels) const;
  void add_to_sums(System& system, Index first_row, Index n, const Columns& columns) const;
  void sum_again(const RowRange& rows, Index first_column);
  /// L z = y for the rows of a matrix, from a column on; what stands before it must be solved.
  void solve_lower(const System& system, Matrix& rows, Index first_column = 0) const;
  /// L^T c = z for the rows of a matrix.
  void solve_upper(const System& system, Matrix& rows) const;
  void raise_shift(System& system) const;
  double norm(const System& system) const;
  double inverse_norm(const System& system) const;

  const SampleDistances& distances_;
  ThreadPool& threads_;
  std::vector<System> systems_;
  Matrix targets_;     // a row per center
  Positions samples_;  // the centers in their order, then those that are carried along
  Indices slot_;       // where each sample stands in `samples_`; used while all are carried
  Index n_centers_ = 0;
};

}  // namespace sosi
