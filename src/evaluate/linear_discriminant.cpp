// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/linear_discriminant.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "evaluate/labeled_samples.hpp"
#include "linalg/lapack.hpp"
#include "linalg/ledoit_wolf.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

template <>
FieldTable<LinearDiscriminantOptions> field_table<LinearDiscriminantOptions>() {
  return {
      field("lda_shrinkage", &LinearDiscriminantOptions::lda_shrinkage, between(0, 1),
            "share of the identity in the covariance of the classes; larger makes the rule more like that of "
            "the nearest class mean; auto: by the formula of Ledoit and Wolf"),
  };
}

namespace {

constexpr Index kRowsPerItem = 64;
constexpr double kNoScore = -std::numeric_limits<double>::infinity();

// The labeled samples, relative to their mean, taken apart.
struct ClassParts {
  Eigen::RowVectorXd mean;
  Matrix class_means;  // a row for every class
  Matrix residuals;    // samples less the means of their classes
  std::vector<Index> sizes;
};

ClassParts class_parts(const LabeledSamples& labeled) {
  ClassParts parts{labeled.samples.colwise().mean(), {}, labeled.samples, class_sizes(labeled.classes)};
  parts.residuals.rowwise() -= parts.mean;
  parts.class_means = Matrix::Zero(std::ssize(parts.sizes), labeled.samples.cols());
  for (Index i = 0; i < parts.residuals.rows(); ++i) {
    parts.class_means.row(labeled.classes[i]) += parts.residuals.row(i);
  }
  for (Index c = 0; c < parts.class_means.rows(); ++c) {
    if (parts.sizes[c] > 0) parts.class_means.row(c) /= static_cast<double>(parts.sizes[c]);
  }
  for (Index i = 0; i < parts.residuals.rows(); ++i) {
    parts.residuals.row(i) -= parts.class_means.row(labeled.classes[i]);
  }
  return parts;
}

// A factor of the matrix; throws where its smallest pivot is no more than rounding.
Matrix factored(Matrix matrix) {
  const double largest = matrix.diagonal().maxCoeff();
  const double least = static_cast<double>(matrix.rows()) * std::numeric_limits<double>::epsilon() * largest;
  const bool is_positive = lapack::cholesky(lapack::block_of(matrix));
  if (!is_positive || !(matrix.diagonal().cwiseAbs2().minCoeff() > least)) {
    throw InvalidInput(
        "lda_shrinkage: the covariance of the classes is singular without more of it; must be larger");
  }
  return matrix;
}

Matrix times_inverse(Matrix rows, Matrix factor) {
  lapack::solve_right_transposed(lapack::block_of(factor), lapack::block_of(rows));
  lapack::solve_right(lapack::block_of(factor), lapack::block_of(rows));
  return rows;
}

// The class means times the inverse of a I + b R^T R/N, a = shrinkage · mean variance, b = 1 - shrinkage.
// Trick: with more features than labels it is (m - m R^T (a N/b I + R R^T)^-1 R)/a, a system of the size of
// the labels.
Matrix discriminants(const ClassParts& parts, Matrix gram, const Shrinkage& shrunk) {
  const double identity = shrunk.shrinkage * shrunk.mean_variance;
  const double scatter = (1.0 - shrunk.shrinkage) / static_cast<double>(parts.residuals.rows());
  if (!(scatter > 0.0)) return parts.class_means / identity;
  if (parts.residuals.cols() <= parts.residuals.rows()) {
    gram *= scatter;
    gram.diagonal().array() += identity;
    return times_inverse(parts.class_means, factored(std::move(gram)));
  }
  if (!(identity > 0.0)) {
    throw InvalidInput("lda_shrinkage = 0: must be above 0 where there are more features (" +
                       std::to_string(parts.residuals.cols()) + ") than labels (" +
                       std::to_string(parts.residuals.rows()) + ")");
  }
  gram.diagonal().array() += identity / scatter;
  const Matrix inner =
      times_inverse(parts.class_means * parts.residuals.transpose(), factored(std::move(gram)));
  return (parts.class_means - inner * parts.residuals) / identity;
}

// w_c·x + offset_c.
struct LinearScores {
  Eigen::RowVectorXd mean;
  Matrix weights;  // w, a row for every class
  Eigen::RowVectorXd offsets;
};

LinearScores scores_of(const ClassParts& parts, const Shrinkage& shrunk, Matrix gram) {
  const bool has_spread = shrunk.mean_variance > 0.0;
  LinearScores scores{parts.mean,
                      has_spread ? discriminants(parts, std::move(gram), shrunk) : parts.class_means,
                      Eigen::RowVectorXd::Constant(std::ssize(parts.sizes), kNoScore)};
  for (Index c = 0; c < scores.offsets.size(); ++c) {
    if (parts.sizes[c] == 0) continue;
    const double prior = static_cast<double>(parts.sizes[c]) / static_cast<double>(parts.residuals.rows());
    scores.offsets(c) =
        (has_spread ? std::log(prior) : 0.0) - 0.5 * scores.weights.row(c).dot(parts.class_means.row(c));
  }
  return scores;
}

Matrix evaluate(const LinearScores& scores, const MatrixView& samples, ThreadPool& threads) {
  Matrix values(samples.rows(), scores.offsets.size());
  threads.for_each((samples.rows() + kRowsPerItem - 1) / kRowsPerItem, [&](std::size_t item) {
    const Index first = static_cast<Index>(item) * kRowsPerItem;
    const Index n = std::min(kRowsPerItem, samples.rows() - first);
    const Matrix centered = samples.middleRows(first, n).rowwise() - scores.mean;
    values.middleRows(first, n) = centered * scores.weights.transpose();
    values.middleRows(first, n).rowwise() += scores.offsets;
  });
  return values;
}

}  // namespace

LinearDiscriminantResult classify_by_linear_discriminant(const LabeledSamples& labeled,
                                                         const MatrixView& samples,
                                                         const LinearDiscriminantOptions& options,
                                                         ThreadPool& threads) {
  validate(options);
  check_labeled("lda", labeled, samples);
  const lapack::SerialBlas serial;
  const ClassParts parts = class_parts(labeled);
  Matrix gram = smaller_gram(parts.residuals);
  Shrinkage shrunk = ledoit_wolf(parts.residuals, gram);
  shrunk.shrinkage = options.lda_shrinkage.value_or(shrunk.shrinkage);
  LinearDiscriminantResult result{
      evaluate(scores_of(parts, shrunk, std::move(gram)), samples, threads), {}, shrunk.shrinkage};
  result.classes = largest_columns(result.scores);
  return result;
}

}  // namespace sosi
