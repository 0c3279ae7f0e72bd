// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/samples.hpp"

#include "io/formats.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

void check_asks_for_no_images(const SampleSource& source) {
  const std::string option = source.image_size                        ? "image_size"
                             : source.bad_images != BadImages::refuse ? "skipping bad images"
                                                                      : "";
  if (!option.empty()) throw InvalidInput(source.path + ": " + option + " is for folders of images only");
}

// Columns of labels are named in any file that has some; those of a model matter where columns have names.
void check_asks_for_no_columns(const SampleSource& source) {
  const TableRules& table = source.table;
  const std::string option = !table.id.empty()           ? "id"
                             : !table.columns.empty()    ? "columns"
                             : !table.ignored.empty()    ? "ignore"
                             : !table.categories.empty() ? "categories"
                             : table.missing             ? "missing"
                                                         : "";
  if (!option.empty()) throw InvalidInput(source.path + ": " + option + " is for text tables only");
}

}  // namespace

SampleTable read_samples(const SampleSource& source) {
  const io::FileFormat& format = io::file_format(source.path);
  if (format.suffix != "/") check_asks_for_no_images(source);
  if (!format.is_table) check_asks_for_no_columns(source);
  return format.read_samples(source);
}

}  // namespace sosi
