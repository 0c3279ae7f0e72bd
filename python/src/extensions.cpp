// SPDX-License-Identifier: BSD-3-Clause
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "runs.hpp"
#include "sosi/extend/extension.hpp"
#include "sosi/extend/rbf.hpp"

namespace sosi::python {

namespace {

// A learned extension; copies share it.
struct ExtensionHandle {
  std::shared_ptr<const Extension> extension;

  const RbfMap& rbf_map() const {
    const auto* const rbf = dynamic_cast<const RbfExtension*>(extension.get());
    if (rbf == nullptr) throw InvalidInput("only the rbf extension has gradients");
    return rbf->map();
  }
};

ArrayOut evaluate(const ExtensionHandle& handle, const MatrixIn& samples, const RunSettings& settings) {
  return array_of(run(settings, std::any(samples), [handle, x = view(samples)](const Execution& how) {
    ThreadPool threads(how.n_threads, how.stop);
    return handle.extension->evaluate(x, threads).values;
  }));
}

ArrayOut variances(const ExtensionHandle& handle, const MatrixIn& samples, const RunSettings& settings) {
  return array_of(run(settings, std::any(samples), [handle, x = view(samples)](const Execution& how) {
    ThreadPool threads(how.n_threads, how.stop);
    return handle.extension->variances(x, threads);
  }));
}

// Samples x dimensions x features.
ArrayOut gradient(const ExtensionHandle& handle, const MatrixIn& samples, const RunSettings& settings) {
  const RbfMap map = handle.rbf_map();
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

nb::tuple fit_extension(const std::string& method, const MatrixIn& samples, const MatrixIn& coordinates,
                        const OptionTexts& texts, const RunSettings& settings) {
  const FittedExtension fitted =
      run(settings, std::pair(samples, coordinates),
          [method, x = view(samples), y = view(coordinates), texts](const Execution& how) {
            ThreadPool threads(how.n_threads, how.stop);
            const Embedding embedding{Matrix(y)};
            return extend({sosi::span_of(x), &embedding}, method, texts, threads);
          });
  nb::dict diagnostics;
  diagnostics["n_shifts"] = fitted.diagnostics.n_shifts;
  diagnostics["largest_shift"] = fitted.diagnostics.largest_shift;
  diagnostics["condition"] = fitted.diagnostics.condition;
  diagnostics["interpolation_error"] = fitted.diagnostics.interpolation_error;
  diagnostics["n_duplicates"] = fitted.n_duplicates;
  return nb::make_tuple(ExtensionHandle{fitted.extension}, diagnostics);
}

nb::list arrays_of(const ExtensionHandle& handle) {
  nb::list all;
  for (auto& [name, values] : handle.extension->arrays()) {
    all.append(nb::make_tuple(name, array_of(std::move(values))));
  }
  return all;
}

void restore_extension(ExtensionHandle& handle, const nb::tuple& state) {
  NamedArrays arrays;
  for (const nb::handle entry : nb::cast<nb::list>(state[1])) {
    const auto pair = nb::cast<nb::tuple>(entry);
    arrays.emplace_back(nb::cast<std::string>(pair[0]), view(nb::cast<MatrixIn>(pair[1])));
  }
  new (&handle) ExtensionHandle{extensions().named(nb::cast<std::string>(state[0])).load(arrays)};
}

}  // namespace

void bind_extensions(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<ExtensionHandle>(m, "Extension", "An embedding extended to all of space.")
      .def("__getstate__",
           [](const ExtensionHandle& handle) {
             return nb::make_tuple(std::string(handle.extension->method()), arrays_of(handle));
           })
      .def("__setstate__", restore_extension)
      .def("evaluate", evaluate, "samples"_a, "settings"_a)
      .def("variances", variances, "samples"_a, "settings"_a)
      .def("gradient", gradient, "samples"_a, "settings"_a)
      .def_prop_ro("method",
                   [](const ExtensionHandle& handle) { return std::string(handle.extension->method()); })
      .def_prop_ro("arrays", arrays_of, "Everything that was learned, by name.");
  m.def("fit_extension", fit_extension, "method"_a, "samples"_a, "coordinates"_a, "options"_a, "settings"_a);
}

}  // namespace sosi::python
