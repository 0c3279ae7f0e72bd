// SPDX-License-Identifier: BSD-3-Clause
// The command reproduce: the paper's experiments and a verdict on each claim.
#include <cstdio>
#include <filesystem>
#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "plot/figure_picture.hpp"
#include "sosi/io/atomic_file.hpp"
#include "sosi/paper/experiments.hpp"

namespace sosi::cli {

namespace {

struct ReproduceCommand {
  RunFlags run;
  std::string experiment;
  std::string data;
  std::string out = "reproduction";
  std::string page;

  void add(CLI::App& command) {
    std::string names;
    for (const Experiment& known : experiments()) names += std::string(known.name) + "|";
    command.add_option("experiment", experiment, "name of an experiment, or all")
        ->required()
        ->type_name(names + "all");
    command
        .add_option("--data", data,
                    "folder with extyaleb_20x17.npz, eth80_20x20.npz and coil20.npz, or synthetic: rendered "
                    "images of the same structure")
        ->required()
        ->type_name("DIR|synthetic")
        ->group("Input");
    command
        .add_option("--out", out,
                    "folder for NAME.csv, NAME.svg and NAME.png; with all also report.html [reproduction]")
        ->type_name("DIR")
        ->group("Output");
    command.add_option("--page", page, "with all: Markdown file for the report, linked to the pictures")
        ->type_name("FILE")
        ->group("Output");
    run.add(command);
    command.footer(
        "The experiments on errors keep their runs beside that, as NAME-runs.csv and NAME-splits.csv;\n"
        "interrupted, they go on where they were. Example:\n"
        "  sosi reproduce all --data synthetic --out reproduction");
  }

  std::vector<const Experiment*> chosen() const {
    if (experiment != "all") return {&experiment_named(experiment)};
    std::vector<const Experiment*> all;
    for (const Experiment& known : experiments()) all.push_back(&known);
    return all;
  }

  void execute(const std::stop_token& stop) const {
    const std::vector<const Experiment*> chosen = this->chosen();
    if (!page.empty() && experiment != "all") throw InvalidInput("page: must go with 'all'");
    const bool is_synthetic = data == "synthetic";
    const ExperimentContext context{is_synthetic ? PaperData::synthetic() : PaperData::in_folder(data),
                                    run.execution(stop), out};
    if (experiment == "all" && !is_synthetic) check_paper_files(data);
    make_folder(out);
    if (!page.empty()) check_writable(page);
    std::vector<ExperimentReport> reports;
    for (const Experiment* one : chosen) {
      reports.push_back(one->run(context));
      clear_progress_bar();
      write(reports.back());
      if (!run.quiet) print(reports.back());
    }
    if (experiment == "all") write_reports(reports);
  }

  void write(const ExperimentReport& report) const {
    const std::filesystem::path base = std::filesystem::path(out) / report.name;
    write_file(base.string() + ".csv", report.csv);
    plot::draw_figure(base, report.figure);
  }

  void write_reports(const std::vector<ExperimentReport>& reports) const {
    const std::filesystem::path folder(out);
    write_output((folder / "report.html").string(),
                 [&](std::ostream& file) { file << html_report(reports, folder); });
    if (page.empty()) return;
    const std::filesystem::path from = std::filesystem::absolute(page).parent_path();
    const std::string link = std::filesystem::absolute(folder).lexically_relative(from).string();
    write_output(page, [&](std::ostream& file) { file << markdown_report(reports, link); });
  }

  void print(const ExperimentReport& report) const {
    std::printf("%s: %s\n", report.name.c_str(), report.title.c_str());
    for (const TextTable& table : report.tables) std::printf("%s", plain_text(table, text_target()).c_str());
    for (const Claim& claim : report.claims) {
      std::printf("%s: %s (%s)\n", claim.holds ? "holds" : "fails", claim.statement.c_str(),
                  claim.evidence.c_str());
    }
    std::printf("Written to %s: %s.csv, .svg, .png\n\n", out.c_str(), report.name.c_str());
    std::fflush(stdout);
  }
};

}  // namespace

void add_reproduce(CLI::App& app, const std::stop_token& stop) {
  CLI::App* command =
      app.add_subcommand("reproduce", "run the paper's experiments, with a verdict on each claim");
  const auto reproducing = std::make_shared<ReproduceCommand>();
  reproducing->add(*command);
  command->callback([reproducing, stop] { reproducing->execute(stop); });
}

}  // namespace sosi::cli
