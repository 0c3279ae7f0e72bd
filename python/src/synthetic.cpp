// SPDX-License-Identifier: BSD-3-Clause
#include "arrays.hpp"
#include "bindings.hpp"
#include "sosi/synthetic/lambert.hpp"
#include "sosi/synthetic/turntable.hpp"

namespace sosi::python {

namespace {

// Images x height x width, and the class of each.
template <auto make>
nb::tuple images_of(std::uint64_t seed) {
  ThreadPool threads;
  ImageSet made = make(seed, threads);
  const auto height = static_cast<std::size_t>(made.height);
  const auto width = static_cast<std::size_t>(made.width);
  const std::size_t n_images = made.classes.size();
  return nb::make_tuple(owning<ArrayOut>(std::move(made.samples), {n_images, height, width}),
                        array_of(std::move(made.classes)));
}

}  // namespace

void bind_synthetic(nb::module_& m) {
  using namespace nb::literals;
  m.def("make_lambert", images_of<make_lambert>, "seed"_a);
  m.def("make_turntable", images_of<make_turntable>, "seed"_a);
}

}  // namespace sosi::python
