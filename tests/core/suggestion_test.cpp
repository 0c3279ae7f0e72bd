// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/core/suggestion.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "sosi/core/options.hpp"
#include "sosi/evaluate/methods.hpp"

namespace sosi {
namespace suggestion_test {

using Words = std::vector<std::string>;

// The definition, read from the ends.
int by_definition(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return static_cast<int>(a.size() + b.size());
  const auto without = [](std::string_view text, std::size_t n) { return text.substr(0, text.size() - n); };
  int least = std::min({by_definition(without(a, 1), b) + 1, by_definition(a, without(b, 1)) + 1,
                        by_definition(without(a, 1), without(b, 1)) + (a.back() == b.back() ? 0 : 1)});
  const bool is_swap =
      a.size() > 1 && b.size() > 1 && a.back() == b[b.size() - 2] && b.back() == a[a.size() - 2];
  if (is_swap) least = std::min(least, by_definition(without(a, 2), without(b, 2)) + 1);
  return least;
}

TEST(Suggestion, DistanceIsThatOfTheDefinition) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("fti", "fit"), 1);
  EXPECT_EQ(edit_distance("lapacian", "laplacian"), 1);
  EXPECT_EQ(edit_distance("ca", "abc"), 3);
  Words words = {""};
  for (std::size_t i = 0; words.size() < 60; ++i) {
    for (const char letter : {'a', 'b', 'c'}) words.push_back(words[i] + letter);
  }
  for (const std::string& a : words) {
    for (const std::string& b : words) EXPECT_EQ(edit_distance(a, b), by_definition(a, b)) << a << ' ' << b;
  }
}

TEST(Suggestion, NamesTheNearestWordIfItIsNear) {
  const Words words = {"confidence", "mixed", "quota", "n-components", "map"};
  EXPECT_EQ(did_you_mean("quotta", words), "; did you mean 'quota'?");
  EXPECT_EQ(did_you_mean("Mixed", words), "; did you mean 'mixed'?");
  EXPECT_EQ(did_you_mean("n_components", words), "; did you mean 'n-components'?");
  EXPECT_EQ(did_you_mean("conf", words), "; did you mean 'confidence'?");
  EXPECT_EQ(did_you_mean("amp", words), "; did you mean 'map'?");
  EXPECT_EQ(did_you_mean("harmonic", words), "");
  EXPECT_EQ(did_you_mean("3", words), "");
  EXPECT_EQ(did_you_mean("", words), "");
  EXPECT_EQ(did_you_mean("quota", {}), "");
  EXPECT_EQ(did_you_mean(std::string(100000, 'a'), words), "");
  EXPECT_EQ(did_you_mean("pre", Words{"predict", "prepare"}), "");  // could be either
}

TEST(Suggestion, EveryOptionIsFoundByAMistakeInItsName) {
  Words names;
  for (const Field<MethodOptions>& option : field_table<MethodOptions>()) names.push_back(option.name);
  for (const std::string& name : names) {
    std::string swapped = name;
    std::swap(swapped[1], swapped[2]);
    EXPECT_EQ(did_you_mean(swapped, names), "; did you mean '" + name + "'?");
    EXPECT_EQ(did_you_mean(name + "z", names), "; did you mean '" + name + "'?");
  }
}

TEST(Suggestion, WordsAreTakenFromWhatIsAccepted) {
  EXPECT_EQ(listed_words("auto or laplacian|fisher|precomputed"),
            (Words{"auto", "laplacian", "fisher", "precomputed"}));
  EXPECT_EQ(listed_words("auto|loo or numbers (such as 1.4) above 0"), (Words{"auto", "loo"}));
  EXPECT_EQ(listed_words("true or false"), (Words{"true", "false"}));
  EXPECT_EQ(listed_words("an integer at least 1"), Words{});
}

}  // namespace suggestion_test
}  // namespace sosi
