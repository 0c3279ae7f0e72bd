// SPDX-License-Identifier: BSD-3-Clause
#include "synthetic/relief.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace sosi {

namespace {

constexpr double kPixel = 0.1;

// How far faces differ from the common one, relative to the spreads written beside its features: this one
// number sets the difficulty. At 1 a nearest neighbor among six labels a class errs about as often as on the
// Yale faces.
constexpr double kVariation = 1.0;

/// A smooth hill, a Gaussian with axes along the image.
struct Hill {
  double x, y;        // center
  double rx, ry;      // standard deviations
  double amplitude;   // of the height, or of the logarithm of the albedo
  double spread = 0;  // standard deviation of the amplitude over the faces

  double at(double px, double py) const {
    const double u = (px - x) / rx;
    const double v = (py - y) / ry;
    return amplitude * std::exp(-0.5 * (u * u + v * v));
  }
};

// Positions in units of ten pixels around the middle of the image. Those to the right come with a twin
// to the left.
constexpr std::array kShape = {
    Hill{0.00, 0.00, 0.085, 0.22, 0.22, 0.10},   // nose
    Hill{0.00, -0.14, 0.13, 0.09, 0.10, 0.06},   // its tip
    Hill{0.00, 0.42, 0.50, 0.10, 0.08, 0.06},    // brow
    Hill{0.34, 0.22, 0.16, 0.11, -0.12, 0.06},   // eye sockets
    Hill{0.45, -0.15, 0.18, 0.18, 0.07, 0.06},   // cheeks
    Hill{0.30, -0.45, 0.12, 0.20, -0.04, 0.06},  // folds beside the mouth
    Hill{0.00, -0.45, 0.20, 0.08, 0.05, 0.04},   // lips
    Hill{0.00, -0.62, 0.20, 0.06, -0.05, 0.04},  // dip below them
    Hill{0.00, -0.82, 0.22, 0.14, 0.10, 0.08},   // chin
};
constexpr std::array kPaint = {
    Hill{0.34, 0.40, 0.17, 0.05, -0.7, 0.50},   // eyebrows
    Hill{0.33, 0.22, 0.11, 0.06, -0.6, 0.40},   // eyes
    Hill{0.00, -0.46, 0.22, 0.06, -0.5, 0.40},  // mouth
    Hill{0.00, 1.10, 1.00, 0.15, -0.8, 1.20},   // hair
};

Hill varied(const Hill& mean, Random& random) {
  Hill hill = mean;
  hill.x += mean.x > 0 ? kVariation * 0.06 * random.normal() : 0.0;
  hill.y += kVariation * 0.08 * random.normal();
  hill.rx *= std::exp(kVariation * 0.3 * random.normal());
  hill.ry *= std::exp(kVariation * 0.3 * random.normal());
  hill.amplitude += kVariation * mean.spread * random.normal();
  return hill;
}

template <std::size_t n>
std::vector<Hill> varied_features(const std::array<Hill, n>& means, Random& random) {
  std::vector<Hill> hills;
  for (const Hill& mean : means) {
    const Hill hill = varied(mean, random);
    hills.push_back(hill);
    if (mean.x > 0) {
      hills.push_back(hill);
      hills.back().x = -hill.x;
    }
  }
  return hills;
}

/// Hills anywhere, without a mirrored twin: what makes a face its own.
void add_random_hills(std::vector<Hill>& hills, int n_hills, double spread, Random& random) {
  for (int i = 0; i < n_hills; ++i) {
    Hill hill{};
    hill.x = random.uniform(-0.8, 0.8);
    hill.y = random.uniform(-0.9, 0.9);
    hill.rx = random.uniform(0.12, 0.4);
    hill.ry = random.uniform(0.12, 0.4);
    hill.amplitude = kVariation * spread * random.normal();
    hills.push_back(hill);
  }
}

double sum_at(const std::vector<Hill>& hills, double x, double y) {
  double sum = 0.0;
  for (const Hill& hill : hills) sum += hill.at(x, y);
  return sum;
}

/// The head beneath the features: an ellipsoid whose rim runs out smoothly instead of ending in a cliff.
struct Head {
  double rx, ry, depth;

