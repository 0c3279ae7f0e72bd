// SPDX-License-Identifier: BSD-3-Clause
#include "tune/explanation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace sosi {

namespace {

// Choices by name, each with the least inconsistency of the runs that made it.
using Standings = std::vector<std::pair<std::string, double>>;

template <class NameOf>
Standings standings(const std::vector<SearchRun>& runs, const NameOf& name_of) {
  Standings best;  // runs come the most consistent first
  for (const SearchRun& run : runs) {
    const std::string name = name_of(run);
    if (std::ranges::find(best, name, &Standings::value_type::first) == best.end()) {
      best.emplace_back(name, run.inconsistency);
    }
  }
  return best;
}

std::string decimals(double value, const char* format) {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string percent(double share) {
  return decimals(100.0 * share, "%.1f %%");
}

// The mean squared leave-one-out error as a share of the variance.
std::string residual(double inconsistency) {
  return decimals(100.0 * std::exp(inconsistency) / 4.0, "%.3g %%");
}

// "fisher over laplacian: 3.1 % against 5.0 % leave-one-out residual"
std::string compare(const std::string& setting, const Standings& standings) {
  std::string others;
  std::string figures;
  for (std::size_t i = 1; i < standings.size(); ++i) {
    const char* comma = i == 1 ? "" : ", ";
    others += comma + standings[i].first;
    figures += comma + residual(standings[i].second);
  }
  const std::string own = setting + ": " + standings.front().first;
  if (others.empty()) return own + ", the only one that was tried";
  return own + " over " + others + ": " + residual(standings.front().second) + " against " + figures +
         " leave-one-out residual";
}

std::string policy(const SearchRun& run) {
  const std::string name = OptionText<Selection>::format(run.selection);
  return run.selection == Selection::mixed ? name + " (" + decimals(run.quota_weight, "%g") + ")"
                                              : name;
}

std::string scales(const SearchRun& run) {
  const std::string mean = decimals(run.scale, "%.2g");
  return run.n_scales == 1 ? mean
                              : mean + " in " + std::to_string(run.n_scales) + " groups of dimensions";
}

std::string about_votes(const SearchResult& result) {
  constexpr double kNearlyAll = 0.95;
  double weight = 0.0;
  std::size_t n = 0;
  while (n < result.runs.size() && weight < kNearlyAll) weight += result.runs[n++].weight;
  const auto unanimous = (result.vote.shares.rowwise().maxCoeff().array() > kNearlyAll).count();
  return "labels: " + std::to_string(n) + " of " + std::to_string(result.runs.size()) +
         " runs have nearly all the votes; they agree on " +
         percent(static_cast<double>(unanimous) / static_cast<double>(result.vote.shares.rows())) +
         " of the unlabeled samples";
}

std::string about_shares(const SearchResult& result) {
  Eigen::RowVectorXd shares = Eigen::RowVectorXd::Zero(result.vote.shares.cols());
  for (const int of_class : result.vote.classes()) shares(of_class) += 1.0;
  shares /= static_cast<double>(result.vote.shares.rows());
  return "classes: between " + percent(shares.minCoeff()) + " and " + percent(shares.maxCoeff()) +
         " of the unlabeled samples each";
}

std::string about_trial(const HoldOutTrial& trial, Index n_classes) {
  const auto n = static_cast<double>(trial.n_held_out);
  const double by_chance = n / static_cast<double>(n_classes);
  const double spread = 2.0 * std::sqrt(by_chance * (1.0 - 1.0 / static_cast<double>(n_classes)));
  const bool is_better = static_cast<double>(trial.n_found) > by_chance + spread;
  return "hold-out trial: of " + std::to_string(trial.n_held_out) +
         " labels held out in turn, the most consistent run finds " + std::to_string(trial.n_found) + " (" +
         percent(static_cast<double>(trial.n_found) / n) + ")" +
         (is_better ? "" : "; caution: guessing might have found as many");
}

std::string about_labels(Index fewest) {
  constexpr Index kFew = 4;
  if (fewest >= kFew) return {};
  return "caution: a class has only " + std::to_string(fewest) + (fewest == 1 ? " label" : " labels") +
         "; the choices rest on how consistent the labels are more than on labels that could be checked";
}

}  // namespace

std::vector<std::string> explain(const SearchResult& result, const SearchSpace& space, Index fewest_labels) {
  const std::vector<SearchRun>& runs = result.runs;
  std::vector<std::string> sentences;
  if (space.embedding_is_open) {
    sentences.push_back(
        compare("embedding", standings(runs, [](const SearchRun& run) { return run.embedding; })));
  }
  if (space.scale_is_open) {
    sentences.push_back(compare("scale, times the median distance", standings(runs, scales)));
  }
  if (space.selection_is_open) sentences.push_back(compare("selection", standings(runs, policy)));
  if (space.labeler_is_open) {
    sentences.push_back(compare("labeler", standings(runs, [](const SearchRun& run) {
                                  return OptionText<Labeler>::format(run.labeler);
                                })));
  }
  sentences.push_back(about_votes(result));
  sentences.push_back(about_shares(result));
  if (result.trial.n_held_out > 0) {
    sentences.push_back(about_trial(result.trial, result.vote.shares.cols()));
  }
  const std::string caution = about_labels(fewest_labels);
  if (!caution.empty()) sentences.push_back(caution);
  return sentences;
}

}  // namespace sosi
