// SPDX-License-Identifier: BSD-3-Clause
// Measures the library against floors that are measured in the same run.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "report.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/io/atomic_file.hpp"

namespace {

using namespace sosi::bench;

struct Flags {
  std::string data = "synthetic";
  std::string json;
  std::string page;
  std::string python = "python3";
  bool quick = false;
  std::vector<std::string> part;
};

void say(const std::string& what) {
  std::cerr << "measuring " << what << '\n';
}

void append(std::vector<Row>& rows, std::vector<Row> more) {
  for (const Row& row : more) {
    std::cerr << "  " << row.what << ": "
              << (row.missing.empty() ? std::to_string(row.result()) : row.missing) << '\n';
  }
  std::ranges::move(more, std::back_inserter(rows));
}

// Kernels that use the processor's widest instructions, by OpenBLAS's name; empty where it has none such.
std::string widest_core_type() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) return "SKYLAKEX";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "HASWELL";
#endif
  return "";
}

Setting measure_setting(const Flags& flags) {
  std::vector<sosi::Index> sizes = {kCenters, 1500, 4000};
  if (!flags.quick) sizes.push_back(8000);
  const int n_repeats = flags.quick ? 1 : 3;
  say("floors");
  Setting setting{turntable(flags.data), run_floors(sizes, n_repeats), {}, measure_bandwidth(), n_repeats,
                  flags.python};
  if (const std::string core_type = widest_core_type(); !core_type.empty()) {
    Floors widest = run_floors(sizes, n_repeats, core_type);
    if (widest.blas != setting.linked.blas) setting.widest = std::move(widest);
  }
  return setting;
}

// The middle one of some runs; large ones are run once.
SizeRun median_run(sosi::Index size, int n_threads, int n_repeats) {
  std::vector<SizeRun> runs;
  for (int i = 0; i < (size > 4000 ? 1 : n_repeats); ++i) runs.push_back(run_size(size, n_threads));
  std::ranges::sort(runs, {}, &SizeRun::seconds);
  return runs[runs.size() / 2];
}

std::vector<SizeRun> measure_sizes(const Flags& flags, int n_repeats) {
  std::vector<SizeRun> runs;
  for (const sosi::Index size : {1000, 2000, 4000, 8000, 16000}) {
    if (flags.quick && size > 4000) break;
    say("a fit of " + std::to_string(size) + " samples");
    runs.push_back(median_run(size, 0, n_repeats));
  }
  return runs;
}

Report measure(const Flags& flags) {
  constexpr sosi::Index kThreadsSize = 4000;
  const Setting setting = measure_setting(flags);
  Report report;
  report.data = setting.problem.name;
  report.n_repeats = setting.n_repeats;
  report.machine = machine_lines();
  report.machine.push_back("BLAS: " + setting.linked.blas);
  report.floors.push_back(setting.linked);
  if (setting.widest) {
    report.machine.push_back("Widest BLAS: " + setting.widest->blas);
    report.floors.push_back(*setting.widest);
  }
  report.bandwidth = setting.bandwidth;
  say("fits");
  append(report.rows, fit_rows(setting));
  say("the whole process, and NumPy");
  append(report.rows, process_rows(setting));
  say("the map");
  append(report.rows, evaluation_rows(setting));
  say("kernel systems");
  append(report.rows, cholesky_rows(setting));
  report.sizes = measure_sizes(flags, setting.n_repeats);
  say("threads");
  append(report.rows, size_rows(report.sizes, median_run(kThreadsSize, 2, setting.n_repeats),
                                median_run(kThreadsSize, 1, setting.n_repeats)));
  return report;
}

void run(const Flags& flags, const std::string& command) {
  if (!flags.part.empty()) {
    do_part(flags.part);
    return;
  }
  Report report = measure(flags);
  report.command = command;
  std::cout << text_of(report);
  if (!flags.json.empty()) sosi::write_file(flags.json, json_of(report));
  if (!flags.page.empty()) write_page(report, flags.page);
}

}  // namespace

int main(int argc, char** argv) {
  Flags flags;
  CLI::App app("Measures the library against floors that are measured in the same run.");
  app.add_option("--data", flags.data, "the folder with coil20.npz, or synthetic")->capture_default_str();
  app.add_option("--json", flags.json, "write everything here");
  app.add_option("--page", flags.page, "write a page in Markdown here, and its picture beside it");
  app.add_option("--python", flags.python, "a Python with NumPy and SciPy")->capture_default_str();
  app.add_flag("--quick", flags.quick, "stop at 4000 samples, and measure everything once");
  app.add_option("--part", flags.part, "what a child process does")->group("");
  CLI11_PARSE(app, argc, argv);
  std::string command = "sosi-bench";
  for (int i = 1; i < argc; ++i) command += std::string(" ") + argv[i];
  try {
    run(flags, command);
  } catch (const std::exception& error) {
    std::cerr << "sosi-bench: " << error.what() << '\n';
    return 1;
  }
}
