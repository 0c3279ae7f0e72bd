// SPDX-License-Identifier: BSD-3-Clause
// The command compare: methods side by side on samples whose classes are known.
#include <cstdio>
#include <filesystem>
#include <memory>

#include "arguments.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "plot/curves_picture.hpp"
#include "sosi/core/suggestion.hpp"
#include "sosi/evaluate/comparison.hpp"
#include "sosi/io/atomic_file.hpp"

namespace sosi::cli {

namespace {

struct CompareCommand {
  InputFlags input;
  OptionFlags flags;
  RunFlags run;
  std::string methods = "all";
  std::string embeddings;
  std::string labeled_per_class;
  int repeats = 5;
  int seed = 0;
  std::string out;

  void add(CLI::App& command) {
    input.add_samples(command);
    input.add_truth(command);
    command.add_option("--out", out, "folder for runs.csv, splits.csv, table.md and errors.svg, .png")
        ->required()
        ->type_name("DIR")
        ->group("Output");
    command
        .add_option("--labeled-per-class", labeled_per_class, "number of labels per class that a method gets")
        ->required()
        ->type_name("NUMBER[,NUMBER…]")
        ->group("Comparison");
    command.add_option("--repeats", repeats, "number of random splits per number of labels [5]")
        ->type_name("an integer at least 1")
        ->check(CLI::Range(1, 100000).description(""))
        ->group("Comparison");
    command.add_option("--seed", seed, "seed of the random splits [0]")
        ->type_name("an integer at least 0")
        ->check(CLI::NonNegativeNumber.description(""))
        ->group("Comparison");
    command.add_option("--methods", methods, "methods to compare [all]")
        ->type_name(method_names("|") + "[,…]")
        ->group("Comparison");
    command.add_option("--embedding", embeddings, "embedding of the labeled samples [auto]")
        ->type_name(embedding_names("|") + "[,…]")
        ->group("Comparison");
    flags.add_all_but(command, {"embedding", "seed"});
    run.add(command);
    run.add_memory(command);
    command.footer(
        "Methods:\n" + method_list() +
        "Started again with the same --out, a comparison continues; more methods, labels or repeats\nextend "
        "it. Table and picture show the last request. Example:\n"
        "  sosi compare --samples digits.npz --labeled-per-class 5,10 --methods sosi,nn --out DIR");
  }

  static std::string method_names(const std::string& separator) {
    return "all" + separator + sosi::methods().names(separator);
  }

  static std::string method_list() {
    std::string list;
    for (const Method* method : sosi::methods().all()) {
      constexpr std::size_t kWidth = 14;
      list += "  " + method->name +
              std::string(method->name.size() < kWidth ? kWidth - method->name.size() : 1, ' ') +
              method->summary + "\n";
    }
    return list;
  }

  /// What `--embedding` may name: what is learned from the labeled samples.
  static std::vector<std::string> embedding_choices() {
    std::vector<std::string> names = {"auto"};
    for (const EmbeddingMethod* method : sosi::embeddings().all()) {
      if (method->name != kPrecomputedEmbedding) names.push_back(method->name);
    }
    return names;
  }

  static std::string embedding_names(const std::string& separator) {
    std::string names;
    for (const std::string& name : embedding_choices()) names += (names.empty() ? "" : separator) + name;
    return names;
  }

  ComparisonOptions comparison() const {
    ComparisonOptions options;
    options.repeats = repeats;
    for (const std::string& name : split_list(methods)) {
      if (name == "all") {
        options.methods = sosi::methods().all();
      } else {
        options.methods.push_back(&sosi::methods().named(name));
      }
    }
    for (const std::string& name : split_list(embeddings.empty() ? "auto" : embeddings)) {
      if (const auto known = embedding_choices(); std::ranges::find(known, name) == known.end())
        throw InvalidInput("embedding = " + name + ": must be one of " + embedding_names(", ") +
                           did_you_mean(name, known));
      options.embeddings.push_back(name == "auto" ? std::nullopt : std::optional(name));
    }
    for (const std::string& text : split_list(labeled_per_class)) {
      const auto count = OptionText<int>::parse(text);
      if (!count || *count < 1)
        throw InvalidInput("labeled_per_class = " + text + ": must be an integer at least 1");
      options.labeled_per_class.push_back(*count);
    }
    without_repetition(options.methods);
    without_repetition(options.embeddings);
    without_repetition(options.labeled_per_class);
    return options;
  }

  template <class T>
  static void without_repetition(std::vector<T>& items) {
    std::vector<T> kept;
    for (const T& item : items) {
      if (std::ranges::find(kept, item) == kept.end()) kept.push_back(item);
    }
    items = std::move(kept);
  }

  void execute(const std::stop_token& stop) const {
    const ComparisonOptions comparison = this->comparison();
    const MethodOptions options = flags.method_options();
    std::vector<PlannedRun> planned = all_combinations(comparison, options);
    refuse_without_effect(planned, options);
    const Execution execution = run.execution(stop);
    TrainingInput read = input.read_training(flags);
    make_folder(out);
    const std::filesystem::path folder(out);
    const RunPlan plan{std::move(planned), static_cast<std::uint64_t>(seed), folder / "runs.csv",
                       folder / "splits.csv"};
    const auto runs = input.naming_samples([&] { return run_plan(read.training, plan, execution); });
    clear_progress_bar();
    const std::vector<MethodErrors> errors = errors_by_method(runs);
    const TextTable table = error_table(errors);
    write_file(folder / "table.md", markdown(table));
    if (!run.quiet) {
      std::printf(
          "%s\n%s", plain_text(table, text_target()).c_str(),
          "mean ± standard deviation; * lowest mean, ~ not significantly different (paired t-test, 5 %)\n");
      std::fflush(stdout);
    }
    const double per_class = static_cast<double>(read.training.samples.rows()) /
                             static_cast<double>(read.training.labels.classes.size());
    plot::draw_curves(folder / "errors", error_figure(errors, per_class, LabelAxis::labeled_per_class));
    if (!run.quiet)
      std::printf("Written to %s: runs.csv, splits.csv, table.md, errors.svg, errors.png\n", out.c_str());
  }
};

}  // namespace

void add_compare(CLI::App& app, const std::stop_token& stop) {
  CLI::App* command =
      app.add_subcommand("compare", "compare methods on samples with known classes: table and picture");
  const auto comparing = std::make_shared<CompareCommand>();
  comparing->add(*command);
  command->callback([comparing, stop] { comparing->execute(stop); });
}

}  // namespace sosi::cli
