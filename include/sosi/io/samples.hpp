// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/core/options.hpp"
#include "sosi/data/columns.hpp"
#include "sosi/data/image_size.hpp"

namespace sosi {

class Model;

/// What is done about an image that cannot be read.
enum class BadImages { refuse, skip };

/// What is done about a field of a table that has no value: the file is refused, the field takes the mean of
/// its column, or the row is left out.
enum class MissingValues { refuse, mean, drop };

template <>
struct ChoiceNames<MissingValues> {
  static constexpr std::pair<MissingValues, std::string_view> names[] = {
      {MissingValues::refuse, "refuse"}, {MissingValues::mean, "mean"}, {MissingValues::drop, "drop"}};
};

/// Which columns of a text table are features. Columns are named as in the header, or by their numbers from 1
/// where it has no such name.
struct TableRules {
  std::vector<std::string> columns = {};      ///< these alone; empty: all but those below
  std::vector<std::string> ignored = {};      ///< no features
  std::vector<std::string> labels = {};       ///< labels or true classes: no features either
  std::string id = {};                        ///< what rows are called in outputs; no feature
  std::vector<std::string> categories = {};   ///< text, one feature per distinct value
  std::optional<MissingValues> missing = {};  ///< none: as in the fit of `formats`, else `refuse`
  std::vector<ColumnFormat> formats = {};     ///< of a model: the features are made of these columns

  bool operator==(const TableRules&) const = default;
};

/// Where samples come from: an .npy, .npz, .mat or IDX file of numbers, text with one sample a line (.csv,
/// .tsv, .txt, also with .gz), LIBSVM text, an image, or a folder of images with one subfolder per class.
struct SampleSource {
  std::string path;
  /// The array of an .npz or .mat; empty takes `X`, else `samples`, in a .mat also `fea` or `data`, else the
  /// only array of rank 2 or more, in a .mat without vectors.
  std::string array;
  /// Keeps the rows of an .npz or .mat by another of its arrays: `NAME=ITEM[,ITEM…]`, where an item is a
  /// value or, for numbers, an interval `LOW..HIGH` with both ends in it. A row is kept when every condition
  /// holds.
  std::vector<std::string> where;
  /// Every image is brought to this size; without it, those of a folder must be of one size.
  std::optional<ImageSize> image_size = std::nullopt;
  /// Without a size, that of the first image decides: see `auto_image_size`.
  bool has_auto_image_size = false;
  /// Of a folder.
  BadImages bad_images = BadImages::refuse;
  /// Of a text table.
  TableRules table = {};
};

/// A file of a folder that is no row.
struct SkippedFile {
  std::string name;  ///< within the folder
  std::string reason;

  bool operator==(const SkippedFile&) const = default;
};

/// Samples as read: one row each, in the order of the file.
struct SampleTable {
  Matrix values;            ///< what stands in the file, as doubles: in arrays, finite or not
  Indices rows;             ///< the row of the file that each row was, ascending
  bool are_images = false;  ///< of a folder, or of rank 3 (N x H x W); each image is flattened row by row
  Index n_file_rows = 0;    ///< rows in the file, or images in the folder, kept or not
  std::vector<std::string> names;    ///< of images: the file of each row, as `anna/01.png`
  std::vector<SkippedFile> skipped;  ///< of a folder: images that cannot be read, and files of other types
  std::optional<ImageSize> image_size = {};   ///< of images: that of each row
  std::optional<ImageSize> stored_size = {};  ///< of the first image, before its size was changed
  /// Of a text table whose columns have names: the features in order.
  std::vector<ColumnFormat> columns = {};
  std::string id_name = {};           ///< of the column of ids; empty: there is none
  std::vector<std::string> ids = {};  ///< of every row, where there are any
};

/// Reads samples; `IoError` for a file that is missing or damaged, `InvalidInput` for one that holds no
/// samples.
SampleTable read_samples(const SampleSource& source);

/// Reads samples for a model: images are brought to the size that it was fitted to. `InvalidInput` for
/// another `image_size`, and for samples that have not as many features as the model.
SampleTable read_samples_for(const Model& model, SampleSource source);

}  // namespace sosi
