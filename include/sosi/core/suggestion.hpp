// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sosi {

/// How many letters must be inserted, left out, replaced, or swapped with their neighbor to turn one word
/// into the other, where no part is changed twice.
int edit_distance(std::string_view a, std::string_view b);

/// "; did you mean 'rounds'?" for the word that was probably meant by a mistyped one; empty when none is
/// near.
///
/// Near is one mistake in three letters; large letters are as good as small ones, and `_` as good as `-`. A
/// word that only one of the words begins with stands for it.
std::string did_you_mean(std::string_view mistyped, std::span<const std::string> words);

/// The words that a description of accepted values lists: `auto` and those around `|`.
std::vector<std::string> listed_words(std::string_view accepts);

}  // namespace sosi
