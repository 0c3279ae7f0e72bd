// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <numeric>

#include "arguments.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "plot/contact_sheet.hpp"
#include "plot/embedding_picture.hpp"
#include "plot/rounds_picture.hpp"
#include "sosi/evaluate/splits.hpp"
#include "sosi/io/model_file.hpp"
#include "sosi/io/tables.hpp"
#include "sosi/synthetic/lambert.hpp"
#include "sosi/synthetic/turntable.hpp"

namespace sosi::cli {

namespace {

struct DemoCommand {
  std::string set = "lambert";
  std::string out = "sosi-demo";
  int labels_per_class = 6;
  int seed = 0;
  RunFlags run;

  void add(CLI::App& command) {
    command
        .add_option("set", set,
                    "lambert: twelve faces under 58 lights; turntable: twenty solids from 72 sides [lambert]")
        ->type_name("lambert|turntable")
        ->check(CLI::IsMember({"lambert", "turntable"}).description(""));
    command.add_option("--out", out, "folder for the pictures, predictions and model [sosi-demo]")
        ->type_name("DIR");
    command.add_option("--labels-per-class", labels_per_class, "number of labeled images per class [6]")
        ->type_name("an integer from 1 to 50")
        ->check(CLI::Range(1, 50).description(""));
    command.add_option("--seed", seed, "seed of the images and labels [0]")
        ->type_name("an integer at least 0")
        ->check(CLI::NonNegativeNumber.description(""));
    run.add(command);
  }

  void execute(const std::stop_token& stop) const;
};

double percent(double share) {
  return 100.0 * share;
}

// The classes of all rows in a round.
std::vector<int> classes_of_rows(const Round& round, std::span<const Position> position_of_row) {
  std::vector<int> all;
  for (const Position position : position_of_row) all.push_back(round.classification.classes[position]);
  return all;
}

// How the unlabeled samples land in a round.
plot::Landing landing(const Round& round, std::span<const Position> position_of_row,
                      const std::vector<int>& labels, const std::vector<int>& truth) {
  const std::string title =
      round.number == 0 ? "plain RBF map" : "SOSI, round " + std::to_string(round.number);
  plot::Landing landed{title, {}, {}, {}};
  Indices positions;
  for (std::size_t row = 0; row < truth.size(); ++row) {
    if (labels[row] != kUnlabeled) continue;
    positions.push_back(position_of_row[row]);
    landed.classes.push_back(round.classification.classes[positions.back()]);
    landed.wrong.push_back(landed.classes.back() != truth[row]);
  }
  landed.unlabeled = round.embedded(positions, Eigen::all);
  return landed;
}

// What there is to show, gathered while the fit runs.
struct Show {
  ImageSet images;
  std::vector<int> labels;
  plot::RoundsPicture rounds;
  plot::EmbeddingPicture embedding;

  void add(const Round& round, std::span<const Position> position_of_row) {
    const std::vector<int>& truth = images.classes;
    rounds.error_percent.push_back(
        percent(error_rate(classes_of_rows(round, position_of_row), truth, labels).value_or(0.0)));
    const bool is_shown =
        round.number == 0 || round.number == round.n_rounds / 2 || round.number + 1 == round.n_rounds;
    if (is_shown) embedding.landings.push_back(landing(round, position_of_row, labels, truth));
  }

  void print(const FitResult& result, double neighbor_error) {
    std::printf("%-28s %7s %9s %11s\n", "", "centers", "error", "confidence");
    std::printf("%-28s %7s %7.1f %%\n", "nearest neighbor", "", percent(neighbor_error));
    for (std::size_t r = 0; r < result.report.rounds.size(); ++r) {
      const RoundSummary& round = result.report.rounds[r];
      rounds.centers.push_back(static_cast<double>(round.n_centers));
      rounds.median_confidence.push_back(round.median_confidence);
      const std::string name = row_name(result.report, r);
      std::printf("%-28s %7td %7.1f %% %11.4g\n", name.c_str(), round.n_centers, rounds.error_percent[r],
                  round.median_confidence);
    }
    rounds.references = {{"nearest neighbor", percent(neighbor_error)},
                         {"plain RBF map", rounds.error_percent.front()}};
    std::printf("\n");
    for (const std::string& decision : result.report.decisions) std::printf("- %s\n", decision.c_str());
  }

  static std::string row_name(const FitReport& report, std::size_t round) {
    if (round == 0) return "plain RBF map";
    if (round + 1 < report.rounds.size()) return "SOSI, round " + std::to_string(round);
    return "SOSI, vote of " + std::to_string(report.search.size()) + " candidates";
  }

  void write(const FitResult& result, const std::string& out) {
    save_model(result.model, out + "/model.sosi");
    Indices rows(labels.size());
    std::iota(rows.begin(), rows.end(), Index{0});
    write_output(out + "/predictions.csv", [&](std::ostream& file) {
      write_predictions(file, {rows, result.prediction, result.model.classes(), labels});
    });
    embedding.labeled = result.model.embedding();
    embedding.labeled_classes = result.model.labels();
    embedding.class_names = result.model.classes();
    plot::draw_contact_sheet(out + "/samples", images);
    plot::draw_embedding(out + "/embedding", embedding);
    plot::draw_rounds(out + "/rounds", rounds);
  }
};

void DemoCommand::execute(const std::stop_token& stop) const {
  make_folder(out);
  check_writable(out + "/model.sosi");
  ThreadPool threads(run.threads, stop);
  Show show;
  show.images = set == "lambert" ? make_lambert(seed, threads) : make_turntable(seed, threads);
  const std::vector<int>& truth = show.images.classes;
  show.labels = keep_labels(truth, labels_per_class, seed);
  const int n_classes = truth.back() + 1;
  std::printf("%s: %zu images of %td x %td pixels, %d classes, %d labeled images in each\n\n", set.c_str(),
              truth.size(), show.images.height, show.images.width, n_classes, labels_per_class);

  TrainingSet training{show.images.samples, {show.labels, {}}, {}, {}};
  for (int c = 0; c < n_classes; ++c) training.labels.classes.push_back(std::to_string(c));
  MethodOptions options;
  options.fit.normalize = NormalizationKind::unit;
  const Labeling nearest = methods().named("nn").label(training, options, {});
  const double neighbor_error = error_rate(nearest.classes, truth, show.labels).value_or(0.0);
  FitHooks hooks;
  hooks.after_round = [&](const Round& round, std::span<const Position> position_of_row) {
    show.add(round, position_of_row);
  };
  const FitResult result = fit(std::move(training), options.fit, run.execution(stop), hooks);
  clear_progress_bar();
  show.print(result, neighbor_error);
  show.write(result, out);
  std::printf(
      "\nWritten to %s: samples, embedding and rounds (each .png and .svg), predictions.csv, model.sosi\n",
      out.c_str());
}

}  // namespace

void add_demo(CLI::App& app, const std::stop_token& stop) {
  CLI::App* command = app.add_subcommand("demo", "label synthetic images, with pictures; no input needed");
  const auto demo = std::make_shared<DemoCommand>();
  demo->add(*command);
  command->callback([demo, stop] { demo->execute(stop); });
}

}  // namespace sosi::cli
