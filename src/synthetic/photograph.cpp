// SPDX-License-Identifier: BSD-3-Clause
#include "synthetic/photograph.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "synthetic/rendering.hpp"

namespace sosi {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr Index kFiner = 2;  // rays a pixel, in each direction
constexpr double kAmbient = 0.15;
constexpr double kCameraElevation = 20.0 * kPi / 180.0;

/// The camera's axes, and the way to the light: near the camera, above its left shoulder.
struct Studio {
  Eigen::Vector3d right{1.0, 0.0, 0.0};
  Eigen::Vector3d up{0.0, std::sin(kCameraElevation), std::cos(kCameraElevation)};
  Eigen::Vector3d back{0.0, -std::cos(kCameraElevation), std::sin(kCameraElevation)};
  Eigen::Vector3d light = (back + 0.35 * up - 0.25 * right).normalized();
};

/// The square of the image plane that just holds a solid.
struct Frame {
  double across, up;  // its middle
  double half_side;

  Frame(const Solid& solid, const Studio& studio) {
    const double left = -reach(solid, -studio.right);
    const double right = reach(solid, studio.right);
    const double bottom = -reach(solid, -studio.up);
    const double top = reach(solid, studio.up);
    across = 0.5 * (left + right);
    up = 0.5 * (bottom + top);
    half_side = 0.5 * std::max(right - left, top - bottom);
  }
};

double brightness(const Solid& solid, const Studio& studio, const Ray& ray) {
  const std::optional<Hit> hit = first_hit(solid, ray);
  if (!hit) return 0.0;
  return hit->gray * (kAmbient + (1.0 - kAmbient) * std::max(0.0, hit->normal.dot(studio.light)));
}

Part random_part(double roundness, Random& random) {
  static constexpr std::array kShapes = {Shape::kEllipsoid, Shape::kBox, Shape::kCylinder};
  Part part;
  part.shape = kShapes[random.below(kShapes.size())];
  const double radius = random.uniform(0.4, 1.0);
  const double flatness = std::pow(random.uniform(0.3, 1.0), 1.0 - roundness);
  const Eigen::Vector3d radii(radius, radius * flatness, random.uniform(0.25, 1.2));
  part.half_axes = radii.asDiagonal();
  part.gray = random.uniform(0.3, 1.0);
  return turned({part}, random.uniform(0.0, 2.0 * kPi)).front();
}

/// Puts `part` on the table, reaching out of the side of `support` like a handle.
void put_beside(Part& part, const Part& support, double offset, Random& random) {
  const double angle = random.uniform(0.0, 2.0 * kPi);
  part.center = support.center +
                support.half_axes * Eigen::Vector3d(offset * std::cos(angle), offset * std::sin(angle), 0.0);
  part.center.z() = part.half_axes(2, 2);
}

/// Puts `part` on top of `support`, sunk in a little because the top of an ellipsoid falls away from its
/// middle.
void put_on_top(Part& part, const Part& support, double offset, Random& random) {
  const double angle = random.uniform(0.0, 2.0 * kPi);
  part.center = support.center +
                support.half_axes * Eigen::Vector3d(offset * std::cos(angle), offset * std::sin(angle), 1.0);
  part.center.z() += 0.7 * part.half_axes(2, 2);
}

}  // namespace

Solid random_solid(Random& random) {
  // From jugs, which look alike all around, to heaps of blocks.
  const double roundness = random.uniform(0.35, 0.95);
  Solid solid = {random_part(roundness, random)};
  solid.front().center.z() = solid.front().half_axes(2, 2);
  const auto n_parts = 3 + random.below(4);
  while (solid.size() < n_parts) {
    Part part = random_part(roundness, random);
    part.half_axes *= random.uniform(0.4, 0.8);
    const Part& support = solid[random.below(solid.size())];
    // The second part always sticks out, so that no solid looks the same from everywhere.
    if (solid.size() == 1 || random.uniform() < 0.25) {
      put_beside(part, support, 1.0 - 0.6 * roundness, random);
    } else {
      put_on_top(part, support, 0.5 * (1.0 - roundness), random);
    }
    solid.push_back(part);
  }
  return solid;
}

Matrix photograph(const Solid& resting, double radians, Index n_pixels) {
  const Solid solid = turned(resting, radians);
  const Studio studio;
  const Frame frame(solid, studio);
  const Index n_rays = n_pixels * kFiner;
  const double spacing = 2.0 * frame.half_side / static_cast<double>(n_rays);
  const double middle = 0.5 * static_cast<double>(n_rays - 1);
  Matrix image(n_rays, n_rays);
  for (Index row = 0; row < n_rays; ++row) {
    for (Index column = 0; column < n_rays; ++column) {
      const double u = frame.across + spacing * (static_cast<double>(column) - middle);
      const double v = frame.up + spacing * (middle - static_cast<double>(row));
      image(row, column) = brightness(solid, studio, {u * studio.right + v * studio.up, -studio.back});
    }
  }
  return averaged_down(image, kFiner);
}

}  // namespace sosi
