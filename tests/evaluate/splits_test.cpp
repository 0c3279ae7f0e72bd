// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/evaluate/splits.hpp"

#include <gtest/gtest.h>

#include "sosi/core/errors.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {
namespace splits_test {

TEST(KeepLabels, KeepsSoManyOfEveryClassAndTheSameForTheSameSeed) {
  std::vector<int> truth;
  for (int i = 0; i < 60; ++i) truth.push_back(i % 3);
  const std::vector<int> labels = keep_labels(truth, 4, 9);
  for (int c = 0; c < 3; ++c) EXPECT_EQ(std::count(labels.begin(), labels.end(), c), 4);
  for (int i = 0; i < 60; ++i) EXPECT_TRUE(labels[i] == kUnlabeled || labels[i] == truth[i]);
  EXPECT_EQ(keep_labels(truth, 4, 9), labels);
  EXPECT_NE(keep_labels(truth, 4, 10), labels);
  EXPECT_THROW(keep_labels(truth, 21, 9), InvalidInput);
}

}  // namespace splits_test
}  // namespace sosi
