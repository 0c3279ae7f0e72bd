// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "interpolate/sample_distances.hpp"
#include "interpolate/triangular_rows.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

/// The width of the Gaussian and what is added to the diagonal.
struct Kernel {
  double scale;
  double ridge = 0.0;
};

/// Phi + ridge I = L L^T for several kernels over one growing list of centers, right-hand sides along with
/// them.
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
  /// Without centers; there will never be more than `n_columns`.
  KernelSystems(const SampleDistances& distances, std::span<const Kernel> kernels, Index n_columns,
                ThreadPool& threads);

  Index n_centers() const { return n_centers_; }
  std::size_t n_kernels() const { return systems_.size(); }
  /// The centers in the order in which they came, then the samples that are carried along.
  const Indices& samples() const { return samples_; }

  /// Carries all samples along from now on; only while there are no centers.
  void carry_all();

  /// Makes centers of these samples, adding the smallest power of two to the diagonal that works where a
  /// system cannot be factored otherwise.
  void append(std::span<const Index> centers);
  /// The same without adding anything: false, and nothing that can be used, when that does not work.
  bool try_append(std::span<const Index> centers);
  /// Only the first centers stay, or none where a system had to be shifted.
  void keep_first(Index n_centers);

  /// L z = y for the rows of a matrix, from a column on; what stands before it must be solved.
  void solve_lower(std::size_t kernel, Matrix& rows, Index first_column = 0) const;
  /// L^T c = z for the rows of a matrix.
  void solve_upper(std::size_t kernel, Matrix& rows) const;

  /// The product of the carried samples' rows with each row of z.
  Matrix carried_products(std::size_t kernel, const Matrix& z) const;

  /// What had to be added to the diagonal beyond the ridge; 0 nearly always.
  double shift(std::size_t kernel) const { return systems_[kernel].shift; }
  /// Ridge and shift.
  double added(std::size_t kernel) const { return systems_[kernel].kernel.ridge + systems_[kernel].shift; }
  /// Estimated in the 1-norm.
  double condition(std::size_t kernel) const;
  /// The diagonal of the inverse.
  Vector inverse_diagonal(std::size_t kernel) const;

 private:
  struct System {
    Kernel kernel;
    double shift;
    TriangularRows rows;
  };
  /// Adjacent columns, of one tile.
  struct Columns {
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
  void assemble(const System& system, const FactorRows& rows, Index first_row, const Columns& columns) const;
  void raise_shift(System& system) const;
  double norm(const System& system) const;
  double inverse_norm(const System& system) const;

  const SampleDistances& distances_;
  ThreadPool& threads_;
  std::vector<System> systems_;
  Indices samples_;
  Indices slot_;  // where each sample stands in `samples_`; used while all are carried
  Index n_centers_ = 0;
  bool carries_all_ = false;
};

}  // namespace sosi
