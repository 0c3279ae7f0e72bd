// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/core/errors.hpp"

#include <exception>

#include "bindings.hpp"

namespace sosi::python {

namespace {

// A run refused for memory is a RuntimeError as every failure to compute, and a MemoryError too.
PyObject* memory_refused = nullptr;

void translate(const std::exception_ptr& error, void* /*unused*/) {
  try {
    std::rethrow_exception(error);
  } catch (const InvalidInput& e) {
    PyErr_SetString(PyExc_ValueError, e.what());
  } catch (const IoError& e) {
    PyErr_SetString(PyExc_OSError, e.what());
  } catch (const MemoryRefused& e) {
    PyErr_SetString(memory_refused, e.what());
  } catch (const Error& e) {
    PyErr_SetString(PyExc_RuntimeError, e.what());
  }
}

}  // namespace

void bind_errors(nb::module_& m) {
  const nb::tuple bases = nb::make_tuple(nb::borrow(PyExc_RuntimeError), nb::borrow(PyExc_MemoryError));
  memory_refused = PyErr_NewExceptionWithDoc(
      "sosi.MemoryRefused", "A run refused before it starts because it would not fit into memory.",
      bases.ptr(), nullptr);
  m.attr("MemoryRefused") = nb::steal(memory_refused);
  nb::register_exception_translator(translate);
}

}  // namespace sosi::python
