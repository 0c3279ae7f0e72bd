// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/extend/lle.hpp"

#include <Eigen/Cholesky>

#include "graph/row_distances.hpp"

namespace sosi {

template <>
const FieldTable<LleOptions>& field_table<LleOptions>() {
  static const FieldTable<LleOptions> table = {
      field("lle_neighbors", &LleOptions::lle_neighbors, at_least(1),
            "nearest labeled samples that reconstruct a sample; more make the extension smoother"),
      field("lle_regularization", &LleOptions::lle_regularization, above(0),
            "added to the diagonal of the local Gram matrix, relative to its mean; more make weights alike"),
  };
  return table;
}

namespace {

// Aim: weights w with sum 1 that minimize ||x - sum w_a x_a||² + r ||w||².
// Formula: (G + r I) w = 1, then w / sum(w), with G_ab = (x - x_a)·(x - x_b) and r a share of G's mean
// diagonal. Trick: G is divided by its trace first, so that no scale of the samples over- or underflows.
Vector reconstruction_weights(const Matrix& differences, double regularization) {
  const Index n = differences.rows();
  Matrix gram = differences * differences.transpose();
  const double trace = gram.trace();
  if (!(trace > 0.0)) return Vector::Constant(n, 1.0 / static_cast<double>(n));  // x is each of them
  gram /= trace;
  gram.diagonal().array() += regularization / static_cast<double>(n);
  const Vector weights = gram.llt().solve(Vector::Ones(n));
  return weights / weights.sum();
}

}  // namespace

Matrix extend_by_lle(const EmbeddedSamples& embedded, const MatrixView& samples, const LleOptions& options,
                     ThreadPool& threads) {
  validate(options);
  check_valued(samples, embedded.samples, embedded.coordinates);
  Matrix coordinates = Matrix::Zero(samples.rows(), embedded.coordinates.cols());
  visit_distances(samples, embedded.samples, threads, [&](Index i, std::span<const double> distances) {
    const std::vector<Neighbor> neighbors = nearest(distances, options.lle_neighbors);
    Matrix differences(neighbors.size(), samples.cols());
    for (std::size_t a = 0; a < neighbors.size(); ++a) {
      differences.row(a) = samples.row(i) - embedded.samples.row(neighbors[a].second);
    }
    const Vector weights = reconstruction_weights(differences, options.lle_regularization);
    for (std::size_t a = 0; a < neighbors.size(); ++a) {
      coordinates.row(i) += weights(a) * embedded.coordinates.row(neighbors[a].second);
    }
  });
  return coordinates;
}

}  // namespace sosi
