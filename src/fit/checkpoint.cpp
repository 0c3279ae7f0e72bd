// SPDX-License-Identifier: BSD-3-Clause
#include "fit/checkpoint.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/fingerprint.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

[[noreturn]] void refuse() {
  throw InvalidInput("the checkpoint is inconsistent with this fit");
}

bool are_scales(std::span<const double> scales) {
  return std::ranges::all_of(scales, [](double scale) { return scale > 0.0 && std::isfinite(scale); });
}

bool are_classes(std::span<const int> classes, int n_classes) {
  return std::ranges::all_of(classes, [&](int one) { return one >= 0 && one < n_classes; });
}

bool are_at_least_0(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return value >= 0.0; });
}

std::span<const double> span_over(const Vector& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}

bool is_possible(const SearchState& state, const SampleSet& samples, Index n_components) {
  const auto fits = [&](const Vector& scales) {
    return scales.size() == n_components && are_scales(span_over(scales));
  };
  bool has_votes = false;
  for (const SearchedRun& one : state.runs) {
    if (!fits(one.scales) || std::ssize(one.classes) != samples.size()) return false;
    if (!are_classes(one.classes, samples.n_classes())) return false;
    has_votes = has_votes || std::isfinite(one.run.inconsistency);
  }
  const SoftVotes& votes = state.soft_votes;
  if (has_votes && (votes.sum.rows() != samples.n_unlabeled() || votes.sum.cols() != samples.n_classes() ||
                    !std::isfinite(votes.least) || !(votes.weight > 0.0) || !votes.sum.allFinite())) {
    return false;
  }
  if (state.trial && state.trial->n_held_out > samples.n_labeled()) return false;
  return std::ranges::all_of(state.unsolvable, fits) && are_scales(state.final_scales);
}

bool is_possible(const RoundState& last, const RoundsProblem& problem, const Schedule& schedule) {
  const SampleSet& samples = *problem.samples;
  if (last.n_done >= schedule.n_rounds || std::ssize(last.classification.classes) != samples.n_unlabeled() ||
      std::ssize(last.classification.confidence) != samples.n_unlabeled() ||
      std::ssize(last.proportions) != samples.n_classes() ||
      last.chosen.scales.size() != problem.embedding->cols() ||
      std::ssize(last.centers) != schedule.n_centers(last.n_done - 1)) {
    return false;
  }
  std::vector<bool> is_center(samples.size(), false);
  for (const Position center : last.centers) {
    if (center < 0 || center >= samples.size() || is_center[center]) return false;
    is_center[center] = true;
  }
  for (Index i = 0; i < samples.n_labeled(); ++i) {
    if (last.centers[i] != i) return false;
  }
  return are_classes(last.classification.classes, samples.n_classes()) &&
         are_at_least_0(last.classification.confidence) && are_at_least_0(last.proportions) &&
         are_scales(span_over(last.chosen.scales));
}

}  // namespace

std::string fingerprint(const TrainingSet& training, const FitOptions& options) {
  Fingerprint print;
  const auto add_matrix = [&](const Matrix& matrix) {
    const Index shape[] = {matrix.rows(), matrix.cols()};
    print.add_values(std::span<const Index>(shape));
    print.add_values(std::span<const double>(matrix.data(), matrix.size()));
  };
  add_matrix(training.samples);
  add_matrix(training.embedding);
  print.add_values(std::span<const int>(training.labels.values));
  for (const std::string& name : training.labels.classes) print.add_text(name);
  for (const Field<FitOptions>& field : field_table<FitOptions>()) print.add_text(field.format(options));
  return print.hex();
}

Checkpoints::Checkpoints(const FitHooks& hooks, const TrainingSet& training, const FitOptions& options)
    : hooks_(hooks) {
  if (!hooks.checkpoint && !hooks.resume) return;
  std::string expected = fingerprint(training, options);
  if (hooks.resume) {
    if (hooks.resume->fingerprint != expected) {
      throw InvalidInput("the checkpoint is from another fit: samples, labels and options must be the same");
    }
    if (hooks.resume->n_samples < 1 || hooks.resume->n_samples > training.samples.rows() ||
        std::ssize(hooks.resume->rounds) != hooks.resume->last.n_done) {
      refuse();
    }
    state_ = *hooks.resume;
  }
  state_.fingerprint = std::move(expected);
}

const SearchState& Checkpoints::search(const SampleSet& searched, Index n_components) const {
  if (!is_possible(state_.search, searched, n_components)) refuse();
  return state_.search;
}

void Checkpoints::keep(const SearchState& search) {
  if (!hooks_.checkpoint) return;
  state_.search = search;
  hooks_.checkpoint(state_);
}

const RoundState* Checkpoints::rounds(const RoundsProblem& problem, const Schedule& schedule) const {
  if (state_.last.n_done == 0) return nullptr;
  if (!is_possible(state_.last, problem, schedule)) refuse();
  return &state_.last;
}

void Checkpoints::keep(const RoundSummary& summary, RoundState after, bool is_last) {
  state_.rounds.push_back(summary);
  state_.last = std::move(after);
  if (hooks_.checkpoint && !is_last) hooks_.checkpoint(state_);
}

}  // namespace sosi
