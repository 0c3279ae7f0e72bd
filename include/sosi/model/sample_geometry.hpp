// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "sosi/model/model.hpp"

namespace sosi {

// Distances, gradients and radii are those in the space of the normalized samples. All functions throw
// `InvalidInput` for a model without centers, which is one that is not extended by radial basis functions.

/// ||grad f^k(x)|| for every sample (row) and dimension (column); the norm of a row is that of the Jacobian
/// matrix of f. For n samples, L centers and m features this takes n L m d multiply-adds, d times as many as
/// to evaluate f.
Matrix gradient_norms(const Model& model, const MatrixView& samples, const Execution& execution = {});

/// The distance of every sample to the manifold of the class that is named for it: to the convex hull of its
/// nearest labeled samples of that class. 0 for a labeled sample of the class.
Vector manifold_distances(const Model& model, const MatrixView& samples, std::span<const int> classes,
                          const Execution& execution = {});

/// How far every sample can be moved without a change of the label that the map gives it, from
/// `Model::class_squared_distances`: (d_2 - d_1) / (2 L), where d_1 and d_2 are the distances of f(x) to the
/// nearest class and to the second, and L is the Lipschitz bound of f. Infinite where there is one class.
///
/// About labels of the map alone: those of samples of the fit may be others, given or by vote.
Vector safe_radii(const Model& model, const MatrixView& class_squared_distances);

/// All three, an entry per sample.
struct SampleGeometry {
  Vector manifold_distance;  ///< to the manifold of its class
  Vector gradient_norm;      ///< of the Jacobian matrix of f
  Vector safe_radius;
};

/// `classes` has a class for every sample.
SampleGeometry sample_geometry(const Model& model, const MatrixView& samples, std::span<const int> classes,
                               const Execution& execution = {});

}  // namespace sosi
