// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/evaluate/comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "cli/program.hpp"
#include "evaluate/run_files.hpp"
#include "problems.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {
namespace comparison_test {

class Comparison : public ::testing::Test {
 protected:
  void SetUp() override {
    const testing::Curves curves = testing::make_curves(3, 20, 8, 7);
    known_.samples = curves.samples;
    known_.labels = {curves.classes, {"a", "b", "c"}};
    options_.fit.rounds = 3;
  }

  RunPlan plan(const std::vector<const char*>& names, std::vector<int> counts, int repeats) const {
    ComparisonOptions comparison{{}, {"fisher"}, std::move(counts), repeats};
    for (const char* name : names) comparison.methods.push_back(&methods().named(name));
    return {all_combinations(comparison, options_), 5, folder_.path("runs.csv"), folder_.path("splits.csv")};
  }

  // How many runs were done, not taken from the file.
  int n_done(const RunPlan& plan) const {
    int n = 0;
    Execution execution;
    execution.n_threads = 2;
    execution.progress = [&](const Progress& progress) {
      EXPECT_LE(progress.fraction, 1.0);
      EXPECT_TRUE(progress.seconds_left.has_value());
      ++n;
      return true;
    };
    run_plan(known_, plan, execution);
    return n;
  }

  testing::ProgramFolder folder_;
  TrainingSet known_;
  MethodOptions options_;
};

TEST_F(Comparison, EveryMethodLabelsEveryRowAndKeepsWhatIsGiven) {
  TrainingSet training = known_;
  training.labels.values = testing::partly_labeled({known_.samples, known_.labels.values}, 4).labels.values;
  for (const Method* method : methods().all()) {
    SCOPED_TRACE(method->name);
    const Labeling labeling = method->label(training, options_, {});
    ASSERT_EQ(labeling.classes.size(), training.labels.values.size());
    for (std::size_t row = 0; row < labeling.classes.size(); ++row) {
      EXPECT_TRUE(labeling.classes[row] >= 0 && labeling.classes[row] < 3);
      if (training.labels.values[row] != kUnlabeled) {
        EXPECT_EQ(labeling.classes[row], training.labels.values[row]);
      }
    }
    // Curves that are well apart: whatever the method, far better than chance.
    EXPECT_LT(error_rate(labeling.classes, known_.labels.values, training.labels.values).value(), 0.3);
  }
  EXPECT_THROW(methods().named("magic"), InvalidInput);
}

TEST_F(Comparison, KnobsConcernTheMethodsThatReadThem) {
  const FieldTable<MethodOptions> table = field_table<MethodOptions>();
  const auto concerned = [&](const std::string& knob) {
    std::string names;
    for (const Method* method : methods().all()) {
      if (concerns(*find_field(table, knob), *method)) names += method->name + " ";
    }
    return names;
  };
  std::string by_extension;
  for (const ExtensionMethod* method : extensions().all()) by_extension += method->name + " ";
  EXPECT_EQ(concerned("normalize")
                .find("sosi " + by_extension + "nn svm-linear svm-gaussian lda krr-labels harmonic "),
            0U);
  EXPECT_EQ(concerned("rounds"), "sosi " + by_extension);
  EXPECT_EQ(concerned("lle_neighbors"), "lle ");
  EXPECT_EQ(concerned("nystrom_heat"), "nystrom-modified nystrom ");
  EXPECT_EQ(concerned("regression_ridge"), "linear polynomial krr gp sparse-grid ");
  EXPECT_EQ(concerned("svm_cost"), "svm-linear svm-gaussian ");
  EXPECT_EQ(concerned("harmonic_heat"), "harmonic label-spreading poisson lap-rls ");
  EXPECT_EQ(concerned("harmonic_mass_normalization"), "harmonic ");
  EXPECT_EQ(concerned("lda_shrinkage"), "lda ");  // of the classifier, not of the embedding of that name
  for (const Field<MethodOptions>& knob : table) EXPECT_NE(concerned(knob.name), "") << knob.name;
}

TEST_F(Comparison, NeedsNoFiles) {
  RunPlan kept = plan({"nn", "lle"}, {3}, 2);
  const std::vector<FinishedRun> runs = run_plan(known_, kept, {});
  const std::size_t n_files = folder_.n_files();
  kept.runs_file.clear();
  kept.splits_file.clear();
  const std::vector<FinishedRun> again = run_plan(known_, kept, {});
  EXPECT_EQ(folder_.n_files(), n_files);
  ASSERT_EQ(again.size(), runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    EXPECT_EQ(again[i].key, runs[i].key);
    EXPECT_EQ(again[i].error, runs[i].error);
    EXPECT_EQ(again[i].plan, runs[i].plan);
  }
}

TEST_F(Comparison, RunsAreThoseOfTheMethodCalledAlone) {
  const auto runs = run_plan(known_, plan({"sosi", "nn"}, {4}, 2), {});
  ASSERT_EQ(runs.size(), 4U);
  const Splits splits = read_splits(folder_.path("splits.csv"));
  for (const FinishedRun& run : runs) {
    TrainingSet training = known_;
    std::ranges::fill(training.labels.values, kUnlabeled);
    for (const Index row : splits.at({5, 4, run.key.split}))
      training.labels.values[row] = known_.labels.values[row];
    const std::vector<int> labels = training.labels.values;
    EXPECT_EQ(std::ranges::count_if(labels, [](int label) { return label != kUnlabeled; }), 12);
    const Labeling labeling = methods().named(run.key.method).label(std::move(training), options_, {});
    EXPECT_EQ(run.error, error_rate(labeling.classes, known_.labels.values, labels).value());
    EXPECT_GT(run.peak_memory, std::size_t{1} << 20);
  }
}

TEST_F(Comparison, GoesOnWhereItWasAndIsExtended) {
  const RunPlan small = plan({"nn", "lle"}, {3}, 2);
  EXPECT_EQ(n_done(small), 4);
  const std::string runs = folder_.read("runs.csv");
  EXPECT_EQ(n_done(small), 0);
  EXPECT_EQ(folder_.read("runs.csv"), runs);
  // The last line was cut off while it was written.
  folder_.write("runs.csv", runs.substr(0, runs.size() - 10));
  EXPECT_EQ(n_done(small), 1);
  const std::string splits = folder_.read("splits.csv");
  EXPECT_EQ(n_done(plan({"nn", "lle"}, {3, 5}, 3)), 8);
  EXPECT_TRUE(folder_.read("splits.csv").starts_with(splits.substr(0, 40)));
  // Another part of the same comparison leaves the rest in its file.
  EXPECT_EQ(n_done(plan({"nn"}, {3}, 1)), 0);
  EXPECT_EQ(read_runs(folder_.path("runs.csv")).size(), 12U);
}

TEST_F(Comparison, DoesAgainWhatWasMadeWithOtherOptionsDataOrSplits) {
  EXPECT_EQ(n_done(plan({"nn", "lle"}, {3}, 1)), 2);
  set_option(options_.fit, "lle_neighbors", "2");
  EXPECT_EQ(n_done(plan({"nn", "lle"}, {3}, 1)), 1);  // a knob of lle does not concern nn
  set_option(options_.fit, "fisher_epsilon", "0.1");
  EXPECT_EQ(n_done(plan({"nn", "lle"}, {3}, 1)), 1);
  options_.fit.normalize = NormalizationKind::standard;
  EXPECT_EQ(n_done(plan({"nn", "lle"}, {3}, 1)), 2);
  known_.samples(0, 0) += 1e-9;
  EXPECT_EQ(n_done(plan({"nn", "lle"}, {3}, 1)), 2);
  RunPlan other_seed = plan({"nn"}, {3}, 1);
  other_seed.seed = 6;
  EXPECT_EQ(n_done(other_seed), 1);
  EXPECT_EQ(n_done(plan({"nn"}, {3}, 1)), 1);
  folder_.write("splits.csv",
                "seed,labeled_per_class,split,row\n5,3,0,0\n5,3,0,1\n5,3,0,2\n"
                "5,3,0,3\n5,3,0,4\n5,3,0,5\n5,3,0,6\n5,3,0,7\n5,3,0,8\n");
  EXPECT_EQ(n_done(plan({"nn"}, {3}, 1)), 1);
}

TEST_F(Comparison, KeepsRunsMadeOtherwiseUntilTheyAreDoneAgain) {
  EXPECT_EQ(n_done(plan({"lle"}, {3}, 4)), 4);
  const std::vector<FinishedRun> before = read_runs(folder_.path("runs.csv"));
  set_option(options_.fit, "lle_neighbors", "2");
  Execution execution;
  execution.n_threads = 1;
  execution.progress = [](const Progress&) { return false; };
  EXPECT_THROW(run_plan(known_, plan({"lle"}, {3}, 4), execution), Cancelled);
  EXPECT_EQ(n_done(plan({"lle"}, {3}, 4)), 3);
  EXPECT_EQ(read_runs(folder_.path("runs.csv")).size(), 4U);
  options_.fit.n_components = 500;  // more than there can be
  EXPECT_THROW(run_plan(known_, plan({"lle"}, {3}, 4), {}), InvalidInput);
  EXPECT_EQ(read_runs(folder_.path("runs.csv")).size(), 4U);
}

TEST_F(Comparison, NeedsTwoKnownClasses) {
  std::ranges::replace(known_.labels.values, 1, kUnlabeled);
  EXPECT_NO_THROW(run_plan(known_, plan({"nn"}, {3}, 1), {}));
  std::ranges::replace(known_.labels.values, 2, kUnlabeled);
  EXPECT_THROW(run_plan(known_, plan({"nn"}, {3}, 1), {}), InvalidInput);
}

TEST_F(Comparison, RefusesFilesOfAnotherKind) {
  folder_.write("splits.csv", "seed,labeled_per_class,split,row\n5,3,0,1000\n");
  EXPECT_THROW(run_plan(known_, plan({"nn"}, {3}, 1), {}), InvalidInput);
  folder_.write("splits.csv", "seed,labeled_per_class,split,row\n5,3,0,0\n5,3,0,1\n5,3,0,2\n");
  EXPECT_THROW(run_plan(known_, plan({"nn"}, {3}, 1), {}), InvalidInput);  // not three of each class
  folder_.write("splits.csv", "");
  folder_.write("runs.csv", "name,age\n");
  EXPECT_THROW(run_plan(known_, plan({"nn"}, {3}, 1), {}), InvalidInput);
  folder_.write("runs.csv", "");
  EXPECT_THROW(run_plan(known_, plan({"nn"}, {20}, 1), {}), InvalidInput);  // nothing is left unlabeled
  EXPECT_THROW(run_plan(known_, plan({"nn"}, {21}, 1), {}), InvalidInput);
}

TEST_F(Comparison, StopsWhenAskedAndKeepsWhatIsDone) {
  Execution execution;
  execution.n_threads = 1;
  execution.progress = [](const Progress&) { return false; };
  EXPECT_THROW(run_plan(known_, plan({"nn"}, {3}, 4), execution), Cancelled);
  EXPECT_EQ(read_runs(folder_.path("runs.csv")).size(), 1U);
  EXPECT_EQ(n_done(plan({"nn"}, {3}, 4)), 3);
}

FinishedRun run_with(const std::string& method, int split, double error) {
  return {{method, "", 5, split}, error, 1.0, 1, "", ""};
}

TEST(ErrorTable, MarksTheBestAndWhatCannotBeToldFromIt) {
  const double best[] = {0.10, 0.12, 0.11, 0.10};
  const double noisy[] = {0.12, 0.10, 0.14, 0.11};
  const double worse[] = {0.20, 0.23, 0.21, 0.20};
  std::vector<FinishedRun> runs;
  for (int split = 0; split < 4; ++split) {
    runs.push_back(run_with("best", split, best[split]));
    runs.push_back(run_with("noisy", split, noisy[split]));
    runs.push_back(run_with("worse", split, worse[split]));
  }
  const TextTable table = error_table(errors_by_method(runs));
  ASSERT_EQ(table.lines.size(), 3U);
  EXPECT_EQ(table.lines[0][1].text, "10.8 ± 1.0");
  EXPECT_EQ(table.lines[0][1].emphasis, Emphasis::best);
  EXPECT_EQ(table.lines[1][1].emphasis, Emphasis::near_best);
  EXPECT_EQ(table.lines[2][1].emphasis, Emphasis::none);
}

TEST(ErrorFigure, HasAPanelForEachEmbeddingAndTheOthersInAll) {
  std::vector<FinishedRun> runs;
  for (const int split : {0, 1}) {
    for (const char* embedding : {"laplacian", "fisher"})
      runs.push_back({{"sosi", embedding, 4, split}, 0.1 * split, 1.0, 1, "", ""});
    runs.push_back({{"nn", "", 2, split}, 0.3, 1.0, 1, "", ""});
  }
  const std::vector<MethodErrors> errors = errors_by_method(runs);
  const CurvesFigure counts = error_figure(errors, 20.0, LabelAxis::labeled_per_class);
  ASSERT_EQ(counts.panels.size(), 2U);
  EXPECT_EQ(counts.n_columns, 2);
  EXPECT_EQ(counts.panels[0].title, "laplacian embedding");
  EXPECT_EQ(counts.panels[1].title, "fisher embedding");
  for (const CurvePanel& panel : counts.panels) {
    ASSERT_EQ(panel.curves.size(), 2U);
    EXPECT_EQ(panel.curves[0].name, "sosi");
    EXPECT_EQ(panel.curves[1].name, "nn");
    EXPECT_EQ(panel.curves[0].x, std::vector<double>{4.0});
    EXPECT_DOUBLE_EQ(panel.curves[0].y[0], 5.0);
    EXPECT_DOUBLE_EQ(panel.curves[0].deviation[0], 10.0 / std::sqrt(2.0));
  }
  const CurvesFigure ratios = error_figure(errors, 20.0, LabelAxis::labeled_to_unlabeled);
  EXPECT_EQ(ratios.panels[0].curves[0].x, std::vector<double>{4.0 / 16.0});
  EXPECT_EQ(error_figure({&errors.back(), 1}, 20.0, LabelAxis::labeled_per_class).panels.size(), 1U);
}

}  // namespace comparison_test
}  // namespace sosi
