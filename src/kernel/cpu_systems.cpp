// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/cpu_systems.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "linalg/dot.hpp"
#include "linalg/vectorized.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

constexpr double kSmallestShift = 0x1p-52;  // one unit in the last place of the diagonal
constexpr double kLargestShift = 0x1p-20;
constexpr Index kSystemRowsPerItem = 64;  // divides a tile

[[gnu::always_inline]] inline void subtract_multiple(double factor, const double* from, double* to, Index n) {
  for (Index j = 0; j < n; ++j) to[j] -= factor * from[j];
}

// L^T c = z, from the last to the first, for several z, which become c.
void substitute_back(const TriangularRows& lower, Index n, const FactorRows& right_sides) {
  for (Index r = n - 1; r >= 0; --r) {
    const double* row = lower.row(r);
    for (Index k = 0; k < right_sides.n; ++k) {
      double* z = right_sides.row(k);
      z[r] /= row[r];
      Vectorized<subtract_multiple>::run(z[r], row, z, r);
    }
  }
}

// Adds sum over j of v_j z_j for every row v, one term after the other, several rows at a time, so that none
// waits for the term before. There is one loop, as two of them may be compiled to different bits: behind the
// last row come copies of it, whose sums go nowhere.
[[gnu::always_inline]] inline void add_products_to(double* sums, const FactorRows& rows, const double* z,
                                                   Index n) {
  constexpr Index kTogether = 8;
  for (Index first = 0; first < rows.n; first += kTogether) {
    const double* row[kTogether];
    double running[kTogether];
    for (Index r = 0; r < kTogether; ++r) {
      const Index of = std::min(first + r, rows.n - 1);
      row[r] = rows.row(of);
      running[r] = sums[of];
    }
    for (Index j = 0; j < n; ++j) {
      for (Index r = 0; r < kTogether; ++r) running[r] += row[r][j] * z[j];
    }
    std::copy_n(running, std::min(kTogether, rows.n - first), sums + first);
  }
}

// The first row of the item, where items are whole pieces of tiles.
Index item_start(Index first_row, std::size_t item) {
  const Index piece = first_row / kSystemRowsPerItem + static_cast<Index>(item);
  return std::max(first_row, piece * kSystemRowsPerItem);
}

Index item_end(Index n_rows, Index start) {
  return std::min(n_rows, (start / kSystemRowsPerItem + 1) * kSystemRowsPerItem);
}

std::size_t n_items(Index first_row, Index n_rows) {
  if (first_row >= n_rows) return 0;
  return static_cast<std::size_t>((n_rows - 1) / kSystemRowsPerItem - first_row / kSystemRowsPerItem + 1);
}

}  // namespace

CpuSystems::CpuSystems(const SampleDistances& distances, SystemsShape shape, ThreadPool& threads)
    : KernelSystems(std::move(shape)), distances_(distances), threads_(threads) {
  for (const ScaleGroup& group : this->shape().groups) {
    const Index most_centers = this->shape().most_centers;
    systems_.push_back(
        {&group, TriangularRows(most_centers), Matrix(std::ssize(group.dimensions), most_centers), {}});
  }
  if (this->shape().carries_samples) carry_all();
}

std::vector<CpuSystems::Columns> CpuSystems::blocks(Index first, Index last) {
  std::vector<Columns> blocks;
  while (first < last) {
    const Index end = std::min(last, (first / kTile + 1) * kTile);
    blocks.push_back({first, end});
    first = end;
  }
  return blocks;
}

// Several systems at a time: they share the look-up of distances, and packed columns are held for no more.
template <class Body>
void CpuSystems::for_batches(const Body& body) {
  std::vector<Work> batch(std::min<std::size_t>(kBatch, systems_.size()));
  for (std::size_t first = 0; first < systems_.size(); first += batch.size()) {
    const std::size_t n = std::min(batch.size(), systems_.size() - first);
    for (std::size_t i = 0; i < n; ++i) {
      batch[i].system = &systems_[first + i];
      batch[i].failed = false;
    }
    body(std::span(batch).first(n));
  }
}

void CpuSystems::carry_all() {
  samples_ = position_range(0, distances_.n_samples());
  slot_.assign(samples_.begin(), samples_.end());
  for (System& system : systems_) {
    system.rows.resize(n_rows());
    system.sums.assign(system.forward.rows(), Matrix((system.forward.cols() + kTile - 1) / kTile, n_rows()));
  }
}

