// SPDX-License-Identifier: BSD-3-Clause
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <numeric>

#include "arrays.hpp"
#include "bindings.hpp"
#include "options.hpp"
#include "runs.hpp"
#include "sosi/extend/lle.hpp"
#include "sosi/extend/nystrom.hpp"
#include "sosi/extend/rbf_extension.hpp"

namespace sosi::python {

namespace {

RbfMap map_of(const MatrixIn& centers, const MatrixIn& coefficients, const VectorIn& scales) {
  Indices rows(centers.shape(0));
  std::iota(rows.begin(), rows.end(), Index{0});
  return {view(centers), rows, Matrix(view(coefficients)), vector_of(scales)};
}

ArrayOut evaluate(const RbfMap& map, const MatrixIn& samples, const RunSettings& settings) {
  return array_of(run(settings, std::any(samples), [map, x = view(samples)](const Execution& how) {
    ThreadPool threads(how.n_threads, how.stop);
    return map.evaluate(x, threads);
  }));
}

// Samples x dimensions x features.
ArrayOut gradient(const RbfMap& map, const MatrixIn& samples, const RunSettings& settings) {
  const auto n = static_cast<std::size_t>(samples.shape(0));
  const auto d = static_cast<std::size_t>(map.n_components());
  const auto n_features = static_cast<std::size_t>(map.n_features());
  std::vector<double> values = run(settings, std::any(samples), [=, x = view(samples)](const Execution& how) {
    ThreadPool threads(how.n_threads, how.stop);
    std::vector<double> all(n * d * n_features);
    threads.for_each(n, [&](std::size_t i) {
      const Matrix one = map.gradient(x.row(static_cast<Index>(i)));
      std::copy(one.data(), one.data() + one.size(), all.data() + i * d * n_features);
    });
    return all;
  });
  return owning<ArrayOut>(std::move(values), {n, d, n_features});
}

nb::tuple fit_extension(const MatrixIn& samples, const MatrixIn& coordinates, const OptionTexts& texts,
                        const RunSettings& settings) {
  const auto options = parse_options<ScaleOptions>(texts);
  RbfExtension found = run(settings, std::pair(samples, coordinates),
                           [x = view(samples), y = view(coordinates), options](const Execution& how) {
                             ThreadPool threads(how.n_threads, how.stop);
                             return extend_by_rbf({x, y}, options, threads);
                           });
  nb::dict diagnostics;
  diagnostics["n_shifts"] = found.diagnostics.n_shifts;
  diagnostics["largest_shift"] = found.diagnostics.largest_shift;
  diagnostics["condition"] = found.diagnostics.condition;
  diagnostics["interpolation_error"] = found.diagnostics.interpolation_error;
  diagnostics["n_duplicates"] = found.n_duplicates;
  return nb::make_tuple(std::move(found.map), diagnostics);
}

// `setting` is what the extension depends on besides the samples.
template <auto extend, class Setting>
ArrayOut extend_samples(const std::pair<MatrixIn, MatrixIn>& embedded, const MatrixIn& samples,
                        const Setting& setting, const RunSettings& settings) {
  return array_of(run(settings, std::pair(embedded, samples),
                      [x = view(embedded.first), y = view(embedded.second), fresh = view(samples),
                       setting](const Execution& how) {
                        ThreadPool threads(how.n_threads, how.stop);
                        return extend({x, y}, fresh, setting, threads);
                      }));
}

ArrayOut extend_by_weights(const std::pair<MatrixIn, MatrixIn>& embedded, const MatrixIn& samples,
                           const OptionTexts& texts, const RunSettings& settings) {
  return extend_samples<extend_by_lle>(embedded, samples, parse_options<LleOptions>(texts), settings);
}

double heat_of(const MatrixIn& samples, const OptionTexts& texts, const RunSettings& settings) {
  const auto options = parse_options<NystromOptions>(texts);
  return run(settings, std::any(samples), [x = view(samples), options](const Execution& how) {
    ThreadPool threads(how.n_threads, how.stop);
    return nystrom_heat(x, options, threads);
  });
}

}  // namespace

void bind_extensions(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<RbfMap>(m, "RbfMap", "A sum of Gaussians around centers.")
      .def("__getstate__",
           [](const RbfMap& map) {
             return nb::make_tuple(array_of(map.centers()), array_of(Matrix(map.coefficients())),
                                   array_of(Vector(map.scales())));
           })
      .def("__setstate__",
           [](RbfMap& map, const std::tuple<MatrixIn, MatrixIn, VectorIn>& state) {
             new (&map) RbfMap(map_of(std::get<0>(state), std::get<1>(state), std::get<2>(state)));
           })
      .def("evaluate", evaluate, "samples"_a, "settings"_a)
      .def("gradient", gradient, "samples"_a, "settings"_a)
      .def_prop_ro(
          "centers", [](const RbfMap& map) { return array_of(map.centers()); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "coefficients", [](const RbfMap& map) { return array_of(Matrix(map.coefficients())); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "scales", [](const RbfMap& map) { return array_of(Vector(map.scales())); },
          nb::rv_policy::automatic);
  m.def("fit_extension", fit_extension, "samples"_a, "coordinates"_a, "options"_a, "settings"_a);
  m.def("extend_by_lle", extend_by_weights, "embedded"_a, "samples"_a, "options"_a, "settings"_a);
  m.def("nystrom_heat", heat_of, "samples"_a, "options"_a, "settings"_a);
  m.def("extend_by_nystrom", extend_samples<extend_with_heat, double>, "embedded"_a, "samples"_a, "heat"_a,
        "settings"_a);
}

}  // namespace sosi::python
