// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/core/random.hpp"

namespace sosi {

/// Pixels of a face, and grid points per pixel in each direction.
inline constexpr Index kFaceHeight = 20;
inline constexpr Index kFaceWidth = 17;
inline constexpr Index kFaceFiner = 3;

/// The part of the light that comes from everywhere, shadows included.
inline constexpr double kLambertAmbient = 0.02;

/// A height field seen from above, and how much light each of its points returns; row 0 is the top of the
/// image.
struct Relief {
  Matrix height;         ///< at least 2 x 2
  Matrix albedo;         ///< same shape as `height`, in [0, 1]
  double spacing = 1.0;  ///< between neighboring grid points, in the unit of `height`
};

/// A random face in front of the camera, sampled several times finer than the images of make_lambert().
Relief random_face(Random& random);

/// Unit vectors towards the lights: x to the right, y up, z to the camera.
std::vector<Eigen::Vector3d> light_rig();

/// Brightness of each grid point: albedo * (ambient + (1 - ambient) * max(0, n.l)), without the second term
/// where the relief itself hides the light.
Matrix shade(const Relief& relief, const Eigen::Vector3d& light);

}  // namespace sosi