void CpuSystems::move_to_front(std::span<const Position> centers) {
  std::vector<std::pair<Index, Index>> swaps;
  for (std::size_t i = 0; i < centers.size(); ++i) {
    const Index to = n_centers_ + static_cast<Index>(i);
    const Index from = slot_[centers[i]];
    if (from == to) continue;
    std::swap(slot_[samples_[to]], slot_[samples_[from]]);
    std::swap(samples_[to], samples_[from]);
    swaps.emplace_back(to, from);
  }
  threads_.for_each(systems_.size(), [&](std::size_t k) {
    const TriangularRows& rows = systems_[k].rows;
    for (const auto& [to, from] : swaps) {
      std::swap_ranges(rows.row(to), rows.row(to) + n_centers_, rows.row(from));
    }
  });
}

// Gives the number of centers before.
Index CpuSystems::add_rows(std::span<const Position> centers) {
  if (shape().carries_samples) {
    move_to_front(centers);
  } else {
    samples_.insert(samples_.end(), centers.begin(), centers.end());
    for (System& system : systems_) system.rows.resize(n_rows());
  }
  return std::exchange(n_centers_, n_centers_ + static_cast<Index>(centers.size()));
}

void CpuSystems::grow(std::span<Work> batch, Index n_before) {
  if (!shape().carries_samples) {
    for (const Columns& columns : blocks(0, n_before)) {
      threads_.for_each(batch.size(),
                        [&](std::size_t b) { pack_block(*batch[b].system, columns, batch[b].panels); });
      extend_rows(batch, columns, n_before);
    }
  }
  factor(batch, n_before);
}

void CpuSystems::append(std::span<const Position> centers, const MatrixView& targets) {
  if (centers.empty()) return;
  const Index n_before = add_rows(centers);
  if (n_before == 0) targets_.resize(systems_.front().forward.cols(), targets.cols());
  targets_.middleRows(n_before, targets.rows()) = targets;
  for_batches([&](std::span<Work> batch) {
    grow(batch, n_before);
    for (Work& work : batch) {
      while (work.failed) {
        raise_shift(*work.system);
        work.failed = false;
        factor({&work, 1}, 0);
      }
    }
  });
}

bool CpuSystems::try_append(std::span<const Position> centers) {
  const Index n_before = add_rows(centers);
  bool all_factored = true;
  for_batches([&](std::span<Work> batch) {
    grow(batch, n_before);
    all_factored = all_factored && std::ranges::none_of(batch, &Work::failed);
  });
  return all_factored;
}

void CpuSystems::truncate(Index n_centers) {
  if (n_centers == n_centers_) return;
  const bool any_shifted = std::ranges::any_of(systems_, [](const System& s) { return s.shift > 0.0; });
  // Fewer centers may need less of a shift.
  if (any_shifted) {
    n_centers = 0;
    for (System& system : systems_) system.shift = 0.0;
  }
  const Index n_before = std::exchange(n_centers_, n_centers);
  if (!shape().carries_samples) samples_.resize(n_centers);
  // Nobody kept the sums of samples that were centers; those of the others end too late.
  sum_again({n_centers, n_before}, 0);
  sum_again({n_before, n_rows()}, n_centers);
}

void CpuSystems::raise_shift(System& system) const {
  system.shift = system.shift > 0.0 ? 2.0 * system.shift : kSmallestShift;
  if (system.shift <= kLargestShift) return;
  throw NumericalError("the kernel matrix of " + std::to_string(n_centers_) + " centers at scale " +
                       std::to_string(system.group->scale) + " cannot be factored, even with " +
                       std::to_string(kLargestShift) + " added to its diagonal");
}

// Column by column of blocks: first the rows of the block's own centers, then those of all samples after
// them.
void CpuSystems::factor(std::span<Work> batch, Index first) {
  for (const Columns& columns : blocks(first, n_centers_)) {
    threads_.for_each(batch.size(), [&](std::size_t b) {
      Work& work = batch[b];
      if (work.failed) return;
      work.failed = !factor_block(work, columns);
      if (!work.failed) solve_targets(*work.system, columns, work.panels);
    });
    if (std::ranges::all_of(batch, &Work::failed)) return;
    extend_rows(batch, columns, columns.last);
  }
}

bool CpuSystems::factor_block(Work& work, const Columns& columns) const {
  const System& system = *work.system;
  const Index n = columns.size();
  const FactorRows own = system.rows.rows(columns.first, n);
  const std::span centers = std::span(samples_).subspan(columns.first, n);
  distances_.gather(centers, distances_.to(centers), own.data + columns.first, own.stride);
  for (Index r = 0; r < n; ++r) {
    to_kernel(own.row(r) + columns.first, r, kernel_exponent(system.group->scale));
    own.row(r)[columns.first + r] = 1.0 + shape().ridge + system.shift;
  }
  work.panels.resize((n + kPanel - 1) / kPanel);
  for (std::size_t p = 0; p < work.panels.size(); ++p) {
    const Index first = static_cast<Index>(p) * kPanel;
    const Index end = std::min(first + kPanel, n);
    if (!factor_panel({own.row(first), end - first, own.stride}, columns.first + first, work.panels[p])) {
      return false;
    }
    eliminate({own.row(end), n - end, own.stride}, {&work.panels[p], 1});
  }
  return true;
}