  double at(double x, double y) const {
    const double inside = 1.0 - (x / rx) * (x / rx) - (y / ry) * (y / ry);
    return depth * std::sqrt(0.5 * (inside + std::sqrt(inside * inside + 0.05)));
  }
};

struct GridPoint {
  Index row, column;
};

struct Slope {
  double across, down;
};

/// By central differences; one-sided on the rim of the grid.
Slope slope_at(const Relief& relief, const GridPoint& point) {
  const auto [row, column] = point;
  const Index top = std::max<Index>(row - 1, 0);
  const Index bottom = std::min(row + 1, relief.height.rows() - 1);
  const Index left = std::max<Index>(column - 1, 0);
  const Index right = std::min(column + 1, relief.height.cols() - 1);
  const auto per = [&](Index steps) { return 1.0 / (relief.spacing * static_cast<double>(steps)); };
  return {(relief.height(row, right) - relief.height(row, left)) * per(right - left),
          (relief.height(bottom, column) - relief.height(top, column)) * per(bottom - top)};
}

double height_between(const Matrix& height, double row, double column) {
  const Index top = std::min(static_cast<Index>(row), height.rows() - 2);
  const Index left = std::min(static_cast<Index>(column), height.cols() - 2);
  const double v = row - static_cast<double>(top);
  const double u = column - static_cast<double>(left);
  const double above = height(top, left) + u * (height(top, left + 1) - height(top, left));
  const double below = height(top + 1, left) + u * (height(top + 1, left + 1) - height(top + 1, left));
  return above + v * (below - above);
}

/// Follows the ray from a grid point to the light, a grid spacing at a time, until it has met the relief, has
/// left the grid or is above everything.
bool is_hidden(const Relief& relief, double highest, const Eigen::Vector3d& light, const GridPoint& point) {
  const Matrix& height = relief.height;
  const auto last_row = static_cast<double>(height.rows() - 1);
  const auto last_column = static_cast<double>(height.cols() - 1);
  auto r = static_cast<double>(point.row);
  auto c = static_cast<double>(point.column);
  double z = height(point.row, point.column);
  while (z <= highest) {
    r -= light.y();
    c += light.x();
    z += light.z() * relief.spacing;
    if (r < 0 || c < 0 || r > last_row || c > last_column) return false;
    if (height_between(height, r, c) > z) return true;
  }
  return false;
}

}  // namespace

Relief random_face(Random& random) {
  const Head head{.rx = 0.95 * std::exp(kVariation * 0.08 * random.normal()),
                  .ry = 1.25 * std::exp(kVariation * 0.08 * random.normal()),
                  .depth = 0.75 * std::exp(kVariation * 0.16 * random.normal())};
  std::vector<Hill> shape = varied_features(kShape, random);
  add_random_hills(shape, 8, 0.05, random);
  std::vector<Hill> paint = varied_features(kPaint, random);
  add_random_hills(paint, 8, 0.24, random);
  const double tone = std::log(0.75);

  Relief face;
  face.spacing = kPixel / static_cast<double>(kFaceFiner);
  face.height.resize(kFaceFiner * kFaceHeight, kFaceFiner * kFaceWidth);
  face.albedo.resize(kFaceFiner * kFaceHeight, kFaceFiner * kFaceWidth);
  for (Index row = 0; row < face.height.rows(); ++row) {
    for (Index column = 0; column < face.height.cols(); ++column) {
      const double x =
          face.spacing * (static_cast<double>(column) - 0.5 * static_cast<double>(face.height.cols() - 1));
      const double y =
          face.spacing * (0.5 * static_cast<double>(face.height.rows() - 1) - static_cast<double>(row));
      face.height(row, column) = head.at(x, y) + sum_at(shape, x, y);
      face.albedo(row, column) = std::min(1.0, std::exp(tone + sum_at(paint, x, y)));
    }
  }
  return face;
}

std::vector<Eigen::Vector3d> light_rig() {
  struct Stand {
    int azimuth, elevation;  // degrees
  };
  // The flashes of the Extended Yale B rig, but for the six that stand farthest behind the head and leave the
  // image black.
  static constexpr std::array kMiddle = {Stand{0, 0},  Stand{0, 20},  Stand{0, 45},
                                         Stand{0, 90}, Stand{0, -20}, Stand{0, -35}};
  static constexpr std::array kSide = {
      Stand{5, 10},   Stand{5, -10},  Stand{10, 0},   Stand{10, -20}, Stand{15, 20},  Stand{20, 10},
      Stand{20, -10}, Stand{20, -40}, Stand{25, 0},   Stand{35, 15},  Stand{35, 40},  Stand{35, 65},
      Stand{35, -20}, Stand{50, 0},   Stand{50, -40}, Stand{60, 20},  Stand{60, -20}, Stand{70, 0},
      Stand{70, 45},  Stand{70, -35}, Stand{85, 20},  Stand{85, -20}, Stand{95, 0},   Stand{110, 15},
      Stand{110, 40}, Stand{110, 65}};
  std::vector<Eigen::Vector3d> lights;
  const auto add = [&](int azimuth, int elevation) {
    const double a = azimuth * std::numbers::pi / 180.0;
    const double e = elevation * std::numbers::pi / 180.0;
    lights.emplace_back(std::cos(e) * std::sin(a), std::sin(e), std::cos(e) * std::cos(a));
  };
  for (const Stand& stand : kMiddle) add(stand.azimuth, stand.elevation);
  for (const Stand& stand : kSide) {
    add(stand.azimuth, stand.elevation);
    add(-stand.azimuth, stand.elevation);
  }
  return lights;
}

Matrix shade(const Relief& relief, const Eigen::Vector3d& light) {
  const double highest = relief.height.maxCoeff();
  Matrix image(relief.height.rows(), relief.height.cols());
  for (Index row = 0; row < image.rows(); ++row) {
    for (Index column = 0; column < image.cols(); ++column) {
      const Slope slope = slope_at(relief, {row, column});
      const Eigen::Vector3d normal = Eigen::Vector3d(-slope.across, slope.down, 1.0).normalized();
      const double facing = normal.dot(light);
      const bool is_lit = facing > 0.0 && !is_hidden(relief, highest, light, {row, column});
      const double direct = is_lit ? (1.0 - kLambertAmbient) * facing : 0.0;
      image(row, column) = relief.albedo(row, column) * (kLambertAmbient + direct);
    }
  }
  return image;
}

}  // namespace sosi
