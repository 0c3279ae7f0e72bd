// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

/// Row i of `samples`, and its squared distances to all reference rows.
using DistanceVisitor = std::function<void(Index i, std::span<const double> squared_distances)>;

/// Visits every row of `samples` once, a block of rows at a time: the matrix of all distances never exists.
void visit_distances(const MatrixView& samples, const MatrixView& references, ThreadPool& threads,
                     const DistanceVisitor& visit);

/// A squared distance and the row it leads to.
using Neighbor = std::pair<double, Index>;

/// The `count` nearest (fewer when there are fewer) by ascending distance; ties to the smaller row.
std::vector<Neighbor> nearest(std::span<const double> squared_distances, Index count);

/// Throws `InvalidInput` unless there are references and both have the same features.
void check_features(const MatrixView& samples, const MatrixView& references);

/// The same, and a row of values for each of the references.
void check_valued(const MatrixView& samples, const MatrixView& references, const MatrixView& values);

}  // namespace sosi
