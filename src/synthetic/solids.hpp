// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace sosi {

/// The unit shapes all parts are stretched from: within |x|, |y|, |z| <= 1, upright along z.
enum class Shape { kEllipsoid, kBox, kCylinder };

/// One piece of a solid: a unit shape stretched, turned and moved.
struct Part {
  Shape shape = Shape::kEllipsoid;
  Eigen::Vector3d center = Eigen::Vector3d::Zero();
  /// Columns, perpendicular to each other: where the unit axes go.
  Eigen::Matrix3d half_axes = Eigen::Matrix3d::Identity();
  double gray = 1.0;  ///< how much light it returns, in [0, 1]
};

using Solid = std::vector<Part>;

struct Ray {
  Eigen::Vector3d origin;
  Eigen::Vector3d direction;  ///< of unit length
};

/// Where a ray first meets something: origin + distance * direction.
struct Hit {
  double distance = 0.0;
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();  ///< outward, of unit length
  double gray = 0.0;
};

/// The nearest of all points where the line of `ray` enters a part, behind the origin too.
std::optional<Hit> first_hit(const Solid& solid, const Ray& ray);

/// How far the solid reaches along `direction`: the largest dot product of one of its points with it.
double reach(const Solid& solid, const Eigen::Vector3d& direction);

/// The solid turned about the vertical axis through the origin.
Solid turned(const Solid& solid, double radians);

}  // namespace sosi