// The targets are eliminated like one more sample's row.
void CpuSystems::solve_targets(System& system, const Columns& columns,
                               std::span<const FactorPanel> panels) const {
  if (system.group->dimensions.empty() || targets_.size() == 0) return;
  Matrix& forward = system.forward;
  forward.middleCols(columns.first, columns.size()) =
      targets_.middleRows(columns.first, columns.size())(Eigen::all, system.group->dimensions).transpose();
  eliminate({forward.data(), forward.rows(), forward.outerStride()}, panels);
}

void CpuSystems::add_to_sums(System& system, Index first_row, Index n, const Columns& columns) const {
  FactorRows rows = system.rows.rows(first_row, n);
  rows.data += columns.first;
  const std::span samples = std::span(samples_).subspan(first_row, n);
  const bool is_new = columns.first % kTile == 0;
  std::vector<double> sums(n);
  for (std::size_t k = 0; k < system.sums.size(); ++k) {
    double* of_tile = system.sums[k].row(columns.first / kTile).data();
    std::ranges::transform(samples, sums.begin(), [&](Index x) { return is_new ? 0.0 : of_tile[x]; });
    Vectorized<add_products_to>::run(sums.data(), rows, system.forward.row(k).data() + columns.first,
                                     columns.size());
    for (Index r = 0; r < n; ++r) of_tile[samples[r]] = sums[r];
  }
}

void CpuSystems::pack_block(const System& system, const Columns& columns, std::vector<FactorPanel>& panels) {
  panels.resize((columns.last - columns.first + kPanel - 1) / kPanel);
  for (std::size_t p = 0; p < panels.size(); ++p) {
    const Index first = columns.first + static_cast<Index>(p) * kPanel;
    pack_panel(system.rows.rows(first, std::min(kPanel, columns.last - first)), first, panels[p]);
  }
}

void CpuSystems::extend_rows(std::span<Work> batch, const Columns& columns, Index first_row) const {
  const std::span all(samples_);
  const SampleDistances::Columns goal = distances_.to(all.subspan(columns.first, columns.size()));
  threads_.for_each(n_items(first_row, n_rows()), [&](std::size_t item) {
    const Index start = item_start(first_row, item);
    const Index n = item_end(n_rows(), start) - start;
    Matrix distances(n, columns.size());
    distances_.gather(all.subspan(start, n), goal, distances.data(), distances.outerStride());
    for (Work& work : batch) {
      if (work.failed) continue;
      const FactorRows rows = work.system->rows.rows(start, n);
      const double exponent = kernel_exponent(work.system->group->scale);
      for (Index r = 0; r < n; ++r) {
        double* row = rows.row(r) + columns.first;
        std::copy_n(distances.row(r).data(), columns.size(), row);
        to_kernel(row, columns.size(), exponent);
      }
      eliminate(rows, work.panels);
      if (shape().carries_samples) add_to_sums(*work.system, start, n, columns);
    }
  });
}

void CpuSystems::retarget(Index first, const MatrixView& targets) {
  targets_.middleRows(first, targets.rows()) = targets;
  threads_.for_each(systems_.size(), [&](std::size_t k) {
    std::vector<FactorPanel> panels;
    for (const Columns& columns : blocks(first, n_centers_)) {
      pack_block(systems_[k], columns, panels);
      solve_targets(systems_[k], columns, panels);
    }
  });
  sum_again({n_centers_, n_rows()}, first);
}

// The sums of carried samples, over the tile that a column is in and those behind it.
void CpuSystems::sum_again(const RowRange& rows, Index first_column) {
  if (!shape().carries_samples) return;
  const std::size_t n = n_items(rows.first, rows.last);
  threads_.for_each(n * systems_.size(), [&](std::size_t item) {
    const Index start = item_start(rows.first, item % n);
    for (const Columns& columns : blocks(first_column / kTile * kTile, n_centers_)) {
      add_to_sums(systems_[item / n], start, item_end(rows.last, start) - start, columns);
    }
  });
}

Matrix CpuSystems::values(std::size_t system) const {
  const std::vector<Matrix>& sums = systems_[system].sums;
  Matrix values = Matrix::Zero(n_rows() - n_centers_, sums.size());
  for (std::size_t k = 0; k < sums.size(); ++k) {
    for (Index tile = 0; tile * kTile < n_centers_; ++tile) {
      for (Index x = n_centers_; x < n_rows(); ++x)
        values(x - n_centers_, k) += sums[k](tile, Index{samples_[x]});
    }
  }
  return values;
}

Matrix CpuSystems::coefficients(std::size_t system) const {
  Matrix solution = systems_[system].forward.leftCols(n_centers_);
  solve_upper(systems_[system], solution);
  return solution;
}

