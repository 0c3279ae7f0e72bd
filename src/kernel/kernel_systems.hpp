// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "kernel/gaussian_sum.hpp"
#include "kernel/sample_distances.hpp"
#include "kernel/triangular_rows.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

/// Systems that are computed side by side.
inline constexpr std::size_t kBatch = 8;

/// What systems there are, and how far they may grow.
struct SystemsShape {
  std::vector<ScaleGroup> groups;  ///< a system each; those without dimensions have no targets
  double ridge = 0.0;
  Index most_centers = 0;
};

/// Phi + ridge I = L L^T for several scales over one growing list of centers, and what f is there.
///
/// Other samples can be carried along: x has the row v = L^-1 phi(x), phi(x) being its kernel values at the
/// centers, and f(x) = v . L^-1 y. Such a row is the row of L that x would have as the next center, so that a
/// carried sample becomes a center without being looked at again, and all samples together cost one
/// factorization, in however many steps.
///
/// The bits of L and of everything else depend on the order of the centers alone: not on the steps in which
/// they came, nor on the number of threads.
class KernelSystems {
 public:
  /// Without centers.
  KernelSystems(const SampleDistances& distances, SystemsShape shape, ThreadPool& threads);

  Index n_centers() const { return n_centers_; }
  std::size_t size() const { return systems_.size(); }
  const ScaleGroup& group(std::size_t system) const { return systems_[system].group; }
  /// The centers in the order in which they came, then the samples that are carried along.
  const Indices& samples() const { return samples_; }

  /// Carries all samples along from now on; only while there are no centers.
  void carry_all();

  /// Makes centers of these samples, with a row of targets for each, adding the smallest power of two to the
  /// diagonal that works where a system cannot be factored otherwise.
  void append(std::span<const Index> centers, const MatrixView& targets);
  /// The same without targets and without adding anything: false, and nothing that can be used, when that
  /// does not work.
  bool try_append(std::span<const Index> centers);
  /// Only the first centers stay, or none where a system had to be shifted.
  void keep_first(Index n_centers);
  /// Gives new targets to all centers from one on.
  void retarget(Index first, const MatrixView& targets);

  /// f of the samples that are carried along, in their order, a column for each dimension of the group.
  Matrix carried_values(std::size_t system) const;
  /// f of every center before it became one: through those that came before it, a row for each dimension of
  /// the group.
  Matrix values_before(std::size_t system) const;
  /// c with L L^T c = y, a row for each dimension of the group.
  Matrix coefficients(std::size_t system) const;

  /// L z = y for the rows of a matrix, from a column on; what stands before it must be solved.
  void solve_lower(std::size_t system, Matrix& rows, Index first_column = 0) const;
  /// L^T c = z for the rows of a matrix.
  void solve_upper(std::size_t system, Matrix& rows) const;

  /// What had to be added to the diagonal beyond the ridge; 0 nearly always.
  double shift(std::size_t system) const { return systems_[system].shift; }
  /// Ridge and shift.
  double added(std::size_t system) const { return ridge_ + systems_[system].shift; }
  /// Estimated in the 1-norm.
  double condition(std::size_t system) const;
  /// The diagonal of the inverse, or its entries for some centers, given in ascending order.
  Vector inverse_diagonal(std::size_t system) const;
  Vector inverse_diagonal(std::size_t system, std::span<const Index> centers) const;

 private:
  struct System {
    ScaleGroup group;
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
  struct Rows {
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
  void move_to_front(std::span<const Index> centers);
  Index add_rows(std::span<const Index> centers);
  void grow(std::span<Work> batch, Index n_before);
  void factor(std::span<Work> batch, Index first);
  bool factor_block(Work& work, const Columns& columns) const;
  static void pack_block(const System& system, const Columns& columns, std::vector<FactorPanel>& panels);
  void extend_rows(std::span<Work> batch, const Columns& columns, Index first_row) const;
  void solve_targets(System& system, const Columns& columns, std::span<const FactorPanel> panels) const;
  void add_to_sums(System& system, Index first_row, Index n, const Columns& columns) const;
  void sum_again(const Rows& rows, Index first_column);
  void raise_shift(System& system) const;
  double norm(const System& system) const;
  double inverse_norm(const System& system) const;

  const SampleDistances& distances_;
  ThreadPool& threads_;
  double ridge_;
  std::vector<System> systems_;
  Matrix targets_;  // a row per center
  Indices samples_;
  Indices slot_;  // where each sample stands in `samples_`; used while all are carried
  Index n_centers_ = 0;
  bool carries_all_ = false;
};

}  // namespace sosi
