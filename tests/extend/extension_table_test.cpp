// SPDX-License-Identifier: BSD-3-Clause
// What holds for every row of the table of extensions.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

#include "problems.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/extend/extension.hpp"

namespace sosi {
namespace extension_table_test {

using testing::random_matrix;

// Without those that other tests add, which have no Python class.
std::vector<std::string> own_extensions() {
  std::vector<std::string> names;
  for (const ExtensionMethod* method : extensions().all()) {
    if (!method->class_name.empty()) names.push_back(method->name);
  }
  return names;
}

class EveryExtension : public ::testing::TestWithParam<std::string> {
 protected:
  // A curved surface, so that coordinates and samples have something to do with each other.
  EveryExtension() : embedding_{Matrix(60, 3)} {
    const Matrix plane = random_matrix(60, 2, 31);
    samples_.leftCols(2) = plane;
    samples_.col(2) = plane.col(0).array().sin();
    samples_.col(3) = plane.rowwise().squaredNorm() / 4.0;
    samples_.col(4) = 0.1 * random_matrix(60, 1, 32);
    embedding_.coordinates << plane * random_matrix(2, 2, 33), plane.col(0).array().cos().matrix();
  }

  std::shared_ptr<const Extension> fitted() {
    return extend({span_of(samples_), &embedding_}, GetParam(), {}, threads_).extension;
  }

  const ExtensionMethod& row() const { return extensions().named(GetParam()); }

