// SPDX-License-Identifier: BSD-3-Clause
#include "extend/loaded_arrays.hpp"

#include <string>

#include "sosi/core/errors.hpp"

namespace sosi {

const Matrix& shaped_array(const NamedArrays& arrays, std::string_view name, Shape shape) {
  const Matrix& values = array_named(arrays, name);
  if ((shape.rows >= 0 && values.rows() != shape.rows) || (shape.cols >= 0 && values.cols() != shape.cols)) {
    throw InvalidInput("array '" + std::string(name) + "' of " + std::to_string(values.rows()) + " x " +
                       std::to_string(values.cols()) + " does not fit the other arrays");
  }
  if (!values.allFinite()) throw InvalidInput("array '" + std::string(name) + "': must be finite");
  return values;
}

double number_above(const NamedArrays& arrays, std::string_view name, double low) {
  const double value = shaped_array(arrays, name, {1, 1})(0, 0);
  if (!(value > low)) {
    throw InvalidInput("array '" + std::string(name) + "': must be a number above " +
                       OptionText<double>::format(low));
  }
  return value;
}

}  // namespace sosi
