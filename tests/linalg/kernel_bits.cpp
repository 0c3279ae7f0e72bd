// SPDX-License-Identifier: BSD-3-Clause
// Prints checksums of what those kernels compute whose bits are the same with registers of 4 and of 8 numbers
// by construction: the sums that run side by side are the same ones, only cut into other registers, and both
// instruction sets multiply and add with one rounding. Not among them: sums of Gaussians, in as many parts as
// a register has numbers, and sums in one part, which the compiler cuts as it likes.
#include <cstdio>

#include "core/fingerprint.hpp"
#include "kernel/gaussian_sum.hpp"
#include "linalg/dot.hpp"
#include "linalg/elimination.hpp"
#include "linalg/product.hpp"
#include "problems.hpp"
#include "sosi/graph/distances.hpp"

namespace {

using namespace sosi;
using testing::random_matrix;

void print(const char* kernel, const Matrix& values) {
  Fingerprint bits;
  bits.add_values(std::span(values.data(), values.size()));
  std::printf("%s %s\n", kernel, bits.hex().c_str());
}

Matrix dots() {
  const Matrix a = random_matrix(2, 300, 1);
  Matrix values(1, 301);
  for (Index n = 0; n <= 300; ++n) values(0, n) = dot(a.row(0).data(), a.row(1).data(), n);
  return values;
}

Matrix product() {
  Matrix a = random_matrix(43, 70, 2);
  Matrix b = random_matrix(70, 59, 3);
  Matrix c = random_matrix(43, 59, 4);
  add_product(lapack::block_of(a), RightFactor(lapack::block_of(b)), lapack::block_of(c));
  return c;
}

Matrix exponentials() {
  Matrix values = random_matrix(1, 10'007, 5).array().exp();
  to_kernel(values.data(), values.size(), -10.0);
  return values;
}

Matrix distances() {
  ThreadPool threads(1);
  const Matrix samples = random_matrix(150, 61, 6);
  return squared_distances(samples, testing::all_rows(samples), threads);
}

Matrix elimination() {
  constexpr Index kSize = 150;
  Matrix lower = 0.1 * random_matrix(kSize, kSize, 7) + Matrix::Identity(kSize, kSize);
  std::vector<FactorPanel> panels;
  for (Index first = 0; first < kSize; first += kPanel) {
    pack_panel({&lower(first, 0), std::min(kPanel, kSize - first), kSize}, first, panels.emplace_back());
  }
  Matrix rows = random_matrix(21, kSize, 8);
  eliminate({rows.data(), rows.rows(), kSize}, panels);
  return rows;
}

}  // namespace

int main() {
  print("dot", dots());
  print("product", product());
  print("exponential", exponentials());
  print("distances", distances());
  print("elimination", elimination());
}
