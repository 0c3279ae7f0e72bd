// SPDX-License-Identifier: BSD-3-Clause
#include "io/checkpoint_search.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/bytes/strict_json.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

enum Count : std::size_t {
  kRuns,
  kUnsolvable,
  kDimensions,
  kPositions,
  kTrials,
  kHeldOut,
  kFound,
  kClasses,
  kN
};

constexpr std::size_t kNumbersPerRun = 6;
constexpr std::size_t kVoteNumbers = 2;  // before the sums
constexpr std::size_t kMostRuns = 100'000;

void append(std::vector<double>& numbers, const Vector& values) {
  numbers.insert(numbers.end(), values.begin(), values.end());
}

Vector vector_at(const std::vector<double>& numbers, std::size_t first, Index n) {
  return Eigen::Map<const Vector>(numbers.data() + first, n);
}

// A value of an enumeration, as a file may hold it.
template <class Choice>
Choice choice_of(double number, const std::string& file) {
  for (const auto& [value, name] : ChoiceNames<Choice>::names) {
    if (static_cast<double>(value) == number) return value;
  }
  throw IoError(file + ": 'search_runs' holds an unknown choice");
}

void check(const SearchArrays& arrays, std::size_t n_names, const std::string& file) {
  constexpr Index kMost = Index{1} << 30;
  const auto is_count = [](Index value) { return value >= 0 && value <= kMost; };
  const Indices& counts = arrays.counts;
  if (counts.size() != kN || !std::ranges::all_of(counts, is_count) || counts[kFound] > counts[kHeldOut] ||
      counts[kTrials] > 1) {
    throw IoError(file + ": 'search_counts' has unexpected values");
  }
  const auto n_runs = static_cast<std::size_t>(counts[kRuns]);
  const std::size_t n_scales = static_cast<std::size_t>(counts[kRuns] + counts[kUnsolvable]) *
                               static_cast<std::size_t>(counts[kDimensions]);
  const auto n_classes = static_cast<std::size_t>(counts[kClasses]);
  const std::size_t n_sums = arrays.soft_votes.size() - std::min(arrays.soft_votes.size(), kVoteNumbers);
  if (n_runs > kMostRuns || n_names != n_runs || arrays.runs.size() != kNumbersPerRun * n_runs ||
      arrays.scales.size() != n_scales ||
      arrays.classes.size() != n_runs * static_cast<std::size_t>(counts[kPositions]) ||
      arrays.soft_votes.size() < kVoteNumbers || (n_classes == 0 ? n_sums != 0 : n_sums % n_classes != 0)) {
    throw IoError(file + ": the arrays of the search do not fit each other");
  }
}

SearchRun run_of(const double* numbers, std::string embedding, const std::string& file) {
  constexpr double kMostScales = 0x1p30;
  SearchRun run;
  run.embedding = std::move(embedding);
  run.scale = numbers[0];
  run.n_scales = static_cast<int>(std::clamp(numbers[1], 0.0, kMostScales));
  run.selection = choice_of<Selection>(numbers[2], file);
  run.quota_weight = numbers[3];
  run.labeler = choice_of<Labeler>(numbers[4], file);
  run.inconsistency = numbers[5];
  return run;
}

SoftVotes soft_votes_of(const std::vector<double>& numbers, Index n_classes) {
  SoftVotes votes{numbers[0], numbers[1], {}};
  if (numbers.size() > kVoteNumbers) {
    votes.sum =
        Eigen::Map<const Matrix>(numbers.data() + kVoteNumbers,
                                 static_cast<Index>(numbers.size() - kVoteNumbers) / n_classes, n_classes);
  }
  return votes;
}

}  // namespace

SearchArrays arrays_of(const SearchState& state) {
  SearchArrays arrays;
  const Vector* const any_scales = !state.runs.empty()         ? &state.runs.front().scales
                                   : !state.unsolvable.empty() ? &state.unsolvable.front()
                                                               : nullptr;
  arrays.counts = {std::ssize(state.runs),
                   std::ssize(state.unsolvable),
                   any_scales != nullptr ? any_scales->size() : 0,
                   state.runs.empty() ? 0 : std::ssize(state.runs.front().classes),
                   state.trial ? 1 : 0,
                   state.trial ? state.trial->n_held_out : 0,
                   state.trial ? state.trial->n_found : 0,
                   state.soft_votes.sum.cols()};
  for (const SearchedRun& one : state.runs) {
    const SearchRun& run = one.run;
    arrays.runs.insert(arrays.runs.end(),
                       {run.scale, static_cast<double>(run.n_scales), static_cast<double>(run.selection),
                        run.quota_weight, static_cast<double>(run.labeler), run.inconsistency});
    append(arrays.scales, one.scales);
    arrays.classes.insert(arrays.classes.end(), one.classes.begin(), one.classes.end());
  }
  for (const Vector& scales : state.unsolvable) append(arrays.scales, scales);
  const Matrix& sum = state.soft_votes.sum;
  arrays.soft_votes = {state.soft_votes.least, state.soft_votes.weight};
  arrays.soft_votes.insert(arrays.soft_votes.end(), sum.data(), sum.data() + sum.size());
  arrays.final_scales = state.final_scales;
  return arrays;
}

std::string embedding_names(const SearchState& state) {
  nlohmann::json names = nlohmann::json::array();
  for (const SearchedRun& one : state.runs) names.push_back(one.run.embedding);
  return names.dump();
}

SearchState search_state_of(const SearchArrays& arrays, const std::string& names, const std::string& file) {
  const nlohmann::json list = parse_strict_json(names, kMostRuns + 1, file);
  const auto is_text = [](const nlohmann::json& value) { return value.is_string(); };
  if (!list.is_array() || !std::ranges::all_of(list, is_text)) {
    throw IoError(file + ": the names of the embeddings are not a list of texts");
  }
  check(arrays, list.size(), file);
  SearchState state;
  const auto n_positions = static_cast<std::ptrdiff_t>(arrays.counts[kPositions]);
  const Index d = arrays.counts[kDimensions];
  const auto scales_at = [&](std::size_t i) {
    return vector_at(arrays.scales, i * static_cast<std::size_t>(d), d);
  };
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto first = arrays.classes.begin() + static_cast<std::ptrdiff_t>(i) * n_positions;
    state.runs.push_back({run_of(arrays.runs.data() + kNumbersPerRun * i, list[i].get<std::string>(), file),
                          scales_at(i),
                          {first, first + n_positions}});
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(arrays.counts[kUnsolvable]); ++i) {
    state.unsolvable.push_back(scales_at(list.size() + i));
  }
  state.soft_votes = soft_votes_of(arrays.soft_votes, arrays.counts[kClasses]);
  if (arrays.counts[kTrials] == 1) {
    state.trial = HoldOutTrial{arrays.counts[kHeldOut], arrays.counts[kFound]};
  }
  state.final_scales = arrays.final_scales;
  return state;
}

}  // namespace sosi::io
