// SPDX-License-Identifier: BSD-3-Clause
#include "fit/settings.hpp"

#include <algorithm>

#include "fit/decide.hpp"
#include "fit/work_plan.hpp"
#include "kernel/single_system.hpp"
#include "rounds/labeler.hpp"
#include "tune/explanation.hpp"

namespace sosi {

namespace {

std::string about_components(Index d, int n_classes) {
  return "n_components: " + std::to_string(d) +
         (d == n_classes - 1 ? ", the number of classes minus one"
                             : ", the largest number that the labeled samples allow");
}

class SettingsFinder {
 public:
  SettingsFinder(const Prepared& prepared, const FitOptions& given, const SampleDistances& distances,
                 const KernelBackend& backend, StageClock& clock, Checkpoints& checkpoints)
      : prepared_(prepared),
        samples_(prepared.samples()),
        given_(given),
        decisions_(decide(given, samples_.n_labeled(), samples_.n_unlabeled())),
        distances_(distances),
        labeled_distances_(span_of(distances.to_labeled().topRows(samples_.n_labeled()))),
        backend_(backend),
        clock_(clock),
        checkpoints_(checkpoints) {}

  Settings find() {
    clock_.begin(decisions_.has_search() ? kSearchStage : kEmbeddingStage);
    take_own_scale();
    std::optional<SearchResult> found;
    if (decisions_.has_search()) found = search();
    Settings settings = found ? settings_of(*found) : settings_without_search();
    if (!given_.n_components && given_.embedding != kPrecomputedEmbedding) {
      settings.decisions.push_back(about_components(settings.embedding.cols(), samples_.n_classes()));
    }
    if (own_ && own_->scale) settings.decisions.push_back(about_own_scale());
    if (found) take_vote(*found, settings);
    if (settings.harmonic.size() == 0 && settings.options.labeler != Labeler::map) {
      clock_.begin(kHarmonicStage);
      settings.harmonic = harmonic_probabilities(samples_, backend_.threads());
    }
    if (found && !settings.vote && decisions_.space->scale_is_open) {
      clock_.begin(kScalesStage);
      settings.options.scale.values.numbers = final_scales(settings.options, std::move(found->state));
    }
    return settings;
  }

 private:
  // An embedding that was learned together with a scale is extended by that scale, unless another is given or
  // the systems of the last round cannot be solved at it.
  void take_own_scale() {
    if (!given_.embedding || given_.scale.rule != ScaleRule::automatic) return;
    own_ = prepared_.embed(given_, labeled_distances_);
    if (!own_->scale) return;
    given_.scale = {ScaleRule::fixed, {{*own_->scale}, true}};
    decisions_ = decide(given_, samples_.n_labeled(), samples_.n_unlabeled());
    if (given_.extension == kRbfExtension) {
      decisions_.options.scale.values.numbers = solvable_scales(decisions_.options);
    }
    given_.scale = decisions_.options.scale;
  }

  std::string about_own_scale() const {
    const bool is_reduced = given_.scale.values.numbers.front() < *own_->scale;
    return std::string("scale: the one that the embedding was learned with") +
           (is_reduced ? ", reduced so that the systems of all centers can be solved" : "");
  }

  Matrix embedding_by(const EmbeddingOptions& options) const {
    return own_ ? own_->coordinates : prepared_.embed(options, labeled_distances_).coordinates;
  }

  std::optional<SearchResult> search() const {
    const bool is_whole = samples_.size() <= kMostSearched;
    const SampleSet part = samples_.part(samples_.spread(std::min(samples_.size(), kMostSearched)));
    std::optional<SampleDistances> own;
    if (!is_whole || distances_.all() == nullptr) own.emplace(part, part.size(), backend_.threads());
    return search_hyperparameters(
        {&part, own ? own->all() : distances_.all(), candidate_embeddings(), scale_unit(labeled_distances_),
         &*decisions_.space, given_, given_, search_rounds(given_, part)},
        backend_,
        {[this](double share) { clock_.report(share); },
         [this](const SearchState& state) { checkpoints_.keep(state); },
         checkpoints_.search(part, prepared_.n_components())});
  }

