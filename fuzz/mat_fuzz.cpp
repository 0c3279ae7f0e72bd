// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "fuzz.hpp"
#include "io/arrays/mat.hpp"
#include "mutation.hpp"

void sosi::fuzz::read_input(std::span<const std::byte> input) {
  const std::string& path = as_file(input);
  attempt([&] { io::read_mat_samples({path, {}, {}}); });
  attempt([&] { io::read_mat_labels({path, {}}); });
  attempt([&] { io::read_mat_samples({path, {}, {"y=0,1..2"}}); });  // rows by another array
}

namespace {

using namespace sosi::fuzz;

constexpr std::size_t kHeaderBytes = 128;
constexpr std::size_t kTagBytes = 8;  // type and length

bool is_big_endian(std::string_view file) {
  return file.substr(kHeaderBytes - 2, 2) == "MI";
}

// Where an element's tag stands, the last one's where there are not so many.
std::size_t find_element(std::string_view file, unsigned number) {
  std::size_t at = kHeaderBytes;
  for (; number > 0; --number) {
    const std::uint64_t n = is_big_endian(file) ? big_endian(file, at + 4) : little_endian(file, at + 4, 4);
    if (at + kTagBytes + n + kTagBytes > file.size()) break;
    at += kTagBytes + n;
  }
  return at;
}

// A tag that says how much follows it.
Bytes with_length(Bytes element, bool is_big) {
  const std::size_t length = std::max(element.size(), kTagBytes) - kTagBytes;
  is_big ? put_big_endian(element, 4, static_cast<std::uint32_t>(length))
         : put_little_endian(element, 4, 4, length);
  return element;
}

}  // namespace

// An element, or the one that a compressed one inflates to, is mutated and gets the length that it has then.
sosi::fuzz::Bytes sosi::fuzz::mutated(Bytes bytes, unsigned seed) {
  if (bytes.size() < kHeaderBytes + kTagBytes) return mutate(std::move(bytes));
  const bool is_big = is_big_endian(bytes);
  const std::size_t at = find_element(bytes, seed % 4);
  const std::size_t end = std::max(find_element(bytes, seed % 4 + 1), at);
  const Bytes element = bytes.substr(at, end > at ? end - at : bytes.npos);
  const std::optional<Bytes> inside = inflated(element.substr(kTagBytes), Wrapper::kZlib);
  const Bytes changed =
      inside ? element.substr(0, kTagBytes) + deflated(with_length(mutate(*inside), is_big), Wrapper::kZlib)
             : mutate(element);
  return bytes.replace(at, element.size(), with_length(changed, is_big));
}
