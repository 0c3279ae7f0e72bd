// SPDX-License-Identifier: BSD-3-Clause
#include "plot/class_marks.hpp"

#include <array>

#include "sosi/data/labels.hpp"

namespace sosi::plot {

namespace {

// Chosen one by one to be as far as possible, in the Oklab color space, from those before; neither too light
// for a white page nor too dark to be told from the outlines.
constexpr std::array kColors = {0x1f77b4, 0xd62728, 0x2ca02c, 0xff9f1a, 0x9457c8, 0x17c3d6, 0x6b3e12,
                                0xf48fd8, 0x331f99, 0xa3e03d, 0x7a0066, 0xa37a52, 0x00475c, 0x005c00,
                                0x99a3ff, 0xd64799, 0xa3b885, 0x7a5c7a, 0xff7070, 0x008570};
constexpr int kGray = 0xb0b0b0;
constexpr int kLongestName = 32;  // letters in a key

// Filled marks of gnuplot; each has its outline one number below. Six of them and twenty colors make sixty
// different pairs, and on a gray print classes of neighboring numbers still differ in shape.
constexpr std::array kClassMarks = {7, 5, 9, 13, 11, 15};

}  // namespace

int class_color(int class_index) {
  if (class_index == kUnlabeled) return kGray;
  return kColors[static_cast<std::size_t>(class_index) % kColors.size()];
}

int class_mark(int class_index) {
  return class_index == kUnlabeled ? kClassMarks[0]
                                   : kClassMarks[static_cast<std::size_t>(class_index) % kClassMarks.size()];
}

std::vector<KeyEntry> class_entries(const std::vector<std::string>& names) {
  std::vector<KeyEntry> entries;
  for (const std::string& name : names) {
    const auto c = static_cast<int>(entries.size());
    entries.push_back({"points pointsize 1.5 pointtype " + plot_text(class_mark(c)) + " linecolor rgb " +
                           plot_text(class_color(c)),
                       shortened(name, kLongestName)});
  }
  return entries;
}

}  // namespace sosi::plot
