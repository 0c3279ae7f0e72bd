// SPDX-License-Identifier: BSD-3-Clause
#include "graph/graph_labels.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "graph/row_distances.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {

namespace {

constexpr double kLeastProbability = 1e-3;  // bounds what a single label can add to the logarithmic loss

Indices rows_of_no_class(const Matrix& values) {
  Indices rows;
  for (Index row = 0; row < values.rows(); ++row) {
    if (!(values.row(row).maxCoeff() > 0.0)) rows.push_back(row);
  }
  return rows;
}

// The class of the labeled sample nearest to each of the rows.
std::vector<int> nearest_classes(const MatrixView& samples, const Indices& rows, const GivenLabels& given,
                                 ThreadPool& threads) {
  const Matrix points = samples(rows, Eigen::all);
  const Matrix labeled = samples(given.rows, Eigen::all);
  std::vector<int> classes(rows.size());
  visit_distances(points, labeled, threads, [&](Index i, std::span<const double> squared_distances) {
    classes[i] = given.classes[nearest(squared_distances, 1).front().second];
  });
  return classes;
}

}  // namespace

GivenLabels gather_labels(Index n_rows, std::span<const int> labels) {
  if (std::ssize(labels) != n_rows) {
    throw InvalidInput(std::to_string(labels.size()) + " labels for " + std::to_string(n_rows) +
                       " samples: must be the same number");
  }
  GivenLabels given{labels, {}, {}, {}};
  for (Index row = 0; row < n_rows; ++row) {
    if (labels[row] == kUnlabeled) continue;
    if (labels[row] < 0) {
      throw InvalidInput("label " + std::to_string(labels[row]) + " of row " + std::to_string(row) +
                         ": must be at least 0, or -1 for unlabeled");
    }
    given.rows.push_back(row);
    given.classes.push_back(labels[row]);
  }
  if (given.rows.empty()) throw InvalidInput("labels: must have at least one");
  for (std::size_t i = 0; i < given.classes.size(); ++i) {
    if (std::ranges::count(given.classes, given.classes[i]) >= 2) given.held_out.push_back(i);
  }
  return given;
}

Matrix class_indicators(const GivenLabels& given) {
  Matrix indicators = Matrix::Zero(std::ssize(given.labels), std::ranges::max(given.classes) + 1);
  for (const Index row : given.rows) indicators(row, given.labels[row]) = 1.0;
  return indicators;
}

int most_probable(const Matrix& probabilities, Index row) {
  Index best = 0;
  probabilities.row(row).maxCoeff(&best);
  return static_cast<int>(best);
}

Matrix with_unit_sums(Matrix values) {
  for (auto row : values.rowwise()) {
    const double sum = row.sum();
    if (sum > 0.0) row /= sum;
  }
  return values;
}

LabelScore score_of(const Matrix& predicted, const GivenLabels& given) {
  LabelScore score;
  for (Index i = 0; i < predicted.rows(); ++i) {
    const int of_class = given.classes[given.held_out[i]];
    const double probability = predicted(i, of_class);
    if (!(probability > 0.0) || most_probable(predicted, i) != of_class) ++score.n_errors;
    score.log_loss -= std::log(std::max(probability, kLeastProbability));
  }
  return score;
}

bool is_better(const LabelScore& a, const LabelScore& b) {
  return std::tie(a.n_errors, a.log_loss) < std::tie(b.n_errors, b.log_loss);
}

LabeledRows label_rows(Matrix values, const MatrixView& samples, const GivenLabels& given,
                       ThreadPool& threads) {
  LabeledRows labeled{std::move(values), {}, {}};
  labeled.unreached = rows_of_no_class(labeled.values);
  const std::vector<int> adopted = nearest_classes(samples, labeled.unreached, given, threads);
  for (std::size_t i = 0; i < adopted.size(); ++i) labeled.values(labeled.unreached[i], adopted[i]) = 1.0;
  for (Index row = 0; row < samples.rows(); ++row) {
    labeled.classes.push_back(most_probable(labeled.values, row));
  }
  return labeled;
}

Indices connected_components(const SparseMatrix& weights) {
  Indices component(weights.rows(), -1);
  Index n_components = 0;
  for (Index first = 0; first < weights.rows(); ++first) {
    if (component[first] >= 0) continue;
    component[first] = n_components;
    Indices front = {first};
    while (!front.empty()) {
      const Index row = front.back();
      front.pop_back();
      for (SparseMatrix::InnerIterator edge(weights, row); edge; ++edge) {
        if (component[edge.col()] >= 0) continue;
        component[edge.col()] = n_components;
        front.push_back(edge.col());
      }
    }
    ++n_components;
  }
  return component;
}

}  // namespace sosi
