// SPDX-License-Identifier: BSD-3-Clause
#include "io/npz_file.hpp"

#include <algorithm>

#include "io/text.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

constexpr std::string_view kSuffix = ".npy";

std::string_view without_suffix(std::string_view name) {
  if (name.ends_with(kSuffix)) name.remove_suffix(kSuffix.size());
  return name;
}

}  // namespace

NpzFile::NpzFile(const std::string& path) : path_(path) {
  for (ZipMember& member : read_zip_directory(path)) {
    const std::string name(without_suffix(member.name));
    if (find(name) != nullptr) throw IoError(path + ": holds two arrays called " + shown(name));
    members_.push_back({name, std::move(member)});
  }
}

NpyArray NpzFile::open(std::string_view name) const {
  const Member* member = find(without_suffix(name));
  if (member == nullptr) refuse("there is no array " + shown(name));
  return open_npy_array(open_zip_member(path_, member->zip, display_name(*member)));
}

NpyArray NpzFile::open(const ArrayRole& role) const {
  for (const std::string_view name : role.names) {
    if (find(name) != nullptr) return open(name);
  }
  std::vector<std::string> fitting;
  for (const Listed& array : list()) {
    const std::size_t rank = array.shape.size();
    if (rank >= role.min_rank && rank <= role.max_rank) fitting.push_back(array.member->name);
  }
  if (fitting.size() != 1) refuse("it is not clear which array holds the " + std::string(role.role));
  return open(fitting.front());
}

const NpzFile::Member* NpzFile::find(std::string_view name) const {
  const auto found = std::ranges::find(members_, name, &Member::name);
  return found == members_.end() ? nullptr : &*found;
}

std::string NpzFile::display_name(const Member& member) const {
  return path_ + ": array " + shown(member.name);
}

// What is no array, a note that somebody added perhaps, is passed over.
std::vector<NpzFile::Listed> NpzFile::list() const {
  std::vector<Listed> listed;
  for (const Member& member : members_) {
    const std::unique_ptr<ByteSource> source = open_zip_member(path_, member.zip, display_name(member));
    if (starts_as_npy(*source)) listed.push_back({&member, read_npy_header(*source).shape});
  }
  return listed;
}

void NpzFile::refuse(const std::string& reason) const {
  std::string arrays;
  for (const Listed& array : list()) {
    arrays += (arrays.empty() ? "" : ", ") + shown(array.member->name) + " (" + shape_text(array.shape) + ")";
  }
  throw InvalidInput(path_ + ": " + reason + "; the arrays are " + (arrays.empty() ? "none" : arrays));
}

}  // namespace sosi::io
