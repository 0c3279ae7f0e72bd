// SPDX-License-Identifier: BSD-3-Clause
// Every knob does what its own words say: what they name is taken, what lies just outside is refused by them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>

#include "sosi/core/suggestion.hpp"
#include "sosi/evaluate/methods.hpp"

namespace sosi {
namespace option_rules_test {

using Knob = Field<MethodOptions>;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// What follows the given words, as a number.
std::optional<double> number_after(const std::string& text, const std::string& words) {
  const std::size_t at = text.find(words);
  if (at == std::string::npos) return std::nullopt;
  std::istringstream rest(text.substr(at + words.size()));
  std::string word;
  rest >> word;
  return OptionText<double>::parse(word);
}

// The sentence on what a knob accepts, taken apart.
struct Accepted {
  explicit Accepted(const std::string& sentence)
      : is_whole(contains(sentence, "an integer")),
        is_list(contains(sentence, "separated by commas") || contains(sentence, "numbers (such as")),
        has_numbers(is_whole || is_list || contains(sentence, "a number")),
        least(number_after(sentence, "at least ")),
        above(number_after(sentence, "above ")),
        most(number_after(sentence, "at most ")) {
    if (sentence == "true or false") choices = {"true", "false"};
    std::istringstream words(sentence);
    for (std::string word; words >> word;) {
      if (word != "auto" && !contains(word, "|")) continue;
      std::istringstream names(word);
      for (std::string name; std::getline(names, name, '|');) choices.push_back(name);
    }
  }

  bool is_choice(const std::string& text) const { return std::ranges::find(choices, text) != choices.end(); }

  bool is_whole;
  bool is_list;
  bool has_numbers;
  std::optional<double> least;
  std::optional<double> above;
  std::optional<double> most;
  std::vector<std::string> choices;
};

std::string written(double value) {
  return OptionText<double>::format(value);
}

// The next number down or up that a knob could hold.
std::string below(double bound, const Accepted& accepted) {
  return written(accepted.is_whole ? bound - 1.0 : std::nextafter(bound, -INFINITY));
}
std::string beyond(double bound, const Accepted& accepted) {
  return written(accepted.is_whole ? bound + 1.0 : std::nextafter(bound, INFINITY));
}

std::vector<std::string> good_texts(const Accepted& accepted) {
  std::vector<std::string> texts = accepted.choices;
  if (accepted.least)
    texts.insert(texts.end(), {written(*accepted.least), beyond(*accepted.least, accepted)});
  if (accepted.above) texts.push_back(beyond(*accepted.above, accepted));
  if (accepted.most) texts.insert(texts.end(), {written(*accepted.most), below(*accepted.most, accepted)});
  if (accepted.is_list) texts.push_back("1,2.5,3");
  return texts;
}

std::vector<std::string> bad_texts(const Accepted& accepted, const std::string& good) {
  std::vector<std::string> texts = {"",         " ",        "nonsense", "nan",     "inf",   "-inf",
                                    "1e999",    "0x1",      "--1",      "1;2",     "1.2.3", good + "x",
                                    good + " ", " " + good, good + ",", "," + good};
  for (const std::string& choice : accepted.choices) {
    std::string upper = choice;
    for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    texts.insert(texts.end(), {choice.substr(0, choice.size() - 1), choice + "s", upper, choice + ",1"});
  }
  if (accepted.least) texts.push_back(below(*accepted.least, accepted));
  if (accepted.above) texts.insert(texts.end(), {written(*accepted.above), below(*accepted.above, accepted)});
  if (accepted.most) texts.push_back(beyond(*accepted.most, accepted));
  if (accepted.is_whole) texts.insert(texts.end(), {"1.5", "1.0", "1e1", "2147483648"});
  if (accepted.is_list) texts.insert(texts.end(), {"1,,2", "1, 2", "1,nan", "1,-1"});
  if (!accepted.is_list) texts.emplace_back("1,2");
  if (!accepted.has_numbers) texts.insert(texts.end(), {"2", "1.0", "-1"});
  if (!accepted.is_choice("auto")) texts.emplace_back("auto");
  return texts;
}

void expect_taken(const Knob& knob, const std::string& text) {
  MethodOptions options;
  EXPECT_NO_THROW(knob.parse(options, text)) << knob.name << " = " << text;
  EXPECT_NO_THROW(validate(options)) << knob.name << " = " << text;
  EXPECT_EQ(knob.format(options), text) << knob.name;
}

void expect_refused(const Knob& knob, const std::string& text) {
  MethodOptions options;
  try {
    knob.parse(options, text);
    ADD_FAILURE() << knob.name << " takes '" << text << "'";
  } catch (const InvalidInput& error) {
    const std::string words = knob.name + " = " + text + ": must be " + knob.accepts;
    EXPECT_EQ(error.what(), words + did_you_mean(text, Accepted(knob.accepts).choices));
  }
}

TEST(OptionRules, DefaultsAreValidAndReadBack) {
  validate(MethodOptions{});
  for (const Knob& knob : field_table<MethodOptions>()) {
    expect_taken(knob, knob.format(MethodOptions{}));
    EXPECT_FALSE(knob.summary.empty());
  }
}

TEST(OptionRules, HoldJustInsideAndFailJustOutside) {
  for (const Knob& knob : field_table<MethodOptions>()) {
    const Accepted accepted(knob.accepts);
    EXPECT_TRUE(accepted.has_numbers || !accepted.choices.empty()) << knob.name << ": " << knob.accepts;
    EXPECT_EQ(accepted.has_numbers, accepted.least || accepted.above) << knob.name << ": " << knob.accepts;
    const std::vector<std::string> good = good_texts(accepted);
    for (const std::string& text : good) expect_taken(knob, text);
    for (const std::string& text : bad_texts(accepted, good.back())) expect_refused(knob, text);
  }
}

}  // namespace option_rules_test
}  // namespace sosi
