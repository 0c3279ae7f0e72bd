// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "kernel/gaussian_sum.hpp"
#include "sosi/core/index.hpp"
#include "sosi/core/matrix.hpp"

namespace sosi {

/// What systems there are, and how far they may grow.
struct SystemsShape {
  std::vector<ScaleGroup> groups;  ///< one system each; those without dimensions have no targets
  double ridge = 0.0;
  Index most_centers = 0;
  bool carries_samples = false;  ///< whether f of all other samples is kept up to date, see below
};

/// Phi + ridge I = L L^T for several scales over one growing list of centers, and what f is there.
///
/// Other samples can be carried along: x has the row v = L^-1 phi(x), phi(x) being its kernel values at the
/// centers, and f(x) = v . L^-1 y. Such a row is the row of L that x would have as the next center, so that a
/// carried sample becomes a center without being looked at again, and all samples together cost one
/// factorization, in however many steps.
///
/// On one backend, the bits of everything depend on the order of the centers alone: not on the steps in which
/// they came.
class KernelSystems {
 public:
  explicit KernelSystems(SystemsShape shape) : shape_(std::move(shape)) {}
  virtual ~KernelSystems() = default;
  KernelSystems(const KernelSystems&) = delete;
  KernelSystems& operator=(const KernelSystems&) = delete;

  std::size_t size() const { return shape_.groups.size(); }
  const ScaleGroup& group(std::size_t system) const { return shape_.groups[system]; }
  /// Ridge and shift: what stands on the diagonal beside the kernel.
  double added(std::size_t system) const { return shape_.ridge + shift(system); }

  virtual Index n_centers() const = 0;
  /// The samples that are carried along, in the order of `values`.
  virtual std::span<const Position> carried() const = 0;

  /// Makes centers of these samples, with a row of targets for each, adding the smallest power of two to the
  /// diagonal that works where a system cannot be factored otherwise.
  virtual void append(std::span<const Position> centers, const MatrixView& targets) = 0;
  /// The same without targets and without adding anything: false, and nothing that can be used, when that
  /// does not work.
  virtual bool try_append(std::span<const Position> centers) = 0;
  /// Keeps the first centers only, or none where a system had to be shifted.
  virtual void truncate(Index n_centers) = 0;
  /// Gives new targets to all centers from one on.
  virtual void retarget(Index first, const MatrixView& targets) = 0;

  /// f of the samples that are carried along, a column for each dimension of the group.
  virtual Matrix values(std::size_t system) const = 0;
  /// f of every center through those that came before it, a row for each dimension of the group.
  virtual Matrix values_before(std::size_t system) const = 0;
  /// c with L L^T c = y, a row for each dimension of the group.
  virtual Matrix coefficients(std::size_t system) const = 0;
  /// One solution per row for one right-hand side per row.
  virtual Matrix solve(std::size_t system, Matrix right_hand_sides) const = 0;

  /// What had to be added to the diagonal beyond the ridge; 0 nearly always.
  virtual double shift(std::size_t system) const = 0;
  /// Estimated in the 1-norm.
  virtual double condition(std::size_t system) const = 0;
  /// Entries of the diagonal of the inverse, for places in the order of the centers, ascending.
  virtual Vector inverse_diagonal(std::size_t system, std::span<const Index> places) const = 0;
  /// The whole diagonal.
  Vector inverse_diagonal(std::size_t system) const;

 protected:
  const SystemsShape& shape() const { return shape_; }

 private:
  SystemsShape shape_;
};

}  // namespace sosi
