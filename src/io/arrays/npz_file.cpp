// SPDX-License-Identifier: BSD-3-Clause
#include "io/arrays/npz_file.hpp"

#include <algorithm>

#include "io/arrays/npy_file.hpp"
#include "io/arrays/npy_header.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

constexpr std::string_view kSuffix = ".npy";

std::string_view without_suffix(std::string_view name) {
  if (name.ends_with(kSuffix)) name.remove_suffix(kSuffix.size());
  return name;
}

}  // namespace

NpzFile::NpzFile(const std::string& path) : NamedArrays(path) {
  for (ZipMember& member : read_zip_directory(path)) {
    std::string name(without_suffix(member.name));
    members_.push_back({std::move(name), std::move(member)});
  }
  std::vector<std::string_view> names;
  for (const Member& member : members_) names.push_back(member.name);
  check_names_differ(std::move(names));
}

bool NpzFile::has(std::string_view name) const {
  return find(name) != nullptr || find(without_suffix(name)) != nullptr;
}

StoredArray NpzFile::open_member(std::string_view name) const {
  const Member* member = find(name);
  if (member == nullptr) member = find(without_suffix(name));
  if (member == nullptr) throw IoError(path() + ": has no array '" + std::string(name) + "'");
  return open_npy_array(open_zip_member(path(), member->zip, display_name(member->name)));
}

// What is no array, a note that somebody added perhaps, is passed over.
std::vector<ListedArray> NpzFile::list() const {
  std::vector<ListedArray> listed;
  for (const Member& member : members_) {
    const std::unique_ptr<ByteSource> source = open_zip_member(path(), member.zip, display_name(member.name));
    if (!starts_as_npy(*source)) continue;
    const Shape shape = read_npy_header(*source).shape;
    listed.push_back({member.name, shape_text(shape), shape, true});
  }
  return listed;
}

const NpzFile::Member* NpzFile::find(std::string_view name) const {
  const auto found = std::ranges::find(members_, name, &Member::name);
  return found == members_.end() ? nullptr : &*found;
}

}  // namespace sosi::io
