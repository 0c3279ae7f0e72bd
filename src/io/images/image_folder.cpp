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

constexpr std::string_view kUnlabeledFolders[] = {"unlabeled", "_"};

// Names within a folder, in the order of their bytes.
struct Listing {
  std::vector<std::string> folders;
  std::vector<std::string> images;
  std::vector<SkippedFile> others;
};

struct FolderImage {
  std::string name;  // within the folder, as anna/01.png
  std::string label;
};

struct FolderContent {
  std::vector<FolderImage> images;
  std::vector<SkippedFile> others;
};

std::string path_in(const std::string& folder, const std::string& name) {
  return (std::filesystem::path(folder) / name).string();
}

// Names that begin with a dot are left out everywhere.
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
    } else {
      listing.others.push_back({name, other_type(name)});
    }
  }
  if (error) throw IoError(folder + ": cannot be listed: " + error.message());
  std::ranges::sort(listing.folders);
  std::ranges::sort(listing.images);
  std::ranges::sort(listing.others, {}, &SkippedFile::name);
  return listing;
}

// A folder of a class with those inside of it, except behind links, which may lead back. `within` ends in /.
void list_deeply(const std::string& folder, const std::string& within, Listing& all) {
  const Listing here = list_folder(path_in(folder, within));
  for (const std::string& name : here.images) all.images.push_back(within + name);
  for (const SkippedFile& file : here.others) all.others.push_back({within + file.name, file.reason});
  for (const std::string& name : here.folders) {
    if (std::filesystem::is_symlink(path_in(folder, within + name))) {
      all.others.push_back({within + name, "is a link to a folder"});
    } else {
      list_deeply(folder, within + name + "/", all);
    }
  }
}

[[noreturn]] void refuse_without_images(const std::string& folder) {
  throw InvalidInput(folder + ": holds no images (" + image_suffixes() + ")");
}

FolderContent list_images(const std::string& folder) {
  const Listing top = list_folder(folder);
  FolderContent content;
  content.others = top.others;
  if (top.folders.empty()) {
    if (top.images.empty()) refuse_without_images(folder);
    for (const std::string& name : top.images) content.images.push_back({name, ""});
    return content;
  }
  if (!top.images.empty()) {
    throw InvalidInput(folder + ": holds the image " + shown(top.images.front()) + " beside the folder " +
                       shown(top.folders.front()) + ": must have images, or one folder per class");
  }
  for (const std::string& label : top.folders) {
    Listing listing;
    list_deeply(folder, label + "/", listing);
    if (listing.images.empty()) refuse_without_images(path_in(folder, label));
    std::ranges::sort(listing.images);
    const bool is_unlabeled = std::ranges::find(kUnlabeledFolders, label) != std::end(kUnlabeledFolders);
    for (const std::string& name : listing.images)
      content.images.push_back({name, is_unlabeled ? "" : label});
    content.others.insert(content.others.end(), listing.others.begin(), listing.others.end());
  }
  return content;
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
  ImageRows(const SampleSource& source, Index n_images) : source_(source), wanted_(source.image_size) {
    table_.are_images = true;
    table_.n_file_rows = n_images;
    if (wanted_) take_memory(*wanted_);
  }

  void add(Index position, const std::string& name) {
    Matrix image;
    const std::string path = path_in(source_.path, name);
    try {
      image = read_image_file(path);
    } catch (const IoError& error) {
      if (source_.bad_images == BadImages::refuse) throw;
      const std::string what = error.what();
      table_.skipped.push_back({name, what.starts_with(path + ": ") ? what.substr(path.size() + 2) : what});
      return;
    }
    const ImageSize stored{image.rows(), image.cols()};
    if (!table_.stored_size) table_.stored_size = stored;
    if (!wanted_ && source_.has_auto_image_size) wanted_ = auto_image_size(stored);
    if (wanted_) image = resized(image, *wanted_);
    const ImageSize size{image.rows(), image.cols()};
    if (table_.values.size() == 0) take_memory(size);
    check_same_size(size, name);
    table_.values.row(std::ssize(table_.rows)) = image.reshaped<Eigen::RowMajor>().transpose();
    table_.rows.push_back(position);
    table_.names.push_back(name);
  }

  SampleTable finished() && {
    if (table_.rows.empty()) {
      const SkippedFile& first = table_.skipped.front();
      throw IoError(source_.path + ": none of its images can be read: " + first.name + ": " + first.reason);
    }
    table_.image_size = size_;
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
  std::optional<ImageSize> wanted_;
  SampleTable table_;
  ImageSize size_;
};

}  // namespace

SampleTable read_folder_samples(const SampleSource& source) {
  check_is_one_array(source);
  check_wanted_size(source);
  FolderContent content = list_images(source.path);
  ImageRows rows(source, std::ssize(content.images));
  for (std::size_t i = 0; i < content.images.size(); ++i) {
    rows.add(static_cast<Index>(i), content.images[i].name);
  }
  SampleTable table = std::move(rows).finished();
  table.skipped.insert(table.skipped.end(), content.others.begin(), content.others.end());
  return table;
}

std::vector<std::string> read_folder_labels(const LabelSource& source) {
  check_is_one_array(source);
  std::vector<std::string> labels;
  for (FolderImage& image : list_images(source.path).images) labels.push_back(std::move(image.label));
  return labels;
}

SampleTable read_image_samples(const SampleSource& source) {
  check_is_one_array(source);
  check_wanted_size(source);
  const std::filesystem::path path(source.path);
  SampleSource folder = source;
  folder.path = path.parent_path().string();
  folder.bad_images = BadImages::refuse;
  ImageRows rows(folder, 1);
  rows.add(0, path.filename().string());
  return std::move(rows).finished();
}

std::vector<std::string> read_image_labels(const LabelSource& source) {
  throw InvalidInput(source.path + ": is an image, which holds no labels");
}

}  // namespace sosi::io
