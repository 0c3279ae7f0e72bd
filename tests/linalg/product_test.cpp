// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/product.hpp"

#include <gtest/gtest.h>

#include "problems.hpp"

namespace sosi {
namespace product_test {

using testing::random_matrix;

TEST(Product, IsThatOfTheDefinitionForAllShapes) {
  for (const Index rows : {1, 7, 8, 9, 33}) {
    for (const Index depth : {1, 5, 40}) {
      for (const Index cols : {1, 15, 16, 17, 50}) {
        Matrix a = random_matrix(rows, depth, 1);
        Matrix b = random_matrix(depth, cols, 2);
        Matrix transposed = b.transpose();
        Matrix c = random_matrix(rows, cols, 3);
        Matrix d = c;
        Matrix expected = c;
        for (Index i = 0; i < rows; ++i) {
          for (Index j = 0; j < cols; ++j) {
            for (Index k = 0; k < depth; ++k) expected(i, j) += a(i, k) * b(k, j);
          }
        }
        add_product(lapack::block_of(a), RightFactor(lapack::block_of(b)), lapack::block_of(c));
        RightFactor right(lapack::block_of(a));  // what it was before does not matter
        right.set_transposed(lapack::block_of(transposed));
        add_product(lapack::block_of(a), right, lapack::block_of(d));
        EXPECT_LT((c - expected).cwiseAbs().maxCoeff(), 1e-12);
        EXPECT_EQ(c, d);
      }
    }
  }
}

TEST(Product, LeavesOutTheZerosOfALowerFactor) {
  for (const Index depth : {5, 40, 90}) {
    for (const Index cols : {1, 16, 50}) {
      Matrix a = random_matrix(9, depth, 1);
      Matrix b = random_matrix(depth, cols, 2).triangularView<Eigen::Lower>();
      Matrix c = Matrix::Zero(9, cols);
      Matrix d = c;
      add_product(lapack::block_of(a), RightFactor(lapack::block_of(b)), lapack::block_of(c));
      RightFactor right;
      right.set_lower(lapack::block_of(b));
      add_product(lapack::block_of(a), right, lapack::block_of(d));
      EXPECT_EQ(c, d);
    }
  }
}

TEST(Product, TakesAsManyRowsAsItHasColumnsFor) {
  Matrix a = random_matrix(9, 20, 1);
  Matrix b = random_matrix(50, 33, 2);
  Matrix first = b.topRows(20);
  Matrix expected = Matrix::Zero(9, 33);
  Matrix c = expected;
  add_product(lapack::block_of(a), RightFactor(lapack::block_of(first)), lapack::block_of(expected));
  add_product(lapack::block_of(a), RightFactor(lapack::block_of(b)), lapack::block_of(c));
  EXPECT_EQ(c, expected);
}

TEST(Product, HasTheSameBitsWhateverStandsBesideAnEntry) {
  Matrix a = random_matrix(40, 60, 4);
  Matrix b = random_matrix(60, 40, 5);
  Matrix whole = Matrix::Zero(40, 40);
  add_product(lapack::block_of(a), RightFactor(lapack::block_of(b)), lapack::block_of(whole));
  for (Index i = 0; i < 40; i += 3) {
    for (Index j = 0; j < 40; j += 3) {
      Matrix row = a.row(i);
      Matrix column = b.col(j);
      Matrix alone = Matrix::Zero(1, 1);
      add_product(lapack::block_of(row), RightFactor(lapack::block_of(column)), lapack::block_of(alone));
      EXPECT_EQ(alone(0, 0), whole(i, j));
    }
  }
}

}  // namespace product_test
}  // namespace sosi
