// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/lapack.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include "sosi/core/errors.hpp"

extern "C" {
void dpotrf_(const char*, const int*, double*, const int*, int*);
void dpstrf_(const char*, const int*, double*, const int*, int*, int*, const double*, double*, int*);
void dtrsm_(const char*, const char*, const char*, const char*, const int*, const int*, const double*,
            const double*, const int*, double*, const int*);
void dsyevr_(const char*, const char*, const char*, const int*, double*, const int*, const double*,
             const double*, const int*, const int*, const double*, int*, double*, double*, const int*, int*,
             double*, const int*, int*, const int*, int*);
void dgesdd_(const char*, const int*, const int*, double*, const int*, double*, double*, const int*, double*,
             const int*, double*, const int*, int*, int*);
// Only OpenBLAS has these; with another BLAS they stay null.
__attribute__((weak)) void openblas_set_num_threads(int);
__attribute__((weak)) int openblas_get_num_threads();
}

namespace sosi::lapack {

namespace {

int as_int(Index value) {
  return static_cast<int>(value);
}

struct BlasThreads {
  std::mutex mutex;
  int n_users = 0;
  int n_before = 1;
};

BlasThreads& blas_threads() {
  static BlasThreads threads;
  return threads;
}

void require(int info, const char* routine) {
  if (info != 0) throw NumericalError(std::string(routine) + " failed with code " + std::to_string(info));
}

constexpr double kOne = 1.0;
constexpr double kZero = 0.0;

}  // namespace

SerialBlas::SerialBlas() {
  if (openblas_set_num_threads == nullptr || openblas_get_num_threads == nullptr) return;
  BlasThreads& threads = blas_threads();
  const std::lock_guard lock(threads.mutex);
  if (threads.n_users++ > 0) return;
  threads.n_before = openblas_get_num_threads();
  openblas_set_num_threads(1);
}

SerialBlas::~SerialBlas() {
  if (openblas_set_num_threads == nullptr || openblas_get_num_threads == nullptr) return;
  BlasThreads& threads = blas_threads();
  const std::lock_guard lock(threads.mutex);
  if (--threads.n_users == 0) openblas_set_num_threads(threads.n_before);
}

Block block_of(Matrix& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols(), matrix.outerStride()};
}

bool cholesky(Block a) {
  const int n = as_int(a.rows);
  const int stride = as_int(a.stride);
  int info = 0;
  dpotrf_("U", &n, a.data, &stride, &info);
  if (info < 0) require(info, "dpotrf");
  return info == 0;
}

void solve_right_transposed(const Block& lower, Block b) {
  const int n = as_int(b.cols);
  const int m = as_int(b.rows);
  const int lower_stride = as_int(lower.stride);
  const int stride = as_int(b.stride);
  dtrsm_("L", "U", "T", "N", &n, &m, &kOne, lower.data, &lower_stride, b.data, &stride);
}

void solve_right(const Block& lower, Block b) {
  const int n = as_int(b.cols);
  const int m = as_int(b.rows);
  const int lower_stride = as_int(lower.stride);
  const int stride = as_int(b.stride);
  dtrsm_("L", "U", "N", "N", &n, &m, &kOne, lower.data, &lower_stride, b.data, &stride);
}

// By a Cholesky factorization with pivoting: P^T A P = L L^T, of which the first columns are kept.
Matrix low_rank_factor(Matrix a) {
  const int n = as_int(a.rows());
  constexpr double kDefaultTolerance = -1.0;
  std::vector<int> pivots(a.rows());
  std::vector<double> work(2 * pivots.size());
  int rank = 0;
  int info = 0;
  dpstrf_("U", &n, a.data(), &n, pivots.data(), &rank, &kDefaultTolerance, work.data(), &info);
  if (info < 0) require(info, "dpstrf");
  Matrix factor = Matrix::Zero(n, rank);
  for (Index i = 0; i < n; ++i) {
    const Index length = std::min<Index>(i + 1, rank);
    factor.row(pivots[i] - 1).head(length) = a.row(i).head(length);
  }
  return factor;
}

EigenPairs symmetric_eigenpairs(Matrix a, Index first, Index count) {
  const int n = as_int(a.rows());
  const int low = as_int(first) + 1;
  const int high = as_int(first + count);
  EigenPairs pairs{Vector(n), Matrix(count, n)};
  std::vector<int> support(2 * static_cast<std::size_t>(count));
  int found = 0;
  int info = 0;
  int work_size = -1;
  int whole_work_size = -1;
  std::vector<double> work(1);
  std::vector<int> whole_work(1);
  // The first call only asks for the sizes of the working space.
  for (int call = 0; call < 2; ++call) {
    dsyevr_("V", "I", "U", &n, a.data(), &n, &kZero, &kZero, &low, &high, &kZero, &found, pairs.values.data(),
            pairs.vectors.data(), &n, support.data(), work.data(), &work_size, whole_work.data(),
            &whole_work_size, &info);
    require(info, "dsyevr");
    if (call == 0) {
      work_size = static_cast<int>(work[0]);
      whole_work_size = whole_work[0];
      work.resize(static_cast<std::size_t>(work_size));
      whole_work.resize(static_cast<std::size_t>(whole_work_size));
    }
  }
  if (found != count)
    throw NumericalError("the eigensolver found " + std::to_string(found) + " of " + std::to_string(count) +
                         " eigenpairs");
  pairs.values.conservativeResize(count);
  pairs.vectors = Matrix(pairs.vectors.transpose());
  return pairs;
}

// LAPACK reads A as its transpose, whose left factors are the right ones of A.
SingularValues thin_svd(Matrix a) {
  const int rows = as_int(a.rows());
  const int cols = as_int(a.cols());
  const int rank = std::min(rows, cols);
  SingularValues found{Vector(rank), Matrix(rows, rank), Matrix(rank, cols)};
  std::vector<int> whole_work(8 * static_cast<std::size_t>(rank));
  std::vector<double> work(1);
  int work_size = -1;
  // The first call only asks for the size of the working space.
  for (int call = 0; call < 2; ++call) {
    int info = 0;
    dgesdd_("S", &cols, &rows, a.data(), &cols, found.values.data(), found.right_transposed.data(), &cols,
            found.left.data(), &rank, work.data(), &work_size, whole_work.data(), &info);
    require(info, "dgesdd");
    work_size = static_cast<int>(work[0]);
    work.resize(static_cast<std::size_t>(work_size));
  }
  return found;
}

}  // namespace sosi::lapack
