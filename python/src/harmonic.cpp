// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/graph/harmonic.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "runs.hpp"

namespace sosi::python {

namespace {

HarmonicResult fit_harmonic(const MatrixIn& samples, const CodesIn& codes, const OptionTexts& texts,
                            const RunSettings& settings) {
  const auto options = parse_options<HarmonicOptions>(texts);
  const std::span<const int> values = span_of(codes);
  return run(settings, std::any(samples),
             [x = view(samples), labels = std::vector<int>(values.begin(), values.end()),
              options](const Execution& how) {
               ThreadPool threads(how.n_threads, how.stop);
               return classify_by_harmonic(x, labels, options, threads);
             });
}

ArrayOut extend(const HarmonicResult& result, const MatrixIn& known, const MatrixIn& samples,
                const RunSettings& settings) {
  return array_of(run(settings, std::pair(known, samples),
                      [result, x = view(known), fresh = view(samples)](const Execution& how) {
                        ThreadPool threads(how.n_threads, how.stop);
                        return extend_harmonic(x, result, fresh, threads);
                      }));
}

}  // namespace

void bind_harmonic(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<HarmonicResult>(m, "HarmonicResult")
      .def("__getstate__",
           [](const HarmonicResult& r) {
             return nb::make_tuple(array_of(Matrix(r.probabilities)), r.n_neighbors, r.heat, r.unreached);
           })
      .def("__setstate__",
           [](HarmonicResult& r, const nb::tuple& state) {
             new (&r) HarmonicResult{};
             r.probabilities = view(nb::cast<MatrixIn>(state[0]));
             r.n_neighbors = nb::cast<int>(state[1]);
             r.heat = nb::cast<double>(state[2]);
             r.unreached = nb::cast<Indices>(state[3]);
           })
      .def("extend", extend, "known"_a, "samples"_a, "settings"_a)
      .def_prop_ro(
          "probabilities", [](const HarmonicResult& r) { return array_of(Matrix(r.probabilities)); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "classes", [](const HarmonicResult& r) { return array_of(std::vector<int>(r.classes)); },
          nb::rv_policy::automatic)
      .def_ro("n_neighbors", &HarmonicResult::n_neighbors)
      .def_ro("heat", &HarmonicResult::heat)
      .def_prop_ro("n_unreached", [](const HarmonicResult& r) { return r.unreached.size(); });
  m.def("fit_harmonic", fit_harmonic, "samples"_a, "codes"_a, "options"_a, "settings"_a);
}

}  // namespace sosi::python
