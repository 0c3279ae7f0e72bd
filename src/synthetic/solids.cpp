// SPDX-License-Identifier: BSD-3-Clause
#include "synthetic/solids.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

namespace sosi {

namespace {

// Keeps quotients finite for lines parallel to a face: their crossings then lie beyond those of any other
// face.
constexpr double kTiny = std::numeric_limits<double>::min();

/// The stretch of a line inside a convex body, empty when it enters after it leaves.
struct Crossing {
  double enter;
  double leave;
  Eigen::Vector3d normal;  // where it enters

  bool is_empty() const { return !(enter <= leave); }
};

Crossing inside_both(const Crossing& a, const Crossing& b) {
  const Crossing& later = a.enter > b.enter ? a : b;
  return {later.enter, std::min(a.leave, b.leave), later.normal};
}

/// Inside |p[axis]| <= 1.
Crossing cross_slab(const Ray& ray, int axis) {
  const double towards = std::copysign(1.0, ray.direction[axis]);
  const double speed = std::max(std::abs(ray.direction[axis]), kTiny);
  const double offset = towards * ray.origin[axis];
  return {(-1.0 - offset) / speed, (1.0 - offset) / speed, -towards * Eigen::Vector3d::Unit(axis)};
}

/// Inside the unit ball, or tube, of the first `n_axes` coordinates.
Crossing cross_ball(const Ray& ray, int n_axes) {
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();
  Eigen::Vector3d direction = Eigen::Vector3d::Zero();
  origin.head(n_axes) = ray.origin.head(n_axes);
  direction.head(n_axes) = ray.direction.head(n_axes);
  // |origin + t direction|^2 = 1
  const double squared_speed = std::max(direction.squaredNorm(), kTiny);
  const double middle = -origin.dot(direction) / squared_speed;
  const double squared_half = middle * middle - (origin.squaredNorm() - 1.0) / squared_speed;
  if (squared_half < 0.0) return {1.0, 0.0, Eigen::Vector3d::Zero()};
  const double enter = middle - std::sqrt(squared_half);
  return {enter, middle + std::sqrt(squared_half), origin + enter * direction};
}

Crossing cross(Shape shape, const Ray& ray) {
  switch (shape) {
    case Shape::kEllipsoid:
      return cross_ball(ray, 3);
    case Shape::kCylinder:
      return inside_both(cross_ball(ray, 2), cross_slab(ray, 2));
    case Shape::kBox:
      break;
  }
  return inside_both(inside_both(cross_slab(ray, 0), cross_slab(ray, 1)), cross_slab(ray, 2));
}

/// The support function of a unit shape.
double unit_reach(Shape shape, const Eigen::Vector3d& direction) {
  switch (shape) {
    case Shape::kEllipsoid:
      return direction.norm();
    case Shape::kCylinder:
      return direction.head<2>().norm() + std::abs(direction.z());
    case Shape::kBox:
      break;
  }
  return direction.lpNorm<1>();
}

/// Whether the ray passes by the ball around a part, which spares most parts the exact answer.
bool passes_by(const Part& part, const Ray& ray) {
  const Eigen::Vector3d offset = ray.origin - part.center;
  const double along = offset.dot(ray.direction);
  return offset.squaredNorm() - along * along > part.half_axes.squaredNorm();
}

}  // namespace

std::optional<Hit> first_hit(const Solid& solid, const Ray& ray) {
  std::optional<Hit> first;
  for (const Part& part : solid) {
    if (passes_by(part, ray)) continue;
    // The inverse of a matrix with perpendicular columns is its transpose over their squared lengths. The
    // affine map to the unit shape keeps distances along the ray, and normals come back by its transpose.
    const Eigen::Matrix3d& axes = part.half_axes;
    const Eigen::Vector3d squared_radii = axes.colwise().squaredNorm();
    const Ray local{(axes.transpose() * (ray.origin - part.center)).cwiseQuotient(squared_radii),
                    (axes.transpose() * ray.direction).cwiseQuotient(squared_radii)};
    const Crossing crossing = cross(part.shape, local);
    if (crossing.is_empty() || (first && first->distance <= crossing.enter)) continue;
    first =
        Hit{crossing.enter, (axes * crossing.normal.cwiseQuotient(squared_radii)).normalized(), part.gray};
  }
  return first;
}

double reach(const Solid& solid, const Eigen::Vector3d& direction) {
  double farthest = -std::numeric_limits<double>::infinity();
  for (const Part& part : solid) {
    const Eigen::Vector3d local = part.half_axes.transpose() * direction;
    farthest = std::max(farthest, part.center.dot(direction) + unit_reach(part.shape, local));
  }
  return farthest;
}

Solid turned(const Solid& solid, double radians) {
  const Eigen::Matrix3d rotation = Eigen::AngleAxisd(radians, Eigen::Vector3d::UnitZ()).toRotationMatrix();
  Solid result = solid;
  for (Part& part : result) {
    part.center = rotation * part.center;
    part.half_axes = rotation * part.half_axes;
  }
  return result;
}

}  // namespace sosi
