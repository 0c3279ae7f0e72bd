// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nanobind/nanobind.h>

namespace sosi::python {

namespace nb = nanobind;

// A function for each file: what it adds to the module.
void bind_errors(nb::module_& m);
void bind_runs(nb::module_& m);
void bind_options(nb::module_& m);
void bind_model(nb::module_& m);
void bind_fit(nb::module_& m);
void bind_extensions(nb::module_& m);
void bind_harmonic(nb::module_& m);
void bind_synthetic(nb::module_& m);

}  // namespace sosi::python
