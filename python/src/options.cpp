// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/core/options.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "sosi/core/memory.hpp"
#include "sosi/data/labels.hpp"
#include "sosi/fit/effects.hpp"
#include "sosi/fit/fit_options.hpp"
#include "sosi/graph/harmonic.hpp"

namespace sosi::python {

namespace {

// A row of a table of methods as Python sees it.
struct MethodRow {
  std::string name;
  std::string class_name;
  std::string summary;
  std::vector<Knob> knobs;
};

template <class Entry>
std::vector<MethodRow> rows_of(const Registry<Entry>& table) {
  std::vector<MethodRow> rows;
  for (const Entry* entry : table.all()) {
    rows.push_back({entry->name, entry->class_name, entry->summary, entry->knobs});
  }
  return rows;
}

std::size_t bytes_of(const std::string& text) {
  const auto bytes = parse_bytes(text);
  if (!bytes)
    throw InvalidInput("max_memory = " + text + ": must be an amount of memory, such as 800M or 4G");
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
  nb::class_<MethodRow>(m, "MethodRow", "A row of a table of methods.")
      .def_ro("name", &MethodRow::name)
      .def_ro("class_name", &MethodRow::class_name)
      .def_ro("summary", &MethodRow::summary)
      .def_ro("knobs", &MethodRow::knobs);
  m.def("fit_knobs", &knobs_of<FitOptions>, "Every option of a fit.");
  m.def("scale_knobs", &knobs_of<ScaleOptions>, "The options of the scales.");
  m.def("harmonic_knobs", &knobs_of<HarmonicOptions>, "The options of the harmonic function.");
  m.def(
      "embeddings", [] { return rows_of(embeddings()); }, "The table of embeddings.");
  m.def(
      "extensions", [] { return rows_of(extensions()); }, "The table of out-of-sample extensions.");
  m.def(
      "with_effects_only",
      [](const OptionTexts& texts) {
        return format_options(with_effects_only(parse_options<FitOptions>(texts)));
      },
      "texts"_a, "The options of a fit, those without an effect at their defaults.");
  m.def("parse_bytes", bytes_of, "text"_a, "Reads 800M or 4G.");
  m.def("available_memory", &available_memory, "What is free for this process, in bytes.");
  m.def(
      "is_unlabeled", [](const std::string& name) { return is_unlabeled(name); }, "name"_a,
      "Whether a label says that there is none.");
  m.def(
      "minus_one_is_class", [](const std::vector<std::string>& names) { return minus_one_is_class(names); },
      "names"_a, "Whether -1 is a class after all, as the only other label is 1.");
  m.def(
      "order_classes", [](const std::vector<std::string>& names) { return order_classes(names); }, "names"_a,
      "These names in the order that classes have in a model.");
}

}  // namespace sosi::python
