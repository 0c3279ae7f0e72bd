// SPDX-License-Identifier: BSD-3-Clause
#include <iostream>
#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "plot/doubt_picture.hpp"
#include "plot/explanation_picture.hpp"
#include "sosi/io/explanation_report.hpp"
#include "sosi/io/model_file.hpp"
#include "sosi/model/explanation.hpp"

namespace sosi::cli {

namespace {

struct ExplainCommand {
  InputFlags input;
  std::string model;
  std::vector<Index> rows;
  std::string json;
  std::string picture;
  int n_neighbors = 5;

  void add(CLI::App& command) {
    command.add_option("--model", model, "a model file written by 'sosi fit'")
        ->required()
        ->type_name("FILE")
        ->group("Input");
    input.add_samples(command);
    command.add_option("--row", rows, "number of a row of the samples, counted from 0; may be repeated")
        ->required()
        ->type_name("ROW")
        ->group("Input")
        ->allow_extra_args(false);
    command.add_option("--neighbors", n_neighbors, "number of nearest labeled and fitted samples shown [5]")
        ->type_name("an integer from 1 to 1000")
        ->group("Output")
        ->check(CLI::Range(1, 1000).description(""));
    command.add_option("--json", json, "JSON file for the same, with all classes, in place of the text")
        ->type_name("FILE")
        ->group("Output");
    command
        .add_option(
            "--picture", picture,
            "picture of the images besides, .svg or .png: each with its nearest images and those of the "
            "runner-up")
        ->type_name("FILE")
        ->group("Output");
  }

  void execute() const {
    check_writable(json);
    check_writable(picture);
    if (!picture.empty()) plot::check_picture_name(picture);
    if (!picture.empty() && picture == json) {
      throw InvalidInput("two outputs have the same file '" + picture + "': must be different files");
    }
    const Model loaded = load_model(model);
    if (!picture.empty()) naming(model, [&] { plot::check_pictured(loaded); });
    const Matrix samples = chosen_rows(input.read_for(loaded));
    std::vector<Explanation> explanations;
    input.naming_samples([&] {
      for (Index i = 0; i < samples.rows(); ++i) {
        const std::span<const double> sample(samples.row(i).data(), static_cast<std::size_t>(samples.cols()));
        explanations.push_back(explain(loaded, sample, n_neighbors));
      }
    });
    const ExplanationReport report{loaded, rows, explanations};
    Outputs written;
    written.attempt([&] {
      write_output(json.empty() ? "-" : json, [&](std::ostream& out) {
        json.empty() ? write_explanations(out, report) : write_explanations_json(out, report);
      });
    });
    if (!picture.empty()) written.attempt([&] { plot::draw_explanations(picture, report, samples); });
    written.finish();
  }

  Matrix chosen_rows(const SampleTable& table) const {
    Indices positions;
    for (const Index row : rows) {
      const auto found = std::ranges::find(table.rows, row);
      if (found == table.rows.end()) {
        throw InvalidInput(input.samples.path + ": row = " + std::to_string(row) + ": must be one of the " +
                           std::to_string(table.rows.size()) + " rows, counted from 0");
      }
      positions.push_back(found - table.rows.begin());
    }
    return table.values(positions, Eigen::all);
  }
};

}  // namespace

void add_explain(CLI::App& app) {
  CLI::App* command = app.add_subcommand("explain", "say why samples have their labels");
  const auto explaining = std::make_shared<ExplainCommand>();
  explaining->add(*command);
  command->callback([explaining] { explaining->execute(); });
}

}  // namespace sosi::cli
