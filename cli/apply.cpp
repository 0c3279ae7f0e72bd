// SPDX-License-Identifier: BSD-3-Clause
// The commands that need a fitted model: predict, transform, inspect.
#include <iostream>
#include <memory>
#include <optional>

#include "arguments.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "sosi/io/fit_report.hpp"
#include "sosi/io/model_file.hpp"
#include "sosi/io/npy.hpp"
#include "sosi/io/tables.hpp"
#include "sosi/model/sample_geometry.hpp"
#include "sosi/model/theory.hpp"

namespace sosi::cli {

namespace {

struct ApplyCommand {
  InputFlags input;
  RunFlags run;
  std::string model;
  std::string out;
  AbstainFlag abstain;
  bool probabilities = false;
  bool theory = false;

  void add(CLI::App& command, const char* out_summary) {
    command.add_option("--model", model, "a model file written by 'sosi fit'")
        ->required()
        ->type_name("FILE")
        ->group("Input");
    input.add_samples(command);
    command.add_option("--out", out, out_summary)->required()->type_name("FILE")->group("Output");
    run.add(command);
  }

  void predict(const std::stop_token& stop) const {
    check_writable(out);
    const Model loaded = load_model(model);
    const SampleTable table = input.read_for(loaded);
    const Execution execution = run.execution(stop);
    Prediction found = input.naming_samples([&] { return loaded.predict(table.values, execution); });
    std::optional<SampleGeometry> geometry;
    if (theory) {
      naming(model, [&] { geometry = sample_geometry(loaded, table.values, found.classes, execution); });
    }
    found = abstain.apply(std::move(found));
    const std::vector<int> given(table.rows.size(), kUnlabeled);
    write_output(out, [&](std::ostream& file) {
      write_predictions(file, {table.rows, found, loaded.classes(), given, table.names, table.id_name,
                               table.ids, probabilities, geometry ? &*geometry : nullptr});
    });
  }

  void transform(const std::stop_token& stop) const {
    check_writable(out);
    const Model loaded = load_model(model);
    const SampleTable table = input.read_for(loaded);
    const Matrix embedded =
        input.naming_samples([&] { return loaded.transform(table.values, run.execution(stop)); });
    write_output(out, [&](std::ostream& file) { write_npy(file, embedded); });
  }
};

}  // namespace

void add_predict(CLI::App& app, const std::stop_token& stop) {
  CLI::App* command = app.add_subcommand("predict", "label new samples with a model");
  const auto applying = std::make_shared<ApplyCommand>();
  applying->add(*command,
                "CSV file for row, label, confidence, given, probability, far, runner_up, "
                "runner_up_probability of every sample; - is the standard output");
  applying->abstain.add(*command);
  add_probabilities(*command, applying->probabilities);
  add_theory(*command, applying->theory,
             "add columns manifold_distance, gradient_norm and safe_radius to the CSV file");
  command->callback([applying, stop] { applying->predict(stop); });
}

void add_transform(CLI::App& app, const std::stop_token& stop) {
  CLI::App* command = app.add_subcommand("transform", "map new samples into the embedding of a model");
  const auto applying = std::make_shared<ApplyCommand>();
  applying->add(*command, ".npy file for the coordinates, one row per sample");
  command->callback([applying, stop] { applying->transform(stop); });
}

void add_inspect(CLI::App& app) {
  CLI::App* command = app.add_subcommand("inspect", "show the content of a model, as JSON");
  const auto model = std::make_shared<std::string>();
  command->add_option("model", *model, "a model file written by 'sosi fit'")->required()->type_name("FILE");
  const auto has_pairs = std::make_shared<bool>(false);
  add_theory(*command, *has_pairs, "name the pairs of classes that each axis separates, with their gaps");
  command->callback([model, has_pairs] {
    const Model loaded = load_model(*model);
    const Theory theory = theory_of(loaded);
    write_output("-", [&](std::ostream& out) { write_model_report(out, loaded, {&theory, *has_pairs}); });
  });
}

}  // namespace sosi::cli
