// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/samples.hpp"

#include "io/formats.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/model/model.hpp"

namespace sosi {

namespace {

void check_asks_for_no_images(const SampleSource& source) {
  const bool asks_for_size = source.image_size || source.has_auto_image_size;
  const std::string option = asks_for_size                            ? "image_size"
                             : source.bad_images != BadImages::refuse ? "skipping bad images"
                                                                      : "";
  if (!option.empty()) throw InvalidInput(source.path + ": " + option + " is for images only");
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
  if (!format.holds_images) check_asks_for_no_images(source);
  if (!format.is_table) check_asks_for_no_columns(source);
  return format.read_samples(source);
}

SampleTable read_samples_for(const Model& model, SampleSource source) {
  const std::optional<ImageSize> expected = model.image_size();
  if (expected && io::file_format(source.path).holds_images) {
    if (source.image_size && source.image_size != expected) {
      throw InvalidInput("image_size = " + to_text(*source.image_size) + ": must be " + to_text(*expected) +
                         ", that of the images that the model was fitted to");
    }
    source.image_size = expected;
  }
  source.table.formats = model.columns();
  SampleTable table = read_samples(source);
  if (!table.image_size) return table;  // the model refuses what does not fit
  const std::string found = "the images are " + to_text(*table.image_size);
  if (expected && table.image_size != expected) {
    throw InvalidInput(found + "; the model was fitted to images of " + to_text(*expected));
  }
  if (table.values.cols() != model.n_features()) {
    throw InvalidInput(found + ", " + std::to_string(table.values.cols()) + " features; the model expects " +
                       std::to_string(model.n_features()) + " (image_size changes the size of images)");
  }
  return table;
}

}  // namespace sosi
