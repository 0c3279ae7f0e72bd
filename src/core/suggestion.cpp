// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/core/suggestion.hpp"

#include <algorithm>

namespace sosi {

namespace {

// Nobody mistypes a longer one, and the time grows with the square.
constexpr std::size_t kLongestWord = 64;
constexpr std::size_t kLettersPerMistake = 3;
constexpr std::size_t kShortestStart = 3;

std::string comparable(std::string_view word) {
  std::string plain(word);
  for (char& letter : plain) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    if (letter == '_') letter = '-';
  }
  return plain;
}

// The only word that begins so, or null.
const std::string* only_one_starting(const std::string& start, std::span<const std::string> words) {
  const auto begins = [&](const std::string& word) { return comparable(word).starts_with(start); };
  const auto found = std::ranges::find_if(words, begins);
  if (start.size() < kShortestStart || std::ranges::count_if(words, begins) != 1) return nullptr;
  return &*found;
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the table of distances between beginnings of a and of b.
  std::vector<int> before_last;
  std::vector<int> last(b.size() + 1);
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = last;
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string did_you_mean(std::string_view mistyped, std::span<const std::string> words) {
  const std::string wanted = comparable(mistyped);
  if (wanted.empty() || wanted.size() > kLongestWord) return {};
  const std::string* nearest = nullptr;
  int least = 0;
  for (const std::string& word : words) {
    const std::size_t longer = std::max(word.size(), wanted.size());
    const int distance = edit_distance(wanted, comparable(word));
    const bool is_near = distance <= static_cast<int>(longer / kLettersPerMistake);
    if (!is_near || (nearest != nullptr && distance >= least)) continue;
    nearest = &word;
    least = distance;
  }
  if (nearest == nullptr) nearest = only_one_starting(wanted, words);
  return nearest == nullptr ? "" : "; did you mean '" + *nearest + "'?";
}

std::vector<std::string> listed_words(std::string_view accepts) {
  std::vector<std::string> words;
  while (!accepts.empty()) {
    const std::size_t blank = std::min(accepts.find(' '), accepts.size());
    std::string_view list = accepts.substr(0, blank);
    accepts.remove_prefix(std::min(blank + 1, accepts.size()));
    if (list != "auto" && list != "true" && list != "false" && list.find('|') == list.npos) continue;
    while (!list.empty()) {
      const std::size_t bar = std::min(list.find('|'), list.size());
      words.emplace_back(list.substr(0, bar));
      list.remove_prefix(std::min(bar + 1, list.size()));
    }
  }
  return words;
}

}  // namespace sosi
