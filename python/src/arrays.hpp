// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <span>
#include <utility>
#include <vector>

#include "sosi/core/matrix.hpp"

namespace sosi::python {

namespace nb = nanobind;

/// C-ordered arrays that are only read, and never copied on the way in.
using MatrixIn = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using VectorIn = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using CodesIn = nb::ndarray<const int, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using ArrayOut = nb::ndarray<nb::numpy, double>;
using CodesOut = nb::ndarray<nb::numpy, int>;

using MatrixMap = Eigen::Map<const Matrix>;

/// The array's own memory as a matrix.
inline MatrixMap view(const MatrixIn& array) {
  return {array.data(), static_cast<Index>(array.shape(0)), static_cast<Index>(array.shape(1))};
}

inline Vector vector_of(const VectorIn& array) {
  return Eigen::Map<const Vector>(array.data(), static_cast<Index>(array.shape(0)));
}

inline std::span<const int> span_of(const CodesIn& array) {
  return {array.data(), array.shape(0)};
}

/// An array that owns what it is given.
template <class Array, class Values>
Array owning(Values values, std::initializer_list<std::size_t> shape) {
  auto* const kept = new Values(std::move(values));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<Values*>(p); });
  return Array(kept->data(), shape, owner);
}

inline ArrayOut array_of(Matrix matrix) {
  const auto rows = static_cast<std::size_t>(matrix.rows());
  const auto cols = static_cast<std::size_t>(matrix.cols());
  return owning<ArrayOut>(std::move(matrix), {rows, cols});
}

inline ArrayOut array_of(Vector vector) {
  const auto n = static_cast<std::size_t>(vector.size());
  return owning<ArrayOut>(std::move(vector), {n});
}

inline ArrayOut array_of(std::vector<double> values) {
  const std::size_t n = values.size();
  return owning<ArrayOut>(std::move(values), {n});
}

inline CodesOut array_of(std::vector<int> values) {
  const std::size_t n = values.size();
  return owning<CodesOut>(std::move(values), {n});
}

}  // namespace sosi::python
