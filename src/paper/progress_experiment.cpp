// SPDX-License-Identifier: BSD-3-Clause
#include "paper/progress_experiment.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "evaluate/child_processes.hpp"
#include "fit/decide.hpp"
#include "linalg/lapack.hpp"
#include "paper/paper_settings.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/data/samples.hpp"
#include "sosi/evaluate/statistics.hpp"
#include "sosi/extend/extension.hpp"
#include "sosi/graph/distances.hpp"
#include "sosi/rounds/ranking.hpp"

namespace sosi {

namespace {

/// The curves of the figure: SOSI, and extensions that embed their training set again in every round.
constexpr const char* kStrategies[] = {"sosi", "rbf", "lle", "nystrom-modified"};

Schedule schedule_of(const FitOptions& options, Index n_labeled, Index n_unlabeled) {
  return rounds_settings(decide(options, n_labeled, n_unlabeled).options, n_labeled, n_unlabeled).schedule;
}

/// The error after every round.
using Errors = std::vector<double>;

/// One split: which rows are labeled, which are not, and the truth.
struct Split {
  TrainingSet training;
  std::vector<int> truth;
  Indices labeled;
  Indices unlabeled;

  Split(const PaperSet& set, int number)
      : training(paper_split(set.known, set.usual_labeled_per_class, number)),
        truth(set.known.labels.values) {
    for (Index row = 0; row < training.samples.rows(); ++row) {
      (training.labels.values[row] == kUnlabeled ? unlabeled : labeled).push_back(row);
    }
  }

  /// The share of wrong classes; one class for each unlabeled row.
  double error_of(const std::vector<int>& classes) const {
    std::vector<int> predicted = training.labels.values;
    for (std::size_t i = 0; i < classes.size(); ++i) predicted[unlabeled[i]] = classes[i];
    return error_rate(predicted, truth, training.labels.values).value();
  }
};

Errors sosi_errors(const Split& split, const FitOptions& options) {
  Errors errors;
  Execution execution;
  execution.n_threads = 1;
  FitHooks hooks;
  hooks.after_round = [&](const Round& round, std::span<const Position> position_of_row) {
    std::vector<int> classes;
    for (const Index row : split.unlabeled)
      classes.push_back(round.classification.classes[position_of_row[row]]);
    errors.push_back(split.error_of(classes));
  };
  fit(split.training, options, execution, hooks);
  return errors;
}

// The paper gives rbf the scales of SOSI: those of its first round.
Vector sosi_scales(const Split& split, FitOptions options) {
  options.rounds = 1;
  Execution execution;
  execution.n_threads = 1;
  return fit(split.training, options, execution).model.rbf_map().scales();
}

/// A method that, in every round, takes its most confident images into the training set with the classes it
/// gave them, embeds the whole set again, extends that embedding to all images, and labels them by the
/// nearest of the images that were labeled at first (paper, eq. NNclass_rule and confid_meas_defn).
class Reembedding {
 public:
  Reembedding(const Split& split, const std::string& strategy, const FitOptions& options)
      : split_(split),
        strategy_(strategy),
        options_(options),
        schedule_(schedule_of(options, std::ssize(split.labeled), std::ssize(split.unlabeled))) {
    if (strategy == kRbfExtension) scales_ = sosi_scales(split, options);
    for (const Index row : split.labeled) labeled_classes_.push_back(split.training.labels.values[row]);
  }

  Errors run() {
    const lapack::SerialBlas serial;
    Errors errors;
    Classification last;
    for (int round = 0; round < schedule_.n_rounds; ++round) {
      last = play(extended_set(round, last));
      errors.push_back(split_.error_of(last.classes));
    }
    return errors;
  }

 private:
  struct TrainingRows {
    Indices rows;  // the labeled ones first
    std::vector<int> classes;
  };

  TrainingRows extended_set(int round, const Classification& last) const {
    TrainingRows extended{split_.labeled, labeled_classes_};
    const Index n_more = schedule_.n_unlabeled_centers(round);
    if (n_more == 0) return extended;
    // Here positions count the unlabeled images alone.
    const Positions ranked = rank_by_confidence(last, position_range(0, std::ssize(last.classes)));
    for (Index i = 0; i < n_more; ++i) {
      extended.rows.push_back(split_.unlabeled[ranked[i]]);
      extended.classes.push_back(last.classes[ranked[i]]);
    }
    return extended;
  }

