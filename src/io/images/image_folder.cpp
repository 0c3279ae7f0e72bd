// SPDX-License-Identifier: BSD-3-Clause
#include "io/images/image_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "io/arrays/one_array_file.hpp"
#include "io/bytes/text.hpp"
#include "io/images/image_file.hpp"
#include "io/images/image_resize.hpp"
#include "io/images/raster.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/memory.hpp"

namespace sosi::io {

namespace {

constexpr std::string_view kSuffixes[] = {".png", ".jpg", ".jpeg", ".pgm", ".ppm", ".pnm"};
constexpr std::string_view kUnlabeledFolders[] = {"unlabeled", "_"};

// Names within a folder, in the order of their bytes.
struct Listing {
  std::vector<std::string> folders;
  std::vector<std::string> images;
};

struct FolderImage {
  std::string name;  // within the folder, as anna/01.png
  std::string label;
};

std::string path_in(const std::string& folder, const std::string& name) {
  return (std::filesystem::path(folder) / name).string();
}

bool is_image_name(const std::string& name) {
  const std::string lower = lower_case(name);
  return std::ranges::any_of(kSuffixes, [&](std::string_view suffix) { return lower.ends_with(suffix); });
}

Listing list_folder(const std::string& folder) {
  Listing listing;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with('.')) continue;
    std::error_code ignored;  // whoever opens the file says why that fails
    if (entry->is_directory(ignored)) {
      listing.folders.push_back(name);
    } else if (is_image_name(name)) {
      listing.images.push_back(name);
    }
  }
  if (error) throw IoError(folder + ": cannot be listed: " + error.message());
  std::ranges::sort(listing.folders);
  std::ranges::sort(listing.images);
  return listing;
}

[[noreturn]] void refuse_without_images(const std::string& folder, const std::string& remark) {
  std::string known;
  for (const std::string_view suffix : kSuffixes) known += (known.empty() ? "" : ", ") + std::string(suffix);
  throw InvalidInput(folder + ": holds no images (" + known + ")" + remark);
}

std::vector<FolderImage> list_images(const std::string& folder) {
  const Listing top = list_folder(folder);
  std::vector<FolderImage> images;
  if (top.folders.empty()) {
    if (top.images.empty()) refuse_without_images(folder, "");
    for (const std::string& name : top.images) images.push_back({name, ""});
    return images;
  }
  if (!top.images.empty()) {
    throw InvalidInput(folder + ": holds the image " + shown(top.images.front()) + " beside the folder " +
                       shown(top.folders.front()) + ": must have images, or one folder per class");
  }
  for (const std::string& label : top.folders) {
    const std::vector<std::string> names = list_folder(path_in(folder, label)).images;
    if (names.empty()) {
      refuse_without_images(path_in(folder, label), "; folders inside a class folder are ignored");
    }
    const bool is_unlabeled = std::ranges::find(kUnlabeledFolders, label) != std::end(kUnlabeledFolders);
    for (const std::string& name : names) images.push_back({label + "/" + name, is_unlabeled ? "" : label});
  }
  return images;
}

void check_wanted_size(const SampleSource& source) {
  if (!source.image_size) return;
  const auto [height, width] = *source.image_size;
  const auto most = static_cast<Index>(kMaxPixels);
  if (height < 1 || width < 1 || height > most / width) {
    throw InvalidInput("image_size = " + to_text(*source.image_size) +
                       ": must be at least 1 x 1 and have at most " + std::to_string(most) + " pixels");
  }
}

// The rows of a table, as the images come in.
class ImageRows {
 public:
  ImageRows(const SampleSource& source, Index n_images) : source_(source) {
    table_.are_images = true;
    table_.n_file_rows = n_images;
    if (source.image_size) take_memory(*source.image_size);
  }

  void add(Index position, const std::string& name) {
    Matrix image;
    try {
      image = read_image_file(path_in(source_.path, name));
    } catch (const IoError& error) {
      if (source_.bad_images == BadImages::refuse) throw;
      table_.skipped.push_back(std::string(error.what()).substr(path_in(source_.path, "").size()));
      return;
    }
    if (source_.image_size) image = resized(image, *source_.image_size);
    const ImageSize size{image.rows(), image.cols()};
    if (table_.values.size() == 0) take_memory(size);
    check_same_size(size, name);
    table_.values.row(std::ssize(table_.rows)) = image.reshaped<Eigen::RowMajor>().transpose();
    table_.rows.push_back(position);
    table_.names.push_back(name);
  }

  SampleTable finished() && {
    if (table_.rows.empty()) {
      throw IoError(source_.path + ": none of its images can be read: " + table_.skipped.front());
    }
    table_.values.conservativeResize(std::ssize(table_.rows), Eigen::NoChange);
    return std::move(table_);
  }

 private:
  void take_memory(ImageSize size) {
    size_ = size;
    const std::size_t n_bytes = sizeof(double) * size.height * size.width * table_.n_file_rows;
    if (n_bytes > available_memory()) {
      throw MemoryRefused(source_.path + ": " + std::to_string(table_.n_file_rows) + " images of " +
                          to_text(size) + " need " + format_bytes(n_bytes) +
                          " of memory; image_size can make them smaller");
    }
    table_.values.resize(table_.n_file_rows, size.height * size.width);
  }

  void check_same_size(ImageSize size, const std::string& name) const {
    if (size == size_) return;
    throw InvalidInput(path_in(source_.path, table_.names.front()) + " is " + to_text(size_) + ", " +
                       path_in(source_.path, name) + " is " + to_text(size) +
                       ": must have the same size; image_size resizes them");
  }

  const SampleSource& source_;
  SampleTable table_;
  ImageSize size_;
};

}  // namespace

SampleTable read_folder_samples(const SampleSource& source) {
  check_is_one_array(source);
  check_wanted_size(source);
  const std::vector<FolderImage> images = list_images(source.path);
  ImageRows rows(source, std::ssize(images));
  for (std::size_t i = 0; i < images.size(); ++i) rows.add(static_cast<Index>(i), images[i].name);
  return std::move(rows).finished();
}

std::vector<std::string> read_folder_labels(const LabelSource& source) {
  check_is_one_array(source);
  std::vector<std::string> labels;
  for (FolderImage& image : list_images(source.path)) labels.push_back(std::move(image.label));
  return labels;
}

}  // namespace sosi::io
