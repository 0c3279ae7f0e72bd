// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/kernel/rbf_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <string>

#include "graph/packed_rows.hpp"
#include "kernel/gaussian_sum.hpp"
#include "kernel/gradient_lengths.hpp"
#include "kernel/kernel_backend.hpp"
#include "kernel/single_system.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

constexpr Index kQueriesPerItem = 32;
constexpr Index kPanelsPerChunk = GaussianSum::kChunk / PackedRows::kPanel;
static_assert(GaussianSum::kChunk % PackedRows::kPanel == 0);

// Distances of `n_rows` rows to a chunk of centers: what is in the cache between its parts.
template <Index n_rows>
struct alignas(64) Tile {
  double distances[n_rows * GaussianSum::kChunk] = {};
};

}  // namespace

void KernelDiagnostics::include(const KernelDiagnostics& other) {
  n_shifts += other.n_shifts;
  largest_shift = std::max(largest_shift, other.largest_shift);
  condition = std::max(condition, other.condition);
  interpolation_error = std::max(interpolation_error, other.interpolation_error);
}

struct RbfMap::Content {
  PackedRows centers;
  Matrix coefficients;
  Vector scales;
  GaussianSum sum;

  /// f of up to `n_rows` samples, chunk by chunk of the centers: distances, exponentials, sums and the
  /// nearest center while they are in the cache.
  template <Index n_rows>
  void evaluate(std::span<const double* const> samples, double* values, double* nearest) const {
    Tile<n_rows> tile;
    const auto n = static_cast<Index>(samples.size());
    std::fill_n(values, n * scales.size(), 0.0);
    std::fill_n(nearest, n, std::numeric_limits<double>::infinity());
    for (Index chunk = 0; chunk < sum.n_chunks(); ++chunk) {
      const Index first = chunk * kPanelsPerChunk;
      const PackedRows::Panels panels{first, std::min(kPanelsPerChunk, centers.n_panels() - first)};
      centers.squared_distances(samples, panels, tile.distances, GaussianSum::kChunk);
      const Index n_centers = std::min(GaussianSum::kChunk, centers.size() - chunk * GaussianSum::kChunk);
      for (Index i = 0; i < n; ++i) {
        const double* distances = tile.distances + i * GaussianSum::kChunk;
        nearest[i] = std::min(nearest[i], Eigen::Map<const Vector>(distances, n_centers).minCoeff());
        sum.add_chunk(chunk, distances, values + i * scales.size());
      }
    }
  }
};

RbfMap::RbfMap(const MatrixView& samples, std::span<const Index> centers, Matrix coefficients,
               Vector scales) {
  GaussianSum sum(coefficients, scales);
  content_ = std::make_shared<const Content>(
      Content{PackedRows(samples, centers), std::move(coefficients), std::move(scales), std::move(sum)});
}

Index RbfMap::n_features() const {
  return content_->centers.n_features();
}
Index RbfMap::n_centers() const {
  return content_->centers.size();
}
Index RbfMap::n_components() const {
  return content_->scales.size();
}
const Matrix& RbfMap::coefficients() const {
  return content_->coefficients;
}
const Vector& RbfMap::scales() const {
  return content_->scales;
}
Matrix RbfMap::centers() const {
  return content_->centers.unpack();
}
void RbfMap::copy_center(Index center, std::span<double> to) const {
  content_->centers.unpack_row(center, to.data());
}
bool RbfMap::is_center(Index center, std::span<const double> sample) const {
  return std::ssize(sample) == n_features() && content_->centers.equals(center, sample.data());
}

Matrix RbfMap::evaluate(const MatrixView& samples, ThreadPool& threads) const {
  return evaluate_with_distances(samples, threads).values;
}

