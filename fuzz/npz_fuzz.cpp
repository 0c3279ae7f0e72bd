// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "fuzz.hpp"
#include "io/arrays/npz.hpp"
#include "mutation.hpp"

void sosi::fuzz::read_input(std::span<const std::byte> input) {
  const std::string& path = as_file(input);
  attempt([&] { io::read_npz_samples({path, {}, {}}); });
  attempt([&] { io::read_npz_labels({path, {}}); });
  attempt([&] { io::read_npz_samples({path, {}, {"y=0,1..2"}}); });  // rows by another array
}

namespace {

using namespace sosi::fuzz;

// The archive taken apart by its signatures, not by what its directory says.
struct Parts {
  explicit Parts(std::string_view zip)
      : members(positions(zip, "PK\x03\x04")),
        entries(positions(zip, "PK\x01\x02")),
        end(zip.rfind("PK\x05\x06")) {
    members.resize(std::min(members.size(), entries.size()));
  }

  // Where the content of a member lies.
  std::size_t begin_of(std::string_view zip, std::size_t member) const {
    const std::size_t at = members[member];
    return std::min(zip.size(), at + 30 + little_endian(zip, at + 26, 2) + little_endian(zip, at + 28, 2));
  }
  std::string_view content(std::string_view zip, std::size_t member) const {
    const std::size_t begin = begin_of(zip, member);
    const std::size_t end_of = member + 1 < members.size() ? members[member + 1] : entries.front();
    return zip.substr(begin, end_of > begin ? end_of - begin : 0);
  }

  std::vector<std::size_t> members;
  std::vector<std::size_t> entries;
  std::size_t end;
};

// A 32-bit field that is all ones says that the number stands elsewhere.
void put_narrow(Bytes& zip, std::size_t at, std::uint64_t value) {
  if (little_endian(zip, at, 4) != 0xFFFFFFFF) put_little_endian(zip, at, 4, value);
}

// Checksums, sizes, offsets and counts as they should be.
Bytes repaired(Bytes zip) {
  const Parts parts(zip);
  for (std::size_t i = 0; i < parts.members.size(); ++i) {
    const std::size_t entry = parts.entries[i];
    const Bytes stored(parts.content(zip, i));
    const bool is_deflated = little_endian(zip, entry + 10, 2) == 8;
    const Bytes content = is_deflated ? inflated(stored, Wrapper::kNone).value_or(stored) : stored;
    put_little_endian(zip, entry + 16, 4, crc32_of(content));
    put_narrow(zip, entry + 20, stored.size());
    put_narrow(zip, entry + 24, content.size());
    put_narrow(zip, entry + 42, parts.members[i]);
  }
  if (parts.entries.empty() || parts.end == zip.npos || zip.find("PK\x06\x06") != zip.npos) return zip;
  put_little_endian(zip, parts.end + 8, 2, parts.entries.size());
  put_little_endian(zip, parts.end + 10, 2, parts.entries.size());
  put_little_endian(zip, parts.end + 12, 4, parts.end - parts.entries.front());
  put_little_endian(zip, parts.end + 16, 4, parts.entries.front());
  put_little_endian(zip, parts.end + 20, 2, zip.size() - parts.end - 22);
  return zip;
}

// What is deflated in the archive is mutated within.
Bytes with_mutated_member(Bytes zip, unsigned seed) {
  const Parts parts(zip);
  if (parts.members.empty()) return mutate(std::move(zip));
  const std::size_t chosen = seed % parts.members.size();
  const std::string_view stored = parts.content(zip, chosen);
  const std::optional<Bytes> inside = inflated(stored, Wrapper::kNone);
  const Bytes content = inside ? deflated(mutate(*inside), Wrapper::kNone) : mutate(Bytes(stored));
  return zip.replace(parts.begin_of(zip, chosen), stored.size(), content);
}

}  // namespace

sosi::fuzz::Bytes sosi::fuzz::mutated(Bytes bytes, unsigned seed) {
  return repaired(seed % 2 == 0 ? mutate(std::move(bytes)) : with_mutated_member(std::move(bytes), seed / 2));
}
