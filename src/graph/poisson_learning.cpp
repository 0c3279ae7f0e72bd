// SPDX-License-Identifier: BSD-3-Clause
#include "graph/poisson_learning.hpp"

#include <algorithm>
#include <vector>

#include "graph/harmonic_system.hpp"
#include "graph/laplacian_solver.hpp"
#include "sosi/data/labels.hpp"
#include "sosi/graph/class_graphs.hpp"

namespace sosi {

namespace {

// A connected component of the graph and its labels.
struct Component {
  Indices rows;
  Eigen::RowVectorXd mean;  // of the indicators of its labels; zero without labels

  bool has_labels() const { return mean.sum() > 0.0; }
  bool has_one_class() const { return (mean.array() > 0.0).count() == 1; }
};

std::vector<Component> split(const SparseMatrix& weights, const Matrix& indicators) {
  const Indices numbers = connected_components(weights);
  const Component empty{{}, Eigen::RowVectorXd::Zero(indicators.cols())};
  std::vector<Component> components(std::ranges::max(numbers) + 1, empty);
  for (Index row = 0; row < std::ssize(numbers); ++row) {
    Component& component = components[numbers[row]];
    component.rows.push_back(row);
    component.mean += indicators.row(row);
  }
  for (Component& component : components) {
    if (component.has_labels()) component.mean /= component.mean.sum();
  }
  return components;
}

// The rows of L and L itself without one row and column for each component, that of the largest degree: this
// fixes the constant that L leaves open.
struct GroundedSystem {
  Indices rows;
  Indices position;  // of every row in `rows`, else -1
};

GroundedSystem ground(const std::vector<Component>& components, const Vector& degrees) {
  GroundedSystem system{{}, Indices(degrees.size(), -1)};
  for (const Component& component : components) {
    if (!component.has_labels() || component.has_one_class()) continue;
    const Index grounded =
        *std::ranges::max_element(component.rows, {}, [&](Index row) { return degrees(row); });
    for (const Index row : component.rows) {
      if (row == grounded) continue;
      system.position[row] = std::ssize(system.rows);
      system.rows.push_back(row);
    }
  }
  return system;
}

SparseMatrix grounded_laplacian(const SparseMatrix& weights, const Vector& degrees,
                                const GroundedSystem& system) {
  std::vector<Eigen::Triplet<double>> entries;
  for (Index i = 0; i < std::ssize(system.rows); ++i) {
    entries.emplace_back(i, i, (1.0 + kLeak) * degrees(system.rows[i]));
    for (SparseMatrix::InnerIterator edge(weights, system.rows[i]); edge; ++edge) {
      const Index j = system.position[edge.col()];
      if (j >= 0) entries.emplace_back(i, j, -edge.value());
    }
  }
  const auto n = static_cast<Index>(system.rows.size());
  SparseMatrix laplacian(n, n);
  laplacian.setFromTriplets(entries.begin(), entries.end());
  return laplacian;
}

// y_j - mean at the labels, else 0.
Matrix sources(const std::vector<Component>& components, const GivenLabels& given, Matrix indicators) {
  for (const Component& component : components) {
    for (const Index row : component.rows) {
      if (given.labels[row] != kUnlabeled) indicators.row(row) -= component.mean;
    }
  }
  return indicators;
}

}  // namespace

Matrix poisson_values(const SparseMatrix& weights, const GivenLabels& given) {
  const Matrix indicators = class_indicators(given);
  const std::vector<Component> components = split(weights, indicators);
  const Vector degree = degrees(weights);
  const GroundedSystem system = ground(components, degree);
  Matrix values = Matrix::Zero(indicators.rows(), indicators.cols());
  if (!system.rows.empty()) {
    const Matrix sides = sources(components, given, indicators)(system.rows, Eigen::all);
    values(system.rows, Eigen::all) =
        make_laplacian_solver(grounded_laplacian(weights, degree, system))->solve(sides);
  }
  for (const Component& component : components) {
    if (component.has_one_class()) {
      for (const Index row : component.rows) values.row(row) = component.mean;
      continue;
    }
    Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(values.cols());
    double volume = 0.0;
    for (const Index row : component.rows) {
      mean += degree(row) * values.row(row);
      volume += degree(row);
    }
    if (!(volume > 0.0)) continue;
    for (const Index row : component.rows) values.row(row) -= mean / volume;
  }
  return values;
}

}  // namespace sosi
