// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/fit/fit_options.hpp"

namespace sosi {

template <>
const FieldTable<FitOptions>& field_table<FitOptions>() {
  static const FieldTable<FitOptions> table = [] {
    FieldTable<FitOptions> fields;
    append_fields(fields, &FitOptions::embedding);
    append_fields(fields, &FitOptions::scale);
    append_fields(fields, &FitOptions::progressive);
    fields.push_back(
        field("normalize", &FitOptions::normalize, any_number(),
              "what is done to the samples first: every one to length 1, every feature to mean 0 and "
              "deviation 1, or nothing; auto: unit for images, none otherwise"));
    return fields;
  }();
  return table;
}

}  // namespace sosi