  std::optional<std::string> refusal(Index n_samples) {
    const Matrix few = samples_.topRows(n_samples);
    const Embedding embedding{embedding_.coordinates.topRows(n_samples)};
    try {
      extend({span_of(few), &embedding}, GetParam(), {}, threads_);
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return std::nullopt;
  }

  Matrix samples_ = Matrix(60, 5);
  Embedding embedding_;
  Matrix points_ = random_matrix(45, 5, 34);
  ThreadPool threads_{1};
};

TEST_P(EveryExtension, BitsDependOnTheRowAlone) {
  ThreadPool three(3);
  const auto extension = fitted();
  const MapValues expected = extension->evaluate(points_, threads_);
  ASSERT_TRUE(expected.values.allFinite());
  const MapValues found = extension->evaluate(points_, three);
  EXPECT_EQ(found.values, expected.values);
  EXPECT_EQ(found.squared_distances, expected.squared_distances);
  for (Index i = 0; i < points_.rows(); ++i) {
    EXPECT_EQ(extension->evaluate(points_.row(i), three).values, expected.values.row(i));
    Matrix values(1, 3);
    const double squared_distance = extension->evaluate_one({points_.row(i).data(), 5}, {values.data(), 3});
    EXPECT_EQ(squared_distance, expected.squared_distances(i));
    EXPECT_EQ(values, expected.values.row(i));
  }
}

TEST_P(EveryExtension, FitsTheSameBitsWithAnyNumberOfThreads) {
  ThreadPool three(3);
  const auto again = extend({span_of(samples_), &embedding_}, GetParam(), {}, three).extension;
  EXPECT_EQ(again->evaluate(points_, threads_).values, fitted()->evaluate(points_, threads_).values);
}

TEST_P(EveryExtension, TellsTheSquaredDistanceToTheNearestSampleThatItKeeps) {
  const auto extension = fitted();
  const Vector found = extension->evaluate(points_, threads_).squared_distances;
  Matrix kept;
  for (const auto& [name, values] : extension->arrays()) {
    if (name == "samples" || name == "centers") kept = values;
  }
  for (Index i = 0; i < points_.rows(); ++i) {
    const double nearest =
        kept.rows() > 0 ? (kept.rowwise() - points_.row(i)).rowwise().squaredNorm().minCoeff() : 0.0;
    EXPECT_NEAR(found(i), nearest, 1e-14 * nearest);
  }
}

// Better than the mean of the coordinates: no method is asked for more, and that of scaling only for
// coordinates that preserve distances.
TEST_P(EveryExtension, FollowsTheCoordinatesOfItsSamples) {
  if (GetParam() == "mds-extension") embedding_.coordinates = samples_.leftCols(3);
  const Matrix found = fitted()->evaluate(samples_, threads_).values;
  const Matrix& wanted = embedding_.coordinates;
  const double spread = (wanted.rowwise() - wanted.colwise().mean()).norm();
  EXPECT_LT((found - wanted).norm(), 0.9 * spread);
}

TEST_P(EveryExtension, IsMadeAgainOfItsArraysToTheBit) {
  const auto extension = fitted();
  EXPECT_EQ(extension->method(), GetParam());
  EXPECT_EQ(extension->n_features(), 5);
  EXPECT_EQ(extension->n_components(), 3);
  const NamedArrays arrays = extension->arrays();
  const auto again = row().load(arrays);
  EXPECT_EQ(again->method(), GetParam());
  EXPECT_EQ(again->n_features(), 5);
  EXPECT_EQ(again->n_components(), 3);
  EXPECT_EQ(again->evaluate(points_, threads_).values, extension->evaluate(points_, threads_).values);
  const NamedArrays once_more = again->arrays();
  ASSERT_EQ(once_more.size(), arrays.size());
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    EXPECT_EQ(once_more[i].first, arrays[i].first);
    EXPECT_EQ(once_more[i].second, arrays[i].second);
  }
}

TEST_P(EveryExtension, RefusesArraysThatAreMissingOrNotFinite) {
  const NamedArrays arrays = fitted()->arrays();
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    SCOPED_TRACE(arrays[i].first);
    NamedArrays bad = arrays;
    bad.erase(bad.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_THROW(row().load(bad), InvalidInput);
    bad = arrays;
    bad[i].second(0, 0) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(row().load(bad), InvalidInput);
    bad[i].second = Matrix();
    EXPECT_THROW(row().load(bad), InvalidInput);
  }
}

// Arrays come from files: what is loaded of strange ones can be used without reading beyond them.
TEST_P(EveryExtension, LoadsStrangeArraysSafelyOrNotAtAll) {
  const NamedArrays arrays = fitted()->arrays();
  const auto attempt = [&](const NamedArrays& strange) {
    try {
      const auto extension = row().load(strange);
      const Matrix points = Matrix::Ones(2, extension->n_features());
      EXPECT_EQ(extension->evaluate(points, threads_).values.cols(), extension->n_components());
    } catch (const InvalidInput&) {
    }
  };
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    SCOPED_TRACE(arrays[i].first);
    NamedArrays strange = arrays;
    Matrix& values = strange[i].second;
    const Matrix own = values;
    if (own.rows() > 1) values = own.topRows(own.rows() - 1), attempt(strange);
    if (own.cols() > 1) values = own.leftCols(own.cols() - 1), attempt(strange);
    values = Matrix::Ones(own.rows() + 1, own.cols() + 1), attempt(strange);
    values = Matrix(own.transpose()), attempt(strange);
    for (const double number : {0.0, -1.0, 0.5, 3.0, 1e9, 1e150, -1e150, 1e-300}) {
      values = own;
      values(0, 0) = number;
      attempt(strange);
      values.setConstant(number);
      attempt(strange);
    }
  }
}

TEST_P(EveryExtension, RefusesSamplesOfAnotherWidth) {
  EXPECT_THROW(fitted()->evaluate(points_.leftCols(4), threads_), InvalidInput);
}

TEST_P(EveryExtension, WorksWithTwoSamplesAndRefusesNoneInOneLine) {
  EXPECT_EQ(refusal(2), std::nullopt);
  EXPECT_NE(refusal(0), std::nullopt);
  if (const auto sentence = refusal(1)) {
    EXPECT_EQ(sentence->find('\n'), std::string::npos) << *sentence;
  }
}

TEST_P(EveryExtension, TakesOrRefusesEqualSamplesAndConstantCoordinatesInOneLine) {
  const Matrix equal = Matrix::Constant(6, 5, 2.0);
  const Matrix distinct = samples_.topRows(6);
  const Embedding constant{Matrix::Constant(6, 2, 3.0)};
  const Embedding varied{embedding_.coordinates.topRows(6)};
  for (const Matrix* samples : {&equal, &distinct}) {
    for (const Embedding* embedding : {&constant, &varied}) {
      try {
        const auto extension = extend({span_of(*samples), embedding}, GetParam(), {}, threads_).extension;
        EXPECT_TRUE(extension->evaluate(points_, threads_).values.allFinite());
      } catch (const InvalidInput& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
      }
    }
  }
}

TEST_P(EveryExtension, HasVariancesOrSaysThatItHasNone) {
  const auto extension = fitted();
  if (GetParam() == "gp") {
    EXPECT_TRUE((extension->variances(points_, threads_).array() >= 0.0).all());
  } else {
    EXPECT_THROW(extension->variances(points_, threads_), InvalidInput);
  }
}

INSTANTIATE_TEST_SUITE_P(Table, EveryExtension, ::testing::ValuesIn(own_extensions()),
                         [](const ::testing::TestParamInfo<std::string>& one) {
                           std::string name = one.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace extension_table_test
}  // namespace sosi
