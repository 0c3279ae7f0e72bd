// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/fit/fit_options.hpp"

namespace sosi {

namespace {

template <class Part>
void append_part(FieldTable<FitOptions>& table, const std::string& group) {
  for (Field<Part>& field : field_table<Part>()) {
    table.push_back({field.name, field.accepts, field.summary, field.format, field.parse, field.check, group,
                     field.owners});
  }
}

}  // namespace

template <>
FieldTable<FitOptions> field_table<FitOptions>() {
  FieldTable<FitOptions> table;
  append_part<EmbeddingOptions>(table, "Embedding");
  append_part<ScaleOptions>(table, "Scale");
  append_part<RoundsOptions>(table, "Rounds");
  table.push_back(field(
      "normalize", &FitOptions::normalize, any_number(),
      "normalization of the samples: unit scales every sample to length 1, standard scales every feature to "
      "mean 0 and standard deviation 1, none changes nothing; auto: unit for images, standard for features "
      "of "
      "different units, else none"));
  table.back().group = "Samples";
  table.push_back(field("conflicts", &FitOptions::conflicts, any_number(),
                        "equal samples with different labels: refuse them, or unlabel all of them"));
  table.back().group = "Samples";
  append_part<MetricOptions>(table, "Samples");
  append_part<ExtensionOptions>(table, "Extension");
  return table;
}

void set_option(FitOptions& options, std::string_view name, std::string_view text) {
  const FieldTable<FitOptions> table = field_table<FitOptions>();
  const Field<FitOptions>* const field = find_field(table, name);
  if (field == nullptr) detail::reject_name(name, field_names(table));
  field->parse(options, text);
}

}  // namespace sosi
