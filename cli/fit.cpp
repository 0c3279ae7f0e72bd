// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <iostream>
#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "plot/doubt_picture.hpp"
#include "sosi/core/memory.hpp"
#include "sosi/fit/effects.hpp"
#include "sosi/io/checkpoint_file.hpp"
#include "sosi/io/fit_report.hpp"
#include "sosi/io/model_file.hpp"
#include "sosi/io/tables.hpp"
#include "sosi/model/sample_geometry.hpp"
#include "sosi/model/theory.hpp"

namespace sosi::cli {

namespace {

plot::DoubtPicture picture_of(const FitResult& result, const Matrix& samples, const Labels& given) {
  const Model& model = result.model;
  Indices rows;
  for (Index row = 0; row < samples.rows(); ++row) {
    if (given.values[row] == kUnlabeled) rows.push_back(row);
  }
  return {model.embedding(), model.labels(), model.classes(),
          model.expected_coordinates(samples)(rows, Eigen::all),
          result.prediction.class_probabilities(rows, Eigen::all)};
}

struct FitCommand {
  InputFlags input;
  OptionFlags options;
  RunFlags run;
  std::string model;
  std::string predictions;
  std::string json;
  std::string picture;
  std::string checkpoint;
  std::string resume;
  AbstainFlag abstain;
  bool probabilities = false;
  bool theory = false;

  void add(CLI::App& command) {
    input.add_samples(command);
    input.add_labels(command);
    const auto output = [&](const char* flag, std::string& path, const char* summary) {
      command.add_option(flag, path, summary)->type_name("FILE")->group("Output");
    };
    output("--model", model, "file for the model, for predict, transform and inspect");
    output(
        "--predictions", predictions,
        "CSV file for row, label, confidence, given, probability, far, runner_up, runner_up_probability of "
        "every sample");
    output("--json", json,
           "JSON file for the report: labels, scales, rounds, decisions, timings, diagnostics");
    output("--picture", picture,
           "picture of all samples, .svg or .png: the more doubtful a label is, the larger is its mark");
    output("--checkpoint", checkpoint,
           "file for the state of the fit, written during the search and after every round except the last");
    abstain.add(command);
    add_probabilities(command, probabilities);
    add_theory(
        command, theory,
        "add manifold_distance, gradient_norm and safe_radius of every sample to the CSV and JSON files, "
        "and to the latter the pairs of classes that each axis separates");
    command.add_option("--resume", resume, "resume the same fit from this checkpoint")
        ->type_name("FILE")
        ->group("Input");
    options.add_groups(command, {"Embedding", "Scale", "Rounds", "Samples", "Extension"});
    run.add(command);
    run.add_memory(command);
    command.footer(
        "Files: '-' is the standard output. Example:\n"
        "  sosi fit --samples faces.npz --labels some.csv --model faces.sosi --predictions faces.csv");
  }

  void execute(const std::stop_token& stop) const {
    check_outputs();
    for (const std::string& note : check_effects(options.options())) {
      std::cerr << "sosi: note: " << note << '\n';
    }
    const Execution execution = run.execution(stop);
    Outputs written;
    FitHooks hooks;
    if (!resume.empty()) hooks.resume = std::make_shared<const FitState>(load_checkpoint(resume));
    if (!checkpoint.empty()) hooks.checkpoint = checkpoint_writer(written);
    TrainingInput read = input.read_training(options);
    Labels given = read.training.labels;
    const Indices rows = read.training.row_numbers;
    const bool is_needed = theory || !picture.empty();
    const Matrix samples = is_needed ? read.training.samples : Matrix();  // a fit takes them over
    FitResult result = fit(std::move(read.training), read.options, execution, hooks);
    clear_progress_bar();
    if (!result.report.conflicts.empty()) std::cerr << "sosi: note: " << result.report.notes.back() << '\n';
    for (const Index row : result.report.conflicts) given.values[row] = kUnlabeled;
    result.report.decisions.insert(result.report.decisions.begin(), read.notes.begin(), read.notes.end());
    std::optional<SampleGeometry> geometry;
    if (theory) geometry = sample_geometry(result.model, samples, result.prediction.classes, execution);
    const SampleGeometry* const of_rows = geometry ? &*geometry : nullptr;
    result.prediction = abstain.apply(std::move(result.prediction));
    if (!model.empty()) {
      written.attempt([&] { save_model(result.model, model == "-" ? "/dev/stdout" : model); });
    }
    if (!predictions.empty()) {
      written.attempt([&] {
        write_output(predictions, [&](std::ostream& out) {
          write_predictions(out, {rows, result.prediction, result.model.classes(), given.values, read.files,
                                  read.id_name, read.ids, probabilities, of_rows});
        });
      });
    }
    if (!picture.empty()) {
      written.attempt([&] { plot::draw_doubt(picture, picture_of(result, samples, given)); });
    }
    if (!json.empty()) {
      written.attempt([&] {
        const Theory of_model = theory_of(result.model, result.report.scale_weights, execution);
        write_output(json, [&](std::ostream& out) {
          write_fit_report(out, result, given, {rows, read.files, read.skipped, read.id_name, read.ids},
                           {&of_model, theory, of_rows});
        });
      });
    }
    if (!run.quiet && model != "-" && predictions != "-" && json != "-") summarize(result, given);
    written.finish();
  }