  Classification play(const TrainingRows& extended) {
    const Matrix& samples = split_.training.samples;
    const Matrix distances = squared_distances(samples, extended.rows, threads_);
    const Embedding embedding = embed(distances, extended.classes, options_);
    const Matrix centers = samples(extended.rows, Eigen::all);
    const Matrix unlabeled = samples(split_.unlabeled, Eigen::all);
    return classify_nearest(extended_to(unlabeled, centers, embedding),
                            embedding.coordinates.topRows(std::ssize(split_.labeled)), labeled_classes_,
                            threads_);
  }

  Matrix extended_to(const Matrix& samples, const Matrix& centers, const Embedding& embedding) {
    if (strategy_ == kRbfExtension) {
      return fit_rbf(centers, embedding.coordinates, scales_, 0.0, threads_).map.evaluate(samples, threads_);
    }
    return extend({span_of(centers), &embedding}, strategy_, {}, threads_)
        .extension->evaluate(samples, threads_)
        .values;
  }

  const Split& split_;
  std::string strategy_;
  FitOptions options_;
  Schedule schedule_;
  Vector scales_;
  std::vector<int> labeled_classes_;
  ThreadPool threads_{1};
};

/// One curve of one split.
struct Piece {
  std::string embedding;
  std::string strategy;
  int split;