Matrix CpuSystems::solve(std::size_t system, Matrix right_hand_sides) const {
  solve_lower(systems_[system], right_hand_sides);
  solve_upper(systems_[system], right_hand_sides);
  return right_hand_sides;
}

void CpuSystems::solve_lower(const System& system, Matrix& rows, Index first_column) const {
  std::vector<FactorPanel> panels;
  for (const Columns& columns : blocks(first_column, n_centers_)) {
    pack_block(system, columns, panels);
    eliminate({rows.data(), rows.rows(), rows.outerStride()}, panels);
  }
}

void CpuSystems::solve_upper(const System& system, Matrix& rows) const {
  substitute_back(system.rows, n_centers_, {rows.data(), rows.rows(), rows.outerStride()});
}

// Center i alone after those before it: y_i = f_i + L_ii (L^-1 y)_i.
Matrix CpuSystems::values_before(std::size_t system) const {
  const System& its = systems_[system];
  Matrix values(its.group->dimensions.size(), n_centers_);
  for (Index i = 0; i < n_centers_; ++i) {
    values.col(i) =
        targets_.row(i)(its.group->dimensions).transpose() - its.rows.row(i)[i] * its.forward.col(i);
  }
  return values;
}

// (A^-1)_ii = |L^-1 e_i|², and L^-1 e_i begins with i zeros.
Vector CpuSystems::inverse_diagonal(std::size_t system, std::span<const Index> places) const {
  Vector diagonal(std::ssize(places));
  threads_.for_each((places.size() + kTile - 1) / kTile, [&](std::size_t item) {
    const Index first = static_cast<Index>(item) * kTile;
    const Index n = std::min(kTile, std::ssize(places) - first);
    Matrix rows = Matrix::Zero(n, n_centers_);
    for (Index i = 0; i < n; ++i) rows(i, places[first + i]) = 1.0;
    solve_lower(systems_[system], rows, places[first] / kTile * kTile);
    diagonal.segment(first, n) = rows.rowwise().squaredNorm();
  });
  return diagonal;
}

double CpuSystems::norm(const System& system) const {
  const std::span centers = std::span(samples_).first(n_centers_);
  const SampleDistances::Columns goal = distances_.to(centers);
  Vector sums(n_centers_);
  threads_.for_each(n_items(0, n_centers_), [&](std::size_t item) {
    const Index start = item_start(0, item);
    const Index n = item_end(n_centers_, start) - start;
    Matrix block(n, n_centers_);
    distances_.gather(centers.subspan(start, n), goal, block.data(), block.outerStride());
    to_kernel(block.data(), block.size(), kernel_exponent(system.group->scale));
    sums.segment(start, n) = block.rowwise().sum();
  });
  return sums.maxCoeff() + shape().ridge + system.shift;
}

// Hager's estimate: the 1-norm is the largest value of a convex function, climbed by its gradients.
double CpuSystems::inverse_norm(const System& system) const {
  const auto solve = [&](Vector x) {
    for (Index r = 0; r < n_centers_; ++r) {
      const double* row = system.rows.row(r);
      x(r) = (x(r) - dot(row, x.data(), r)) / row[r];
    }
    substitute_back(system.rows, n_centers_, {x.data(), 1, x.size()});
    return x;
  };
  constexpr int kSteps = 4;
  Vector x = Vector::Constant(n_centers_, 1.0 / static_cast<double>(n_centers_));
  double estimate = 0.0;
  for (int step = 0; step < kSteps; ++step) {
    const Vector y = solve(x);
    if (y.lpNorm<1>() <= estimate) break;
    estimate = y.lpNorm<1>();
    const Vector signs = y.unaryExpr([](double value) { return value < 0.0 ? -1.0 : 1.0; });
    const Vector gradient = solve(signs);
    Index steepest = 0;
    if (gradient.cwiseAbs().maxCoeff(&steepest) <= gradient.dot(x)) break;
    x = Vector::Unit(n_centers_, steepest);
  }
  return estimate;
}

double CpuSystems::condition(std::size_t system) const {
  return norm(systems_[system]) * inverse_norm(systems_[system]);
}

double CpuSystems::numbers(const SystemsSize& size) {
  const Index n_rows = size.carries_samples ? size.n_samples : size.most_centers;
  const auto packed = static_cast<double>(std::min(size.n_systems, kBatch) * kTile * size.most_centers);
  const Index n_tiles = (size.most_centers + kTile - 1) / kTile;
  const auto sums =
      static_cast<double>(size.carries_samples ? size.n_components * size.n_samples * n_tiles : 0);
  return size.n_systems * TriangularRows::size(n_rows, size.most_centers) + packed + sums;
}

}  // namespace sosi