  // What cannot be written is not computed.
  void check_outputs() const {
    const std::string outputs[] = {model, predictions, json, picture, checkpoint};
    if (std::ranges::all_of(outputs, [](const std::string& path) { return path.empty(); })) {
      throw InvalidInput(
          "fit has nothing to write: name an output (--model, --predictions, --json, --picture or "
          "--checkpoint)");
    }
    if (checkpoint == "-") throw InvalidInput("--checkpoint -: must be a file");
    if (!picture.empty()) plot::check_picture_name(picture);
    if (abstain.below && predictions.empty() && json.empty()) {
      throw InvalidInput("--abstain-below: has no effect without --predictions or --json");
    }
    if (theory && predictions.empty() && json.empty()) {
      throw InvalidInput("--theory: has no effect without --predictions or --json");
    }
    if (theory && options.options().extension != kRbfExtension) {
      throw InvalidInput("--theory: needs extension = " + std::string(kRbfExtension));
    }
    for (const std::string& path : outputs) {
      check_writable(path);
      if (!path.empty() && std::ranges::count(outputs, path) > 1) {
        throw InvalidInput("two outputs have the same file '" + path + "': must be different files");
      }
    }
  }

  // After a failure no more are written, and the fit goes on.
  std::function<void(const FitState&)> checkpoint_writer(Outputs& written) const {
    return [this, &written, is_writable = true](const FitState& state) mutable {
      if (is_writable) is_writable = written.attempt([&] { save_checkpoint(state, checkpoint); });
    };
  }

  void summarize(const FitResult& result, const Labels& given) const {
    const Model& fitted = result.model;
    const auto n_given = std::ranges::count_if(given.values, [](int label) { return label != kUnlabeled; });
    std::printf("%zu samples of %td features, %td labeled, %zu classes\n", given.values.size(),
                fitted.n_features(), n_given, fitted.classes().size());
    std::printf("%s embedding in %td dimensions, ", fitted.options().at("embedding").c_str(),
                fitted.n_components());
    if (fitted.extension().method() == kRbfExtension) {
      const Vector& scales = fitted.rbf_map().scales();
      std::printf("scales %.4g to %.4g\n", scales.minCoeff(), scales.maxCoeff());
    } else {
      std::printf("extended by %s\n", std::string(fitted.extension().method()).c_str());
    }
    for (const std::string& decision : result.report.decisions) std::printf("- %s\n", decision.c_str());
    if (!result.report.rounds.empty())
      std::printf("%6s %8s %8s %12s %9s\n", "round", "centers", "changed", "confidence", "seconds");
    for (std::size_t r = 0; r < result.report.rounds.size(); ++r) {
      const RoundSummary& round = result.report.rounds[r];
      std::printf("%6zu %8td %8d %12.4g %9.3f\n", r, round.n_centers, round.n_changed,
                  round.median_confidence, round.seconds);
    }
    const Diagnostics& diagnostics = fitted.diagnostics();
    std::printf("interpolation error %.1e, condition %.1e", diagnostics.kernel.interpolation_error,
                diagnostics.kernel.condition);
    if (diagnostics.kernel.n_shifts > 0) {
      std::printf(", %d systems shifted by at most %.1e", diagnostics.kernel.n_shifts,
                  diagnostics.kernel.largest_shift);
    }
    if (diagnostics.n_duplicates > 0) std::printf(", %td duplicates merged", diagnostics.n_duplicates);
    std::printf("\n%.2f s, %s%s%s\n", result.report.total_seconds, format_bytes(peak_memory()).c_str(),
                result.report.plan.empty() ? "" : ", ", result.report.plan.c_str());
    std::printf("%s\n", in_plain_words(result, given).c_str());
  }

  // What matters most, where it is seen first: at the end.
  std::string in_plain_words(const FitResult& result, const Labels& given) const {
    const Prediction& found = result.prediction;
    constexpr double kEvenOdds = 0.5;
    const std::string bound = OptionText<double>::format(abstain.below.value_or(kEvenOdds));
    std::vector<int> settled = given.values;  // without the labels to judge
    std::size_t n_labeled = 0;
    std::size_t n_open = 0;
    std::size_t n_doubtful = 0;
    for (std::size_t row = 0; row < settled.size(); ++row) {
      if (given.values[row] != kUnlabeled) continue;
      const bool is_open = found.classes[row] == kUnlabeled;
      if (is_open) settled[row] = 0;
      ++(is_open ? n_open : n_labeled);
      if (!is_open && found.probability[row] < kEvenOdds) ++n_doubtful;
    }
    const std::string samples = grouped(settled.size()) + " samples";
    if (n_labeled + n_open == 0) return "all " + samples + " have given labels: nothing to label";
    std::string words = "labeled " + grouped(n_labeled) + " of " + samples;
    if (n_open > 0) words += ", left " + grouped(n_open) + " open with a probability below " + bound;
    const std::optional<double> error = expected_error(found, settled);
    const std::optional<ErrorInterval>& interval = result.report.error_interval;
    if (error && interval) {
      words += "; about " + fixed_text(100.0 * *error, 1) + " % of these labels are expected to be wrong (" +
               fixed_text(100.0 * interval->low, 1) + " to " + fixed_text(100.0 * interval->high, 1) +
               " % with a probability of 0.9)";
    }
    if (error && !interval) words += "; their probabilities are not calibrated";
    if (!abstain.below) {
      words += "; " + (n_doubtful == 0 ? "none" : grouped(n_doubtful)) + (n_doubtful > 1 ? " have" : " has") +
               " a probability below " + bound;
    }
    return predictions.empty() ? words : words + ": see probability in " + predictions;
  }

  // 1,440
  static std::string grouped(std::size_t count) {
    std::string digits = std::to_string(count);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    return digits;
  }
};

}  // namespace

void add_fit(CLI::App& app, const std::stop_token& stop) {
  CLI::App* command = app.add_subcommand("fit", "label the unlabeled samples and fit a model for new ones");
  const auto fitting = std::make_shared<FitCommand>();
  fitting->add(*command);
  command->callback([fitting, stop] { fitting->execute(stop); });
}

}  // namespace sosi::cli
