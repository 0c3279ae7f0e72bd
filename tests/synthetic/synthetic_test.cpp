// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>

#include "sosi/core/random.hpp"
#include "sosi/synthetic/lambert.hpp"
#include "sosi/synthetic/turntable.hpp"
#include "synthetic/photograph.hpp"
#include "synthetic/relief.hpp"
#include "synthetic/rendering.hpp"

namespace sosi {
namespace synthetic_test {

struct Maker {
  std::function<ImageSet(std::uint64_t, ThreadPool&)> make;
  Index n_classes, n_images, height, width;
};

class SyntheticTest : public ::testing::TestWithParam<Maker> {
 protected:
  static ImageSet make(std::uint64_t seed, int n_threads = 2) {
    ThreadPool threads(n_threads);
    return GetParam().make(seed, threads);
  }
};

INSTANTIATE_TEST_SUITE_P(Sets, SyntheticTest,
                         ::testing::Values(Maker{make_lambert, 12, 58, 20, 17},
                                           Maker{make_turntable, 20, 72, 32, 32}),
                         [](const auto& instance) {
                           return std::string(instance.index == 0 ? "Lambert" : "Turntable");
                         });

TEST_P(SyntheticTest, HasTheStatedNumberOfDifferentImagesBetweenBlackAndWhite) {
  const Maker& expected = GetParam();
  const ImageSet images = make(2);
  EXPECT_EQ(images.height, expected.height);
  EXPECT_EQ(images.width, expected.width);
  EXPECT_EQ(images.samples.cols(), expected.height * expected.width);
  ASSERT_EQ(images.samples.rows(), expected.n_classes * expected.n_images);
  ASSERT_EQ(std::ssize(images.classes), images.samples.rows());
  for (Index i = 0; i < images.samples.rows(); ++i) EXPECT_EQ(images.classes[i], i / expected.n_images);
  EXPECT_TRUE(images.samples.allFinite());
  EXPECT_GE(images.samples.minCoeff(), 0.0);
  EXPECT_LE(images.samples.maxCoeff(), 1.0);
  for (Index i = 1; i < images.samples.rows(); ++i) {
    EXPECT_GT((images.samples.row(i) - images.samples.row(i - 1)).cwiseAbs().maxCoeff(), 0.0) << i;
  }
}

TEST_P(SyntheticTest, DependsOnTheSeedAndNotOnTheNumberOfThreads) {
  const Matrix samples = make(4, 1).samples;
  EXPECT_EQ(samples, make(4, 3).samples);
  const Matrix difference = samples - make(5).samples;
  EXPECT_GT(difference.rowwise().norm().minCoeff(), 0.01);
}

/// The error in percent of nearest neighbors among `n_labels` random images a class, of unit norm.
double nearest_neighbor_error(const ImageSet& images, std::size_t n_labels, std::uint64_t seed) {
  const Matrix unit = images.samples.rowwise().normalized();
  const auto n_classes = static_cast<std::size_t>(images.classes.back()) + 1;
  const std::size_t n_images = images.classes.size() / n_classes;
  Random random(seed);
  Indices labeled;
  for (std::size_t c = 0; c < n_classes; ++c) {
    Indices members(n_images);
    std::iota(members.begin(), members.end(), static_cast<Index>(c * n_images));
    random.shuffle(members);
    labeled.insert(labeled.end(), members.begin(), members.begin() + static_cast<std::ptrdiff_t>(n_labels));
  }
  const Matrix similarity = unit * Matrix(unit(labeled, Eigen::all)).transpose();
  int n_wrong = 0;
  for (Index i = 0; i < unit.rows(); ++i) {
    Index nearest = 0;
    similarity.row(i).maxCoeff(&nearest);
    n_wrong += images.classes[i] != images.classes[labeled[nearest]];
  }
  return 100.0 * n_wrong / static_cast<double>(images.classes.size() - labeled.size());
}

double mean_error(const std::function<ImageSet(std::uint64_t, ThreadPool&)>& make, std::size_t n_labels) {
  ThreadPool threads;
  double sum = 0.0;
  for (const std::uint64_t seed : {1, 2}) {
    sum += nearest_neighbor_error(make(seed, threads), n_labels, seed);
  }
  return sum / 2.0;
}

TEST(Lambert, IsAboutAsHardAsTheYaleFaces) {
  const double error = mean_error(make_lambert, 6);
  EXPECT_GT(error, 40.0);
  EXPECT_LT(error, 55.0);
}

TEST(Turntable, IsAboutAsHardAsCoil20) {
  const double error = mean_error(make_turntable, 4);
  EXPECT_GT(error, 15.0);
  EXPECT_LT(error, 25.0);
}

Relief flat_relief() {
  return {Matrix::Constant(9, 7, 0.3), Matrix::Constant(9, 7, 0.8), 0.1};
}

TEST(Shade, OfAFlatReliefIsTheCosineWithoutAnyShadow) {
  for (const Eigen::Vector3d& light : light_rig()) {
    const double expected = 0.8 * (kLambertAmbient + (1.0 - kLambertAmbient) * std::max(0.0, light.z()));
    EXPECT_EQ(shade(flat_relief(), light), Matrix::Constant(9, 7, expected)) << light.transpose();
  }
}

TEST(Shade, OfATiltedPlaneIsTheCosineToItsNormal) {
  Relief plane = flat_relief();
  for (Index row = 0; row < 9; ++row) {
    for (Index column = 0; column < 7; ++column) {
      plane.height(row, column) = 0.5 * plane.spacing * static_cast<double>(column - row);
    }
  }
  // Higher to the right and to the top by one half, so that the normal leans to the left and down.
  const Eigen::Vector3d normal = Eigen::Vector3d(-0.5, -0.5, 1.0).normalized();
  const Eigen::Vector3d light = Eigen::Vector3d(-1.0, 0.2, 1.0).normalized();
  const double expected = 0.8 * (kLambertAmbient + (1.0 - kLambertAmbient) * normal.dot(light));
  EXPECT_LT((shade(plane, light) - Matrix::Constant(9, 7, expected)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Shade, OfAWallReachesAsFarAsTheWallIsHigh) {
  Relief wall{Matrix::Zero(21, 41), Matrix::Ones(21, 41), 1.0};
  wall.height.middleCols(19, 3).setConstant(5.0);
  const Matrix image =
      shade(wall, Eigen::Vector3d(1.0, 0.0, 1.0).normalized());  // 45 degrees, from the right
  const double lit = kLambertAmbient + (1.0 - kLambertAmbient) * std::sqrt(0.5);
  for (const Index column : {0, 5, 12, 13, 23, 30, 40}) EXPECT_NEAR(image(10, column), lit, 1e-12) << column;
  for (const Index column : {15, 16, 17}) EXPECT_NEAR(image(10, column), kLambertAmbient, 1e-12) << column;
}

/// albedo * (ambient + (1 - ambient) * max(0, n.l)) inside the rim, without cast shadows.
Matrix shade_inside_without_shadows(const Relief& relief, const Eigen::Vector3d& light) {
  Matrix image(relief.height.rows() - 2, relief.height.cols() - 2);
  for (Index row = 0; row < image.rows(); ++row) {
    for (Index column = 0; column < image.cols(); ++column) {
      const auto around = relief.height.block<3, 3>(row, column);
      const Eigen::Vector3d normal(around(1, 0) - around(1, 2), around(2, 1) - around(0, 1),
                                   2.0 * relief.spacing);
      const double cosine = std::max(0.0, normal.dot(light) / normal.norm());
      image(row, column) =
          relief.albedo(row + 1, column + 1) * (kLambertAmbient + (1.0 - kLambertAmbient) * cosine);
    }
  }
  return image;
}

TEST(Shade, IsTheUnshadowedOneOrTheAmbientOne) {
  Random random(7);
  const Relief face = random_face(random);
  const Matrix ambient =
      kLambertAmbient * face.albedo.block(1, 1, face.albedo.rows() - 2, face.albedo.cols() - 2);
  Index n_in_cast_shadow = 0;
  for (const Eigen::Vector3d& light : light_rig()) {
    const Matrix image = shade(face, light).block(1, 1, ambient.rows(), ambient.cols());
    const Matrix unshadowed = shade_inside_without_shadows(face, light);
    const auto is_lit = (image - unshadowed).array().abs() < 1e-12;
    const auto is_dark = (image - ambient).array().abs() < 1e-12;
    EXPECT_TRUE((is_lit || is_dark).all());
    n_in_cast_shadow += (!is_lit).count();
  }
  EXPECT_GT(n_in_cast_shadow, 1000);
}

TEST(Shade, OfAFaceLitFromTheCameraHasNoShadow) {
  Random random(8);
  const Relief face = random_face(random);
  const Eigen::Vector3d light = Eigen::Vector3d::UnitZ();
  const Matrix unshadowed = shade_inside_without_shadows(face, light);
  const Matrix image = shade(face, light).block(1, 1, unshadowed.rows(), unshadowed.cols());
  EXPECT_LT((image - unshadowed).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Lambert, ChangesMoreByTheLightThanByTheFace) {
  ThreadPool threads;
  const ImageSet images = make_lambert(1, threads);
  const Matrix unit = images.samples.rowwise().normalized();
  const Index n_lights = 58;
  double by_light = 0.0;
  double by_face = 0.0;
  for (Index light = 0; light < n_lights; ++light) {
    by_light += (unit.row(light) - unit.row((light + n_lights / 2) % n_lights)).norm();
    by_face += (unit.row(light) - unit.row(light + 5 * n_lights)).norm();
  }
  EXPECT_GT(by_light, 1.5 * by_face);
}

TEST(LightRig, IsMadeOfDifferentUnitVectorsInMirroredPairs) {
  const std::vector<Eigen::Vector3d> lights = light_rig();
  EXPECT_EQ(lights.size(), 58U);
  for (const Eigen::Vector3d& light : lights) {
    EXPECT_NEAR(light.norm(), 1.0, 1e-12);
    const Eigen::Vector3d mirrored(-light.x(), light.y(), light.z());
    const auto is_at = [](const Eigen::Vector3d& place) {
      return [place](const Eigen::Vector3d& other) { return (place - other).norm() < 1e-9; };
    };
    EXPECT_EQ(std::ranges::count_if(lights, is_at(light)), 1);
    EXPECT_EQ(std::ranges::count_if(lights, is_at(mirrored)), 1);
  }
}

TEST(Photograph, RepeatsItselfAfterAWholeTurn) {
  Random random(11);
  for (int i = 0; i < 5; ++i) {
    const Solid solid = random_solid(random);
    const Matrix difference = photograph(solid, 0.0, 32) - photograph(solid, 2.0 * std::numbers::pi, 32);
    EXPECT_LT(difference.cwiseAbs().mean(), 1e-6);
  }
}

TEST(Photograph, OfABallOnTheAxisIsTheSameFromAllSides) {
  Part ball;
  ball.center.z() = 1.0;
  ball.gray = 0.9;
  const Matrix front = photograph({ball}, 0.0, 32);
  for (int view = 1; view < 72; ++view) {
    const Matrix side = photograph({ball}, view * std::numbers::pi / 36.0, 32);
    EXPECT_LT((side - front).cwiseAbs().maxCoeff(), 1e-9) << view;
  }
  // A disc in a square.
  const auto n_lit = static_cast<double>((front.array() > 0.0).count());
  EXPECT_NEAR(n_lit / (32.0 * 32.0), std::numbers::pi / 4.0, 0.06);
}

TEST(Photograph, ChangesLittleBetweenNeighboringViews) {
  Random random(1);
  for (int i = 0; i < 5; ++i) {
    const Solid solid = random_solid(random);
    std::vector<Matrix> views;
    for (int view = 0; view < 72; ++view) {
      views.push_back(photograph(solid, view * std::numbers::pi / 36.0, 16));
    }
    // Over all views, by the angle between two; a box may look the same after half a turn or a quarter.
    Vector difference = Vector::Zero(72);
    for (std::size_t angle = 1; angle < 72; ++angle) {
      for (std::size_t view = 0; view < 72; ++view) {
        difference[angle] += (views[view] - views[(view + angle) % 72]).norm();
      }
    }
    EXPECT_LT(difference[1], difference[2]) << "solid " << i;
    EXPECT_LT(difference[1], 0.7 * difference.mean()) << "solid " << i;
  }
}

TEST(Photograph, FillsItsFrame) {
  Random random(6);
  for (int i = 0; i < 20; ++i) {
    const Matrix image = photograph(random_solid(random), 0.0, 32);
    const auto touches = [](const auto& line) { return line.maxCoeff() > 0.0; };
    EXPECT_TRUE((touches(image.row(1)) && touches(image.row(30))) ||
                (touches(image.col(1)) && touches(image.col(30))));
  }
}

TEST(FirstHit, LiesOnTheSurfaceAndWithinReach) {
  Random random(5);
  for (const Shape shape : {Shape::kEllipsoid, Shape::kBox, Shape::kCylinder}) {
    Part part{shape, {0.3, -0.2, 0.5}, Eigen::Vector3d(0.5, 1.0, 0.7).asDiagonal(), 1.0};
    const Solid solid = turned({part}, 0.4);
    int n_hits = 0;
    for (int i = 0; i < 500; ++i) {
      const Eigen::Vector3d direction =
          Eigen::Vector3d(random.normal(), random.normal(), random.normal()).normalized();
      const Eigen::Vector3d origin = Eigen::Vector3d(random.normal(), random.normal(), random.normal());
      const std::optional<Hit> hit = first_hit(solid, {origin, direction});
      if (!hit) continue;
      ++n_hits;
      EXPECT_NEAR(hit->normal.norm(), 1.0, 1e-12);
      EXPECT_LT(hit->normal.dot(direction), 0.0);
      const Eigen::Vector3d point = origin + hit->distance * direction;
      // Convex: no point lies farther along the normal there than the one that has it.
      EXPECT_NEAR(point.dot(hit->normal), reach(solid, hit->normal), 1e-9);
    }
    EXPECT_GT(n_hits, 50);
  }
}

TEST(FirstHit, OfARayAlongAFaceIsFoundWithoutDividingByZero) {
  for (const Shape shape : {Shape::kEllipsoid, Shape::kBox, Shape::kCylinder}) {
    const Solid solid = {Part{.shape = shape}};
    const std::optional<Hit> above = first_hit(solid, {{0.0, 0.0, 9.0}, {0.0, 0.0, -1.0}});
    ASSERT_TRUE(above);
    EXPECT_EQ(above->distance, 8.0);
    EXPECT_EQ(above->normal, Eigen::Vector3d::UnitZ());
    EXPECT_FALSE(first_hit(solid, {{3.0, 0.0, 9.0}, {0.0, 0.0, -1.0}}));
  }
}

TEST(AveragedDown, KeepsTheMeanOfEachBlock) {
  Matrix image(2, 4);
  image << 1, 2, 5, 5, 3, 4, 5, 5;
  Matrix expected(1, 2);
  expected << 2.5, 5;
  EXPECT_EQ(averaged_down(image, 2), expected);
}

}  // namespace synthetic_test
}  // namespace sosi
