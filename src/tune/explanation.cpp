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

// "embedding: fisher (leave-one-out residual 3.1 %; laplacian 5.0 %)"
std::string compare(const std::string& setting, const Standings& standings) {
  const std::string own = setting + ": " + standings.front().first;
  if (standings.size() == 1) return own + ", the only candidate";
  std::string others;
  for (std::size_t i = 1; i < standings.size(); ++i) {
    others += (i == 1 ? "; " : ", ") + standings[i].first + " " + residual(standings[i].second);
  }
  return own + " (leave-one-out residual " + residual(standings.front().second) + others + ")";
}

std::string policy(const SearchRun& run) {
  const std::string name = OptionText<Selection>::format(run.selection);
  return run.selection == Selection::mixed ? name + " (" + decimals(run.quota_weight, "%g") + ")" : name;
}

std::string scales(const SearchRun& run) {
  const std::string mean = decimals(run.scale, "%.2g");
  return run.n_scales == 1 ? mean : mean + " in " + std::to_string(run.n_scales) + " groups of dimensions";
}

std::string about_votes(const SearchResult& result) {
  constexpr double kNearlyAll = 0.95;
  double weight = 0.0;
  std::size_t n = 0;
  while (n < result.runs.size() && weight < kNearlyAll) weight += result.runs[n++].weight;
  const auto unanimous = (result.vote.shares.rowwise().maxCoeff().array() > kNearlyAll).count();
  return "vote: " + std::to_string(n) + " of " + std::to_string(result.runs.size()) +
         " candidates have 95 % of the weight; they agree on " +
         percent(static_cast<double>(unanimous) / static_cast<double>(result.vote.shares.rows())) +
         " of the unlabeled samples";
}

std::string about_shares(const SearchResult& result) {
  Eigen::RowVectorXd shares = Eigen::RowVectorXd::Zero(result.vote.shares.cols());
  for (const int of_class : result.vote.classes()) shares(of_class) += 1.0;
  shares /= static_cast<double>(result.vote.shares.rows());
  return "class proportions: " + percent(shares.minCoeff()) + " to " + percent(shares.maxCoeff()) +
         " of the unlabeled samples per class";
}

std::string about_trial(const HoldOutTrial& trial, Index n_classes) {
  const auto n = static_cast<double>(trial.n_held_out);
  const double by_chance = n / static_cast<double>(n_classes);
  const double spread = 2.0 * std::sqrt(by_chance * (1.0 - 1.0 / static_cast<double>(n_classes)));
  const bool is_better = static_cast<double>(trial.n_found) > by_chance + spread;
  return "hold-out trial: " + std::to_string(trial.n_found) + " of " + std::to_string(trial.n_held_out) +
         " held-out labels predicted correctly (" + percent(static_cast<double>(trial.n_found) / n) + ")" +
         (is_better ? "" : "; warning: not significantly better than chance");
}

std::string about_labels(Index fewest) {
  constexpr Index kFew = 4;
  if (fewest >= kFew) return {};
  return "warning: a class has only " + std::to_string(fewest) + (fewest == 1 ? " label" : " labels") +
         "; the settings were chosen mainly by the consistency of the predicted labels";
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
    sentences.push_back(compare("scale, in median distances", standings(runs, scales)));
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
  const std::string warning = about_labels(fewest_labels);
  if (!warning.empty()) sentences.push_back(warning);
  return sentences;
}

}  // namespace sosi
