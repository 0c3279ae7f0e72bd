// SPDX-License-Identifier: BSD-3-Clause
#include "bindings.hpp"
#include "sosi/core/version.hpp"

NB_MODULE(_core, m) {
  m.doc() = "The compiled part of sosi.";
  m.attr("version") = sosi::kVersion;
  sosi::python::bind_errors(m);
  sosi::python::bind_runs(m);
  sosi::python::bind_options(m);
  sosi::python::bind_model(m);
  sosi::python::bind_fit(m);
  sosi::python::bind_extensions(m);
  sosi::python::bind_harmonic(m);
  sosi::python::bind_synthetic(m);
}