  std::vector<NamedEmbedding> candidate_embeddings() const {
    std::vector<NamedEmbedding> candidates;
    EmbeddingOptions options = given_;
    for (const std::string& name : decisions_.space->embeddings) {
      options.embedding = name;
      candidates.push_back({name, embedding_by(options)});
    }
    return candidates;
  }

  Settings settings_of(const SearchResult& found) const {
    Settings settings;
    settings.options = decide_after(found, given_);
    settings.embedding = found.embedding;
    settings.decisions = explain(found, *decisions_.space, samples_.fewest_labels());
    settings.runs = found.runs;
    settings.trial = found.trial;
    return settings;
  }

  Settings settings_without_search() const {
    Settings settings;
    settings.options = decisions_.options;
    settings.embedding = embedding_by(decisions_.options);
    if (decisions_.has_search()) {
      settings.decisions.push_back(
          "no hyperparameter search: the kernel systems of all samples cannot be solved accurately at any "
          "candidate scale; the default settings are used, and labels may be poor");
    } else if (!decisions_.no_search.empty()) {
      settings.decisions.push_back(decisions_.no_search);
    }
    return settings;
  }

  // A vote on a part of the samples decides settings alone.
  void take_vote(SearchResult& found, Settings& settings) const {
    const Index n_voted = found.vote.shares.rows();
    if (n_voted == samples_.n_unlabeled()) {
      settings.harmonic = std::move(found.harmonic);
      settings.vote = std::move(found.vote);
      return;
    }
    settings.decisions.push_back("the search used " + std::to_string(n_voted) + " of " +
                                 std::to_string(samples_.n_unlabeled()) +
                                 " unlabeled samples; rounds with its settings label all of them");
  }

  // Those of a search on a part of the samples, as long as they have not been checked for all of them.
  std::vector<double> final_scales(const FitOptions& options, SearchState state) const {
    if (state.final_scales.size() == options.scale.values.numbers.size()) return state.final_scales;
    state.final_scales = solvable_scales(options);
    checkpoints_.keep(state);
    return state.final_scales;
  }

  // Scales found on a part of the samples may be too large for all of them. Where a few steps do not help, a
  // shift will.
  std::vector<double> solvable_scales(const FitOptions& options) const {
    constexpr double kStep = 0.8;
    constexpr int kMostSteps = 4;
    const Schedule schedule = rounds_settings(options, samples_.n_labeled(), samples_.n_unlabeled()).schedule;
    const Positions centers = position_range(0, schedule.n_last_centers());
    std::vector<double> scales = options.scale.values.numbers;
    const Vector found = Eigen::Map<const Vector>(scales.data(), std::ssize(scales));
    for (const ScaleGroup& group : group_scales(found)) {
      double scale = group.scale;
      for (int i = 0; i < kMostSteps; ++i) {
        if (is_solvable(distances_, centers, {scale, options.ridge}, backend_)) break;
        scale *= kStep;
      }
      for (const Index dimension : group.dimensions) scales[dimension] = scale;
    }
    return scales;
  }

  const Prepared& prepared_;
  const SampleSet& samples_;
  FitOptions given_;
  Decisions decisions_;
  std::optional<Embedding> own_;  // by the given method, where the scale is open
  const SampleDistances& distances_;
  MatrixSpan labeled_distances_;
  const KernelBackend& backend_;
  StageClock& clock_;
  Checkpoints& checkpoints_;
};

}  // namespace

std::optional<std::vector<int>> Settings::final_classes(const SampleSet& samples) const {
  if (!vote) return std::nullopt;
  std::vector<int> classes = samples.labels();
  std::ranges::copy(vote->classes(), classes.begin() + samples.n_labeled());
  return classes;
}

Settings find_settings(const Prepared& prepared, const FitOptions& given, SampleDistances& distances,
                       const KernelBackend& backend, StageClock& clock, Checkpoints& checkpoints) {
  return SettingsFinder(prepared, given, distances, backend, clock, checkpoints).find();
}

}  // namespace sosi
