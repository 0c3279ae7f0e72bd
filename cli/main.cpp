// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <new>
#include <system_error>

#include "arguments.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/instruction_set.hpp"
#include "sosi/core/suggestion.hpp"
#include "sosi/core/version.hpp"
#include "terminal.hpp"

namespace {

constexpr int kBadInput = 2;
constexpr int kNumericalFailure = 3;
constexpr int kFileTrouble = 4;
constexpr int kTooLittleMemory = 5;

int fail(const std::string& message, int status) {
  sosi::cli::announce_failure(message);
  return status;
}

std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  return text;
}

// CLI11 says of a mistyped verb only that one is missing.
void check_verb(const std::vector<std::string>& arguments, const CLI::App& app) {
  if (arguments.empty() || app.get_option_no_throw(arguments[0]) != nullptr) return;
  if (arguments[0].starts_with("-")) {
    throw sosi::InvalidInput("'" + arguments[0] + "' is not an option of sosi (see 'sosi --help')");
  }
  std::string known;
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (verb->get_name() == arguments[0]) return;
    names.push_back(verb->get_name());
    known += (known.empty() ? "" : ", ") + names.back();
  }
  throw sosi::InvalidInput("'" + arguments[0] + "' is not a command of sosi: must be one of " + known +
                           sosi::did_you_mean(arguments[0], names));
}

// CLI11 lists all that it cannot place, the last first, and of a mistyped option that is required says only
// that it is missing.
std::string about(const CLI::ParseError& error, const CLI::App* verb) {
  if (verb == nullptr) return one_line(error.what());
  const std::vector<std::string> extras = verb->remaining();
  const auto option = std::ranges::find_if(extras, [](const std::string& s) { return s.starts_with("-"); });
  if (option != extras.end()) {
    const std::string name = option->substr(0, option->find('='));
    return "'" + name + "' is not an option of sosi " + verb->get_name() +
           sosi::did_you_mean(name, sosi::cli::flags_of(*verb));
  }
  const bool is_extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !extras.empty();
  return is_extra ? "sosi " + verb->get_name() + " does not expect '" + extras.front() + "'"
                  : one_line(error.what());
}

int run(int argc, char** argv) {
  CLI::App app(
      "Semi-supervised classification on manifolds with an out-of-sample extension.\nLabels and embeds "
      "unlabeled samples from a few labels, and saves a model for new samples.",
      "sosi");
  app.set_version_flag("--version", std::string("sosi ") + sosi::kVersion);
  app.require_subcommand(1);
  app.footer(
      "First steps:\n  sosi demo                                    no input needed\n"
      "  sosi fit --samples X.npy --labels y.csv --model m.sosi --predictions p.csv\n"
      "  sosi predict --model m.sosi --samples new.npy --out new.csv\n"
      "'sosi COMMAND --help' explains a command and its options.");
  const std::stop_token stop = sosi::cli::stop_on_interrupt();
  sosi::cli::add_fit(app, stop);
  sosi::cli::add_predict(app, stop);
  sosi::cli::add_transform(app, stop);
  sosi::cli::add_explain(app);
  sosi::cli::add_embed(app, stop);
  sosi::cli::add_scan(app, stop);
  sosi::cli::add_compare(app, stop);
  sosi::cli::add_reproduce(app, stop);
  sosi::cli::add_inspect(app);
  sosi::cli::add_demo(app, stop);
  for (CLI::App* verb : app.get_subcommands([](CLI::App*) { return true; })) {
    sosi::cli::refuse_empty_values(*verb);
    verb->parse_complete_callback([verb] {
      sosi::cli::refuse_contradictions(*verb);
      sosi::cli::refuse_overwriting(*verb);
      sosi::instruction_set();  // throws before anything is read or written
    });
  }
  try {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    check_verb(arguments, app);
    arguments = sosi::cli::with_config_file(std::move(arguments), app);
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
    app.parse(arguments);
  } catch (const CLI::Success& asked) {  // --help and --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    const auto chosen = app.get_subcommands();
    const CLI::App* verb = chosen.empty() ? nullptr : chosen.front();
    const std::string help = verb == nullptr ? "" : " " + verb->get_name();
    return fail(about(error, verb) + " (see 'sosi" + help + " --help')", kBadInput);
  }
  if (std::fflush(stdout) != 0) throw sosi::IoError("the standard output cannot be written");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const sosi::cli::OutputsFailed&) {
    return kFileTrouble;
  } catch (const sosi::Cancelled& error) {
    return fail(error.what(), sosi::cli::kInterrupted);
  } catch (const sosi::InvalidInput& error) {
    return fail(error.what(), kBadInput);
  } catch (const sosi::IoError& error) {
    return fail(error.what(), kFileTrouble);
  } catch (const sosi::MemoryRefused& error) {
    return fail(error.what(), kTooLittleMemory);
  } catch (const std::system_error& error) {
    return fail(error.what(), kFileTrouble);
  } catch (const std::bad_alloc&) {
    return fail("not enough memory", kTooLittleMemory);
  } catch (const std::exception& error) {
    return fail(error.what(), kNumericalFailure);
  }
}
