// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/tune/search_state.hpp"

namespace sosi::io {

/// The numbers of a hyperparameter search, as arrays of a checkpoint.
struct SearchArrays {
  Indices counts;  // runs, unsolvable scales, dimensions, positions, trials, held out, found, classes
  std::vector<double>
      runs;  // scale, scales that differ, selection, weight of the quota, labeler, inconsistency
  std::vector<double> scales;      // of every run, then those that cannot be solved
  std::vector<double> soft_votes;  // least inconsistency, weight, then the sums
  std::vector<double> final_scales;
  std::vector<int> classes;  // of every run
};

/// In the order of the file; numbers of 8 bytes come before those of 4.
template <class AnyArrays, class Visit>
void visit_long_arrays(AnyArrays& arrays, const Visit& visit) {
  visit("search_counts", "I64", arrays.counts);
  visit("search_runs", "F64", arrays.runs);
  visit("search_scales", "F64", arrays.scales);
  visit("search_soft_votes", "F64", arrays.soft_votes);
  visit("search_final_scales", "F64", arrays.final_scales);
}
template <class AnyArrays, class Visit>
void visit_short_arrays(AnyArrays& arrays, const Visit& visit) {
  visit("search_classes", "I32", arrays.classes);
}

SearchArrays arrays_of(const SearchState& state);

/// The names of the runs' embeddings, as JSON.
std::string embedding_names(const SearchState& state);

/// Throws `IoError` where the arrays do not fit each other.
SearchState search_state_of(const SearchArrays& arrays, const std::string& names, const std::string& file);

}  // namespace sosi::io