  std::string name() const { return strategy + " " + embedding + ", split " + std::to_string(split); }
};

std::vector<Piece> all_pieces(int n_splits) {
  std::vector<Piece> pieces;
  for (const std::string embedding : kPaperEmbeddings) {
    for (const std::string strategy : kStrategies) {
      for (int split = 0; split < n_splits; ++split) pieces.push_back({embedding, strategy, split});
    }
  }
  return pieces;
}

std::string errors_of(const Piece& piece, const PaperSet& set) {
  const FitOptions options = paper_options(piece.embedding, set.n_components);
  const Split split(set, piece.split);
  const Errors errors = piece.strategy == kSosi ? sosi_errors(split, options)
                                                : Reembedding(split, piece.strategy, options).run();
  return nlohmann::json(errors).dump();
}

std::vector<Errors> run_pieces(const std::vector<Piece>& pieces, const PaperSet& set,
                               const Execution& execution) {
  std::vector<Errors> errors(pieces.size());
  std::size_t n_done = 0;
  run_in_children({pieces.size(), n_processes(execution), [&](std::size_t i) { return pieces[i].name(); },
                   [&](std::size_t i) { return errors_of(pieces[i], set); },
                   [&](std::size_t i, const ChildAnswer& answer) {
                     errors[i] = nlohmann::json::parse(answer.text).get<Errors>();
                     const double fraction =
                         static_cast<double>(++n_done) / static_cast<double>(pieces.size());
                     if (execution.progress && !execution.progress({pieces[i].name(), fraction}))
                       throw Cancelled();
                   },
                   execution.stop});
  return errors;
}

/// How much larger the training set is than at first, in every round.
std::vector<double> growth(const PaperSet& set, const FitOptions& options) {
  const auto n_labeled = static_cast<Index>(set.usual_labeled_per_class * set.known.labels.classes.size());
  const Index n_unlabeled = set.known.samples.rows() - n_labeled;
  std::vector<double> ratios;
  for (const Index n_centers : schedule_of(options, n_labeled, n_unlabeled).sizes())
    ratios.push_back(static_cast<double>(n_centers) / static_cast<double>(n_labeled));
  return ratios;
}

/// The largest rise of a curve above what it had reached before.
double largest_rise(const std::vector<double>& errors) {
  double lowest = errors.front();
  double rise = 0.0;
  for (const double error : errors) {
    lowest = std::min(lowest, error);
    rise = std::max(rise, error - lowest);
  }
  return rise;
}

/// The mean error of a curve of the figure, round by round.
struct MeanCurve {
  std::string embedding;
  std::string strategy;
  std::vector<double> mean;
  std::vector<double> deviation;
};

std::vector<MeanCurve> mean_curves(const std::vector<Piece>& pieces, const std::vector<Errors>& errors,
                                   int n_splits) {
  std::vector<MeanCurve> curves;
  for (std::size_t i = 0; i < pieces.size(); i += n_splits) {
    MeanCurve curve{pieces[i].embedding, pieces[i].strategy, {}, {}};
    for (std::size_t round = 0; round < errors[i].size(); ++round) {
      std::vector<double> of_round;
      for (int split = 0; split < n_splits; ++split) of_round.push_back(errors[i + split][round]);
      const Spread spread = spread_of(of_round);
      curve.mean.push_back(spread.mean);
      curve.deviation.push_back(spread.deviation);
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

/// Never more than a point above what it had reached, and lower at the end than at first.
bool falls_regularly(const MeanCurve& curve) {
  constexpr double kRegular = 0.01;
  return largest_rise(curve.mean) <= kRegular && curve.mean.back() < curve.mean.front();
}

std::string text_of(const MeanCurve& curve) {
  return curve.strategy + " " + curve.embedding + " from " + percent_text(curve.mean.front()) + " to " +
         percent_text(curve.mean.back()) + ", rising by up to " +
         fixed_text(100.0 * largest_rise(curve.mean), 1) + " points";
}

std::vector<Claim> regularity(const std::vector<MeanCurve>& curves) {
  Claim own{
      "SOSI's error falls regularly along the rounds: never more than one point above what it had reached, "
      "and lower at the end than at first",
      true, ""};
  Claim others{"the error of the re-embedding methods does not fall regularly", true, ""};
  for (const MeanCurve& curve : curves) {
    const bool is_own = curve.strategy == kSosi;
    Claim& claim = is_own ? own : others;
    claim.holds = claim.holds && falls_regularly(curve) == is_own;
    claim.evidence += (claim.evidence.empty() ? "" : "; ") + text_of(curve);
  }
  return {own, others};
}

Claim most_accurate(const std::vector<MeanCurve>& curves) {
  int n_points = 0;
  int n_lowest = 0;
  for (const MeanCurve& sosi : curves) {
    if (sosi.strategy != kSosi) continue;
    for (std::size_t round = 0; round < sosi.mean.size(); ++round) {
      ++n_points;
      const bool is_lowest = std::ranges::all_of(curves, [&](const MeanCurve& other) {
        return other.embedding != sosi.embedding || sosi.mean[round] <= other.mean[round];
      });
      if (is_lowest) ++n_lowest;
    }
  }
  return {
      "SOSI has the lowest error most of the time", 2 * n_lowest > n_points,
      "in " + std::to_string(n_lowest) + " of " + std::to_string(n_points) + " rounds of both embeddings"};
}

CurvesFigure figure_of(const std::vector<MeanCurve>& curves, const std::vector<double>& ratios) {
  CurvesFigure figure;
  for (const std::string embedding : kPaperEmbeddings) {
    CurvePanel panel;
    panel.title = embedding + " embedding";
    panel.x_label = "training set / labeled images";
    panel.y_label = "error (%)";
    for (const MeanCurve& curve : curves) {
      if (curve.embedding != embedding) continue;
      const std::string name = curve.strategy == kSosi ? curve.strategy : curve.strategy + ", re-embedded";
      Curve drawn{name, ratios, curve.mean, curve.deviation};
      for (double& value : drawn.y) value *= 100.0;
      for (double& value : drawn.deviation) value *= 100.0;
      panel.curves.push_back(std::move(drawn));
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

std::string csv_of(const std::vector<Piece>& pieces, const std::vector<Errors>& errors,
                   const std::vector<double>& ratios) {
  std::string csv = "method,embedding,split,round,centers_per_labeled,error\n";
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (std::size_t round = 0; round < errors[i].size(); ++round) {
      csv += pieces[i].strategy + ',' + pieces[i].embedding + ',' + std::to_string(pieces[i].split) + ',' +
             std::to_string(round) + ',' + OptionText<double>::format(ratios[round]) + ',' +
             OptionText<double>::format(errors[i][round]) + '\n';
    }
  }
  return csv;
}

}  // namespace

ExperimentReport run_yale_progress(const ExperimentContext& context) {
  const PaperSet set = context.data.yale();
  const std::vector<Piece> pieces = all_pieces(context.n_splits);
  const std::vector<Errors> errors = run_pieces(pieces, set, context.execution);
  const std::vector<double> ratios = growth(set, paper_options(kPaperEmbeddings[0], set.n_components));
  const std::vector<MeanCurve> curves = mean_curves(pieces, errors, context.n_splits);
  ExperimentReport report;
  report.name = "yale-progress";
  report.title = "Along the rounds, on " + set.name;
  report.setting =
      std::to_string(set.usual_labeled_per_class) +
      " labeled images a class. SOSI keeps its embedding and grows the map. The others take as many of "
      "their most confident images into the training set in every round, with the classes they gave them, "
      "embed the whole set again and extend that embedding; means over " +
      std::to_string(context.n_splits) + " splits.";
  report.claims = regularity(curves);
  report.claims.push_back(most_accurate(curves));
  report.remark =
      "As in the paper's equations, classes and confidences come from the images that were labeled at "
      "first, at their new coordinates, and rbf has SOSI's scales.";
  report.csv = csv_of(pieces, errors, ratios);
  report.figure = figure_of(curves, ratios);
  return report;
}

}  // namespace sosi
