// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats.hpp"

#include <filesystem>
#include <system_error>

#include "io/arrays/idx.hpp"
#include "io/arrays/mat.hpp"
#include "io/arrays/npy_file.hpp"
#include "io/arrays/npz.hpp"
#include "io/bytes/text.hpp"
#include "io/images/image_file.hpp"
#include "io/images/image_folder.hpp"
#include "io/text/csv.hpp"
#include "io/text/libsvm_text.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

constexpr bool kMayHoldLabels = true;
constexpr bool kIsTable = true;
constexpr bool kHoldsImages = true;
constexpr const char* kFolder = "/";

// One a line.
// clang-format off
constexpr FileFormat kFormats[] = {
    {".npy", read_npy_samples, read_npy_labels},
    {".npz", read_npz_samples, read_npz_labels, kMayHoldLabels},
    {".mat", read_mat_samples, read_mat_labels, kMayHoldLabels},
    {".csv", read_csv_samples, read_csv_labels, !kMayHoldLabels, kIsTable},
    {".tsv", read_csv_samples, read_csv_labels, !kMayHoldLabels, kIsTable},
    {".txt", read_csv_samples, read_csv_labels, !kMayHoldLabels, kIsTable},
    {".csv.gz", read_csv_samples, read_csv_labels, !kMayHoldLabels, kIsTable},
    {".tsv.gz", read_csv_samples, read_csv_labels, !kMayHoldLabels, kIsTable},
    {".txt.gz", read_csv_samples, read_csv_labels, !kMayHoldLabels, kIsTable},
    {".libsvm", read_libsvm_samples, read_libsvm_labels, kMayHoldLabels},
    {".svm", read_libsvm_samples, read_libsvm_labels, kMayHoldLabels},
    {".svmlight", read_libsvm_samples, read_libsvm_labels, kMayHoldLabels},
    {".idx", read_idx_samples, read_idx_labels},
    {".idx.gz", read_idx_samples, read_idx_labels},
    {"-ubyte", read_idx_samples, read_idx_labels},
    {"-ubyte.gz", read_idx_samples, read_idx_labels},
    {kFolder, read_folder_samples, read_folder_labels, kMayHoldLabels, !kIsTable, kHoldsImages},
};
// clang-format on

// Of a name that the reader of images knows.
constexpr FileFormat kImage = {"",        read_image_samples, read_image_labels, !kMayHoldLabels,
                               !kIsTable, kHoldsImages};

}  // namespace

const FileFormat& file_format(const std::string& path) {
  std::error_code ignored;  // whoever opens the file says why that fails
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (status.type() == std::filesystem::file_type::not_found) throw IoError(path + ": no such file");
  const std::string name = lower_case(path) + (std::filesystem::is_directory(status) ? kFolder : "");
  std::string known;
  for (const FileFormat& format : kFormats) {
    if (name.ends_with(format.suffix)) return format;
    if (format.suffix != kFolder) known += std::string(format.suffix) + ", ";
  }
  if (is_image_name(name)) return kImage;
  throw InvalidInput(path + ": unknown file type; known are " + known + image_suffixes() +
                     " and folders of images");
}

}  // namespace sosi::io
