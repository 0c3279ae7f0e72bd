// SPDX-License-Identifier: BSD-3-Clause
// The paper's experiments on sets that are small enough to be computed again in other ways.
#include "sosi/paper/experiments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "cli/program.hpp"
#include "dense_oracle.hpp"
#include "problems.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/evaluate/methods.hpp"
#include "sosi/evaluate/splits.hpp"
#include "sosi/evaluate/statistics.hpp"
#include "sosi/fit/study.hpp"

namespace sosi {
namespace experiments_test {

constexpr int kSplits = 2;
constexpr int kClasses = 4;
constexpr int kPerClass = 14;
constexpr int kSamples = kClasses * kPerClass;
constexpr int kComponents = 5;
constexpr int kRounds = 10;
constexpr const char* kEmbeddings[] = {"laplacian", "fisher"};

/// Noisy closed curves of unit norm; 3 and 5 labels a class.
PaperSet small_set(const std::string& name, std::uint64_t seed) {
  const testing::Curves curves = testing::make_curves(kClasses, kPerClass, 6, seed);
  TrainingSet known{curves.samples.rowwise().normalized(), {curves.classes, {}}, {}, {}};
  for (int c = 0; c < kClasses; ++c) known.labels.classes.push_back("class " + std::to_string(c));
  known.row_numbers = testing::all_rows(known.samples);
  return {name, std::move(known), kComponents, {3, 5}, 5};
}

ExperimentContext small_context(int n_threads) {
  ExperimentContext context;
  context.data = {[] { return small_set("faces", 1); }, [] { return small_set("solids", 2); },
                  [] { return small_set("turns", 3); }};
  context.execution.n_threads = n_threads;
  context.n_splits = kSplits;
  return context;
}

ExperimentReport small_report(std::string_view name) {
  return experiment_named(name).run(small_context(2));
}

/// The labels that a split leaves.
TrainingSet split_of(const PaperSet& set, int per_class, int split) {
  TrainingSet training = set.known;
  training.labels.values = keep_labels(set.known.labels.values, per_class, split_seed(0, split));
  return training;
}

/// What the paper says about the method.
FitOptions published_options(const std::string& embedding) {
  FitOptions options;
  options.embedding = embedding;
  options.n_components = kComponents;
  set_option(options, "between_weight", "0.01");
  options.scale.rule = embedding == "laplacian" ? ScaleRule::regularizer : ScaleRule::ratio;
  options.rounds = kRounds;
  options.selection = Selection::confidence;
  options.labeler = Labeler::map;
  options.normalize = NormalizationKind::none;
  return options;
}

double fit_error(const PaperSet& set, int per_class, int split, const FitOptions& options) {
  const TrainingSet training = split_of(set, per_class, split);
  return error_rate(fit(training, options).prediction.classes, set.known.labels.values,
                    training.labels.values)
      .value();
}

/// The lines of a CSV behind its headings, each by them.
std::vector<std::map<std::string, std::string>> parse_csv(const std::string& text) {
  std::istringstream file(text);
  const auto cells = [&] {
    std::vector<std::string> found;
    std::string line;
    std::getline(file, line);
    std::istringstream words(line);
    for (std::string word; std::getline(words, word, ',');) found.push_back(word);
    return found;
  };
  const std::vector<std::string> headings = cells();
  std::vector<std::map<std::string, std::string>> lines;
  for (std::vector<std::string> line = cells(); !line.empty(); line = cells()) {
    auto& named = lines.emplace_back();
    for (std::size_t i = 0; i < headings.size(); ++i) named[headings[i]] = i < line.size() ? line[i] : "";
  }
  return lines;
}

std::string text_of(const ExperimentReport& report) {
  return markdown_report({&report, 1}, "folder");
}

class EveryExperiment : public ::testing::TestWithParam<std::string_view> {};

TEST_P(EveryExperiment, GivesTheSameReportWithEvidenceForAnyNumberOfThreads) {
  const Experiment& experiment = experiment_named(GetParam());
  const ExperimentReport report = experiment.run(small_context(1));
  EXPECT_EQ(report.name, experiment.name);
  EXPECT_FALSE(report.title.empty() || report.setting.empty() || report.claims.empty());
  for (const Claim& claim : report.claims) EXPECT_FALSE(claim.statement.empty() || claim.evidence.empty());
  const ExperimentReport again = experiment.run(small_context(2));
  EXPECT_EQ(again.csv, report.csv);
  EXPECT_EQ(text_of(again), text_of(report));
  for (const auto& line : parse_csv(report.csv)) {
    for (const char* share : {"error", "rbf_error"}) {
      if (!line.contains(share)) continue;
      EXPECT_GE(std::stod(line.at(share)), 0.0);
      EXPECT_LE(std::stod(line.at(share)), 1.0);
    }
  }
}

std::vector<std::string_view> all_names() {
  std::vector<std::string_view> names;
  for (const Experiment& experiment : experiments()) names.push_back(experiment.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, EveryExperiment, ::testing::ValuesIn(all_names()), [](const auto& experiment) {
  std::string name(experiment.param);
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(Experiments, AreFoundByTheirNames) {
  const std::vector<std::string_view> names = all_names();
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), 7U);
  for (const std::string_view name : names) EXPECT_EQ(experiment_named(name).name, name);
  EXPECT_THROW(experiment_named("all"), InvalidInput);
}

TEST(ToyExperiment, MapsByTheSolutionOfTheEightEquations) {
  const ExperimentReport report = small_report("toy");
  const auto& figure = std::get<FieldsFigure>(report.figure);
  ASSERT_EQ(figure.samples.rows(), 8);
  const auto kernel = [&](double scale, const auto& x) -> Eigen::RowVectorXd {
    return (-(figure.samples.rowwise() - x).rowwise().squaredNorm() / (scale * scale)).array().exp();
  };
  std::map<double, Eigen::VectorXd> coefficients;
  for (const double scale : {0.5, 2.0, 6.0}) {
    Eigen::MatrixXd system(8, 8);
    Eigen::VectorXd targets(8);
    for (Index i = 0; i < 8; ++i) {
      system.row(i) = kernel(scale, figure.samples.row(i));
      targets(i) = figure.classes[i] == 0 ? 1.0 : -1.0;
    }
    coefficients[scale] = testing::solved(system, targets);
  }
  const auto lines = parse_csv(report.csv);
  EXPECT_EQ(lines.size(), 3U * 81 * 81);
  double largest = 0.0;
  for (const auto& line : lines) {
    const double scale = std::stod(line.at("scale"));
    const Eigen::RowVector2d x(std::stod(line.at("x")), std::stod(line.at("y")));
    const double expected = kernel(scale, x).dot(coefficients.at(scale));
    largest = std::max(largest, std::abs(std::stod(line.at("f")) - expected) / (1.0 + std::abs(expected)));
  }
  EXPECT_LT(largest, 1e-8);
}

/// The largest part of one class in the variance of the classes' means, on average over three axes.
double strongest_share(const std::vector<std::map<std::string, std::string>>& lines) {
  double sum = 0.0;
  for (const char* axis : {"y1", "y2", "y3"}) {
    std::map<std::string, std::vector<double>> values;
    for (const auto& line : lines) values[line.at("label")].push_back(std::stod(line.at(axis)));
    std::vector<double> means;
    for (const auto& [label, of_class] : values) means.push_back(spread_of(of_class).mean);
    const double center = spread_of(means).mean;
    double largest = 0.0;
    double all = 0.0;
    for (const double mean : means) {
      largest = std::max(largest, (mean - center) * (mean - center));
      all += (mean - center) * (mean - center);
    }
    sum += largest / all / 3.0;
  }
  return sum;
}

TEST(EmbeddingsExperiment, JudgesTheCoordinatesThatItHandsOut) {
  const ExperimentReport report = small_report("embeddings");
  std::map<std::pair<std::string, std::string>, std::vector<std::map<std::string, std::string>>> by_split;
  for (const auto& line : parse_csv(report.csv))
    by_split[{line.at("embedding"), line.at("split")}].push_back(line);
  ASSERT_EQ(by_split.size(), 2U * kSplits);
  std::map<std::string, std::vector<double>> shares;
  for (const auto& [key, lines] : by_split) {
    EXPECT_EQ(lines.size(), 5U * kClasses);
    EXPECT_EQ(lines[0].size(), 4U + kComponents);
    shares[key.first].push_back(strongest_share(lines));
  }
  const auto percent = [&](const char* embedding) {
    return fixed_text(100.0 * spread_of(shares.at(embedding)).mean, 1) + " %";
  };
  EXPECT_TRUE(report.claims[0].evidence.starts_with("laplacian " + percent("laplacian") + ", fisher " +
                                                    percent("fisher") + " on the axes shown;"))
      << report.claims[0].evidence;
  const auto& figure = std::get<SpacesFigure>(report.figure);
  ASSERT_EQ(figure.panels.size(), 2U);
  EXPECT_EQ(figure.classes.size(), 5U * kClasses);
  EXPECT_EQ(OptionText<double>::format(figure.panels[1].coordinates(0, 2)),
            (by_split.at({"fisher", "0"})[0].at("y3")));
}

using ErrorKey = std::tuple<std::string, std::string, int, int>;  // method, embedding, labels a class, split

std::map<ErrorKey, double> errors_in(const std::string& csv) {
  std::map<ErrorKey, double> errors;
  for (const auto& line : parse_csv(csv)) {
    const ErrorKey key{line.at("method"), line.at("embedding"), std::stoi(line.at("labeled_per_class")),
                       std::stoi(line.at("split"))};
    EXPECT_TRUE(errors.emplace(key, std::stod(line.at("error"))).second) << "twice";
  }
  std::set<double> different;
  for (const auto& [key, error] : errors) different.insert(error);
  EXPECT_GT(different.size(), 5U) << "too easy to tell methods and splits apart";
  return errors;
}

/// The error of the nearest labeled sample, by looking at every pair.
double neighbor_error(const PaperSet& set, int per_class, int split) {
  const TrainingSet training = split_of(set, per_class, split);
  int n_wrong = 0;
  int n_all = 0;
  for (Index i = 0; i < kSamples; ++i) {
    if (training.labels.values[i] != kUnlabeled) continue;
    Index nearest = -1;
    for (Index j = 0; j < kSamples; ++j) {
      if (training.labels.values[j] == kUnlabeled) continue;
      const auto distance = [&](Index k) {
        return (training.samples.row(i) - training.samples.row(k)).norm();
      };
      if (nearest < 0 || distance(j) < distance(nearest)) nearest = j;
    }
    ++n_all;
    if (set.known.labels.values[nearest] != set.known.labels.values[i]) ++n_wrong;
  }
  return static_cast<double>(n_wrong) / n_all;
}

TEST(ErrorExperiments, RunEveryMethodOnEverySplit) {
  const ExperimentReport report = small_report("coil-errors");
  const std::map<ErrorKey, double> errors = errors_in(report.csv);
  EXPECT_EQ(errors.size(), (4U * 2 + 4) * 2 * kSplits);
  const PaperSet set = small_context(1).data.coil();
  for (const int count : {3, 5}) {
    for (int split = 0; split < kSplits; ++split) {
      EXPECT_EQ((errors.at({"nn", "", count, split})), neighbor_error(set, count, split));
      for (const std::string embedding : kEmbeddings) {
        EXPECT_EQ((errors.at({"sosi", embedding, count, split})),
                  fit_error(set, count, split, published_options(embedding)));
      }
    }
  }
}

TEST(ErrorExperiments, TabulateAndDrawTheMeans) {
  const ExperimentReport report = small_report("eth-errors");
  const std::map<ErrorKey, double> errors = errors_in(report.csv);
  ASSERT_EQ(report.tables.size(), 1U);
  const TextTable& table = report.tables[0];
  EXPECT_EQ(table.headings.size(), 3U);
  EXPECT_EQ(table.lines.size(), 4U * 2 + 4);
  const double mean =
      50.0 * (errors.at({"sosi", "laplacian", 5, 0}) + errors.at({"sosi", "laplacian", 5, 1}));
  EXPECT_EQ(table.lines[0][0].text, "sosi, laplacian");
  EXPECT_TRUE(table.lines[0][2].text.starts_with(fixed_text(mean, 1) + " ± ")) << table.lines[0][2].text;
  const auto& figure = std::get<CurvesFigure>(report.figure);
  ASSERT_EQ(figure.panels.size(), 2U);
  for (const CurvePanel& panel : figure.panels) EXPECT_EQ(panel.curves.size(), 8U);
  const Curve& sosi = figure.panels[0].curves[0];
  EXPECT_EQ(sosi.x, (std::vector<double>{3.0 / 11.0, 5.0 / 9.0}));
  EXPECT_NEAR(sosi.y[1], mean, 1e-12);
}

int n_centers(const std::map<std::string, std::string>& line) {
  const std::string& settings = line.at("settings");
  const std::string name = "centers=";
  return std::stoi(settings.substr(settings.find(name) + name.size()));
}

TEST(ErrorExperiments, StopTheRoundsWhereThePaperDoes) {
  const auto expect_centers = [](std::string_view name, double at_first, double later) {
    for (const auto& line : parse_csv(small_report(name).csv)) {
      if (line.at("method") != "sosi") continue;
      const int count = std::stoi(line.at("labeled_per_class"));
      const double share = count == 3 ? at_first : later;
      EXPECT_NEAR(n_centers(line), kClasses * (count + share * (kPerClass - count)), 1.0) << name;
    }
  };
  expect_centers("yale-errors", 0.8, 1.0);
  expect_centers("eth-errors", 0.7, 0.7);
}

TEST(ErrorExperiments, GoOnWhereTheyWere) {
  const testing::ProgramFolder folder;
  ExperimentContext context = small_context(2);
  int n_runs = 0;
  context.execution.progress = [&](const Progress&) { return ++n_runs > 0; };
  context.runs_folder = folder.path("");
  const std::string csv = experiment_named("yale-errors").run(context).csv;
  EXPECT_EQ(n_runs, (4 * 2 + 4) * 2 * kSplits);
  EXPECT_EQ(folder.n_files(), 2U);
  EXPECT_TRUE(folder.exists("yale-errors-runs.csv") && folder.exists("yale-errors-splits.csv"));
  n_runs = 0;
  EXPECT_EQ(experiment_named("yale-errors").run(context).csv, csv);
  EXPECT_EQ(n_runs, 0);
}

using RoundKey = std::tuple<std::string, std::string, int, int>;  // method, embedding, split, round

TEST(ProgressExperiment, BeginsWithEveryMethodAloneAndEndsWithTheWholeFit) {
  std::map<RoundKey, double> errors;
  for (const auto& line : parse_csv(small_report("yale-progress").csv)) {
    const int round = std::stoi(line.at("round"));
    errors[{line.at("method"), line.at("embedding"), std::stoi(line.at("split")), round}] =
        std::stod(line.at("error"));
    const double ratio = std::stod(line.at("centers_per_labeled"));
    EXPECT_EQ(ratio == 1.0, round == 0);
    EXPECT_EQ(ratio == kPerClass / 5.0, round == kRounds - 1);
  }
  EXPECT_EQ(errors.size(), 4U * 2 * kSplits * kRounds);
  const PaperSet set = small_context(1).data.yale();
  for (const std::string embedding : kEmbeddings) {
    MethodOptions options;
    options.fit = published_options(embedding);
    for (int split = 0; split < kSplits; ++split) {
      const auto at = [&](std::string_view method, int round) {
        return errors.at({std::string(method), embedding, split, round});
      };
      const TrainingSet training = split_of(set, 5, split);
      for (const char* method : {"rbf", "lle", "nystrom-modified"}) {
        const Labeling alone = methods().named(method).label(training, options, {});
        EXPECT_EQ(at(method, 0),
                  error_rate(alone.classes, set.known.labels.values, training.labels.values).value())
            << method;
      }
      EXPECT_EQ(at("sosi", 0), at("rbf", 0));
      EXPECT_EQ(at("sosi", kRounds - 1), fit_error(set, 5, split, options.fit));
    }
  }
}

/// R per sample and dimension over the grid, from the criteria alone.
std::vector<double> regularizer(const std::vector<ScalePoint>& points) {
  std::vector<double> gradient;
  std::vector<double> separation;
  double low[2] = {INFINITY, INFINITY};
  double high[2] = {-INFINITY, -INFINITY};
  for (const ScalePoint& point : points) {
    const double sums[2] = {point.gradient.sum(), point.separation.sum()};
    gradient.push_back(sums[0]);
    separation.push_back(sums[1]);
    if (!std::isfinite(sums[0])) continue;
    for (int i = 0; i < 2; ++i) {
      low[i] = std::min(low[i], sums[i]);
      high[i] = std::max(high[i], sums[i]);
    }
  }
  const double weight = (high[0] - low[0]) / (high[1] - low[1]);
  std::vector<double> values;
  for (std::size_t i = 0; i < points.size(); ++i)
    values.push_back((gradient[i] - weight * separation[i]) / (5 * kClasses * kComponents));
  return values;
}

TEST(ScaleExperiment, ShowsWhatAScanFinds) {
  const ExperimentReport report = small_report("scale-curves");
  const auto lines = parse_csv(report.csv);
  const std::size_t n_scales = scale_grid().numbers.size();
  ASSERT_EQ(lines.size(), 3 * n_scales);
  const PaperSet set = small_context(1).data.yale();
  std::vector<double> expected_r(n_scales, 0.0);
  std::vector<double> expected_error(n_scales, 0.0);
  for (int split = 0; split < kSplits; ++split) {
    const ScanResult scanned =
        scan(split_of(set, 5, split), scale_grid(), set.known.labels.values, published_options("laplacian"));
    const std::vector<double> values = regularizer(scanned.points);
    for (std::size_t i = 0; i < n_scales; ++i) {
      expected_r[i] += values[i] / kSplits;
      expected_error[i] += scanned.errors[i] / kSplits;
    }
  }
  for (std::size_t i = 0; i < n_scales; ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(lines[i].at("set"), "faces");
    EXPECT_DOUBLE_EQ(std::stod(lines[i].at("rbf_error")), expected_error[i]);
    const double r = std::stod(lines[i].at("R"));
    EXPECT_EQ(std::isfinite(r), std::isfinite(expected_r[i]));
    if (std::isfinite(r)) {
      EXPECT_NEAR(r, expected_r[i], 1e-9 * (1.0 + std::abs(r)));
    }
  }
  const auto best = std::ranges::min_element(expected_r) - expected_r.begin();
  const auto& figure = std::get<CurvesFigure>(report.figure);
  ASSERT_EQ(figure.panels.size(), 6U);
  for (const std::size_t panel : {0U, 3U})
    EXPECT_EQ(figure.panels[panel].marks, (std::vector<double>{scale_grid().numbers[best]}));
}

}  // namespace experiments_test
}  // namespace sosi
