// SPDX-License-Identifier: BSD-3-Clause
#include "extend/reference_extension.hpp"

#include <algorithm>

#include "graph/row_distances.hpp"
#include "linalg/lapack.hpp"
#include "sosi/data/samples.hpp"

namespace sosi {

ReferenceExtension::ReferenceExtension(Matrix samples, Matrix coordinates)
    : samples_(std::move(samples)), coordinates_(std::move(coordinates)) {
  check_valued(samples_, samples_, coordinates_);
  check_samples(samples_);
  check_samples(coordinates_);
}

MapValues ReferenceExtension::evaluate(const MatrixView& samples, ThreadPool& threads) const {
  check_features(samples, samples_);
  const lapack::SerialBlas serial;
  MapValues found{Matrix(samples.rows(), n_components()), Vector(samples.rows())};
  visit_distances(samples, samples_, threads, [&](Index i, std::span<const double> squared_distances) {
    found.values.row(i) = coordinates_at(samples.row(i), squared_distances);
    found.squared_distances(i) = std::ranges::min(squared_distances);
  });
  return found;
}

}  // namespace sosi
