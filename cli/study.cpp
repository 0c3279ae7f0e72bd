// SPDX-License-Identifier: BSD-3-Clause
// The commands that look at the labeled samples before a fit: embed, scan.
#include "sosi/fit/study.hpp"

#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "sosi/io/npy.hpp"
#include "sosi/io/tables.hpp"

namespace sosi::cli {

namespace {

struct StudyCommand {
  InputFlags input;
  OptionFlags options;
  RunFlags run;
  std::string out;
  std::string scales;

  void add_common(CLI::App& command, const char* out_summary) {
    input.add_samples(command);
    input.add_labels(command);
    command.add_option("--out", out, out_summary)->required()->type_name("FILE")->group("Output");
    options.add_groups(command, {"Embedding"});
  }

  void embed(const std::stop_token& stop) const {
    check_writable(out);
    const Execution execution = run.execution(stop);
    TrainingInput read = input.read_training(options);
    const Matrix embedding = embed_labeled(std::move(read.training), read.options, execution);
    clear_progress_bar();
    write_output(out, [&](std::ostream& file) { write_npy(file, embedding); });
  }

  ScaleValues scale_values() const {
    if (scales.empty()) return scale_grid();
    const auto values = OptionText<ScaleValues>::parse(scales);
    if (!values ||
        std::ranges::any_of(values->numbers, [](double value) { return !above(0).accepts(value); })) {
      throw InvalidInput("scales = " + scales + ": must be numbers above 0 separated by commas");
    }
    return *values;
  }

  void scan(const std::stop_token& stop) const {
    if (input.truth.empty() && !input.truth_array.empty()) {
      throw InvalidInput("--truth-array: has no effect without --truth");
    }
    check_writable(out);
    const Execution execution = run.execution(stop);
    const ScaleValues values = scale_values();
    TrainingInput read = input.read_training(options);
    const ScanResult result =
        sosi::scan(std::move(read.training), values, read.truth, read.options, execution);
    clear_progress_bar();
    write_output(out, [&](std::ostream& file) {
      write_scan(file, {result.points, values.numbers, result.errors});
    });
  }
};

}  // namespace

void add_embed(CLI::App& app, const std::stop_token& stop) {
  CLI::App* command = app.add_subcommand("embed", "embed the labeled samples alone");
  const auto study = std::make_shared<StudyCommand>();
  study->add_common(*command, ".npy file for the coordinates of the labeled samples, in input order");
  study->options.add(*command, "normalize");
  study->options.accept_others(*command);
  study->run.add(*command);
  study->run.add_memory(*command);
  command->callback([study, stop] { study->embed(stop); });
}

void add_scan(CLI::App& app, const std::stop_token& stop) {
  CLI::App* command = app.add_subcommand("scan", "evaluate the scale criteria over a range of scales");
  const auto study = std::make_shared<StudyCommand>();
  study->add_common(*command, "CSV file for scale, dimension, G, D, loo of every scale and dimension");
  command
      ->add_option(
          "--scales", study->scales,
          "scales to evaluate, in median distances, or absolute with the suffix abs [a grid from 0.1 to 6]")
      ->type_name("NUMBER[,NUMBER…]")
      ->group("Scale");
  command
      ->add_option("--truth", study->input.truth,
                   "file with the true labels; adds the error of the plain RBF map")
      ->type_name("FILE")
      ->group("Input");
  command
      ->add_option("--truth-array", study->input.truth_array,
                   "array of an .npz or .mat, or column of a text file, with the true labels [y; truth if "
                   "the labels are in the same file]")
      ->type_name("NAME")
      ->group("Input");
  study->options.add_groups(*command, {"Scale"});
  study->options.add(*command, "normalize");
  study->options.accept_others(*command);
  study->run.add(*command);
  study->run.add_memory(*command);
  command->callback([study, stop] { study->scan(stop); });
}

}  // namespace sosi::cli