MapValues RbfMap::evaluate_with_distances(const MatrixView& samples, ThreadPool& threads) const {
  check_features(samples.cols());
  MapValues found{Matrix(samples.rows(), n_components()), Vector(samples.rows())};
  threads.for_each((samples.rows() + kQueriesPerItem - 1) / kQueriesPerItem, [&](std::size_t item) {
    const Index first = static_cast<Index>(item) * kQueriesPerItem;
    const Index n = std::min(kQueriesPerItem, samples.rows() - first);
    std::array<const double*, kQueriesPerItem> rows;
    for (Index i = 0; i < n; ++i) rows[i] = samples.row(first + i).data();
    content_->evaluate<kQueriesPerItem>(std::span(rows).first(n), found.values.row(first).data(),
                                        found.squared_distances.data() + first);
  });
  return found;
}

double RbfMap::evaluate_one(std::span<const double> sample, std::span<double> values) const {
  check_features(std::ssize(sample));
  if (std::ssize(values) != n_components()) {
    throw InvalidInput("the output has " + std::to_string(values.size()) + " entries; the map has " +
                       std::to_string(n_components()));
  }
  const double* row = sample.data();
  double nearest = 0.0;
  content_->evaluate<1>(std::span(&row, 1), values.data(), &nearest);
  return nearest;
}

void RbfMap::check_features(Index n) const {
  if (n != n_features()) {
    throw InvalidInput("the samples have " + std::to_string(n) + " features; the map expects " +
                       std::to_string(n_features()));
  }
}

// grad f^k(x) = -2/(s^k)² sum over l of c_l^k exp(-||x - a_l||²/(s^k)²) (x - a_l).
Matrix RbfMap::gradient(const Eigen::Ref<const Eigen::RowVectorXd>& sample) const {
  const Matrix centers = this->centers();
  Matrix gradients = Matrix::Zero(n_components(), n_features());
  for (Index l = 0; l < n_centers(); ++l) {
    const Eigen::RowVectorXd difference = sample - centers.row(l);
    for (Index k = 0; k < n_components(); ++k) {
      const double exponent = kernel_exponent(scales()(k));
      const double weight = coefficients()(l, k) * std::exp(exponent * difference.squaredNorm());
      gradients.row(k) += 2.0 * exponent * weight * difference;
    }
  }
  return gradients;
}

// exp(-r²/s²) is steepest at r = s/sqrt(2), where its slope is sqrt(2/e)/s.
Vector RbfMap::lipschitz_bounds() const {
  const Eigen::ArrayXd sums = coefficients().cwiseAbs().colwise().sum().transpose();
  return std::sqrt(2.0 / std::numbers::e) * sums / scales().array();
}

Matrix RbfMap::gradient_norms(const MatrixView& samples, ThreadPool& threads) const {
  check_features(samples.cols());
  return GradientLengths(content_->centers, content_->coefficients, content_->scales).at(samples, threads);
}

RbfFit fit_rbf(const MatrixView& samples, const MatrixView& targets, const Vector& scales, double ridge,
               ThreadPool& threads) {
  if (samples.rows() != targets.rows() || targets.cols() != scales.size()) {
    throw InvalidInput("targets of " + std::to_string(targets.rows()) + " x " +
                       std::to_string(targets.cols()) + " do not fit " + std::to_string(samples.rows()) +
                       " samples and " + std::to_string(scales.size()) + " scales");
  }
  Indices rows(samples.rows());
  std::iota(rows.begin(), rows.end(), Index{0});
  const Matrix distances = squared_distances(samples, rows, threads);
  Interpolation solved =
      solve_interpolation(distances, targets, scales, ridge, *make_backend(Device::automatic, threads));
  RbfMap map(samples, rows, std::move(solved.coefficients), scales);
  const double largest = targets.cwiseAbs().maxCoeff();
  const double error = (map.evaluate(samples, threads) - targets).cwiseAbs().maxCoeff();
  solved.diagnostics.interpolation_error = largest > 0.0 ? error / largest : error;
  return {std::move(map), solved.diagnostics};
}

}  // namespace sosi
