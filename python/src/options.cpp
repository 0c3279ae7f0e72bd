// SPDX-License-Identifier: BSD-3-Clause
#include "options.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "sosi/extend/lle.hpp"
#include "sosi/extend/nystrom.hpp"
#include "sosi/fit/fit_options.hpp"
#include "sosi/graph/harmonic.hpp"
#include "sosi/core/memory.hpp"
#include "sosi/data/labels.hpp"

namespace sosi::python {

namespace {

// A field table as Python sees it.
struct Knob {
  std::string name;
  std::string standard;
  std::string accepts;
  std::string summary;
};

template <class Options>
std::vector<Knob> knobs() {
  std::vector<Knob> all;
  for (const Field<Options>& field : field_table<Options>()) {
    all.push_back({field.name, field.format(Options{}), field.accepts, field.summary});
  }
  return all;
}

std::size_t bytes_of(const std::string& text) {
  const auto bytes = parse_bytes(text);
  if (!bytes) throw InvalidInput("max_memory = " + text + ": must be an amount of memory, as 800M or 4G");
  return *bytes;
}

}  // namespace

void bind_options(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<Knob>(m, "Knob", "An option as the library declares it.")
      .def_ro("name", &Knob::name)
      .def_ro("default", &Knob::standard)
      .def_ro("accepts", &Knob::accepts)
      .def_ro("summary", &Knob::summary);
  m.def("fit_knobs", &knobs<FitOptions>, "Every knob of a fit.");
  m.def("scale_knobs", &knobs<ScaleOptions>, "The knobs of the map.");
  m.def("lle_knobs", &knobs<LleOptions>);
  m.def("nystrom_knobs", &knobs<NystromOptions>);
  m.def("harmonic_knobs", &knobs<HarmonicOptions>);
  m.def("parse_bytes", bytes_of, "text"_a, "Reads 800M or 4G.");
  m.def(
      "order_classes", [](const std::vector<std::string>& names) { return order_classes(names); }, "names"_a,
      "These names in the order that classes have in a model.");
}

}  // namespace sosi::python
