// SPDX-License-Identifier: BSD-3-Clause
#include "children.hpp"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "problems.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/memory.hpp"
#include "timing.hpp"

namespace sosi::bench {

namespace {

constexpr int kSurfaceComponents = 4;
constexpr int kSurfaceRounds = 10;

Json fit_surfaces(Index n_samples, int n_threads) {
  Execution execution;
  execution.n_threads = n_threads;
  TrainingSet training = surfaces(n_samples).training;
  const FitOptions options = fixed_scales(kSurfaceComponents, kSurfaceRounds);
  const double seconds = seconds_of([&] { fit(std::move(training), options, execution); });
  return {{"samples", n_samples}, {"seconds", seconds}, {"memory", peak_memory()}};
}

Json run_part(const std::string& arguments, const std::string& environment) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  return Json::parse(output_of(environment + " '" + self + "' --part " + arguments));
}

}  // namespace

void do_part(const std::vector<std::string>& words) {
  if (words.at(0) == "fit") {
    std::cout << fit_surfaces(std::stol(words.at(1)), std::stoi(words.at(2))) << '\n';
    return;
  }
  std::vector<Index> sizes;
  for (std::size_t i = 2; i < words.size(); ++i) sizes.push_back(std::stol(words[i]));
  std::cout << to_json(measure_floors(sizes, std::stoi(words.at(1)))) << '\n';
}

SizeRun run_size(Index n_samples, int n_threads) {
  const Json json = run_part("fit " + std::to_string(n_samples) + ' ' + std::to_string(n_threads), "");
  return {n_samples, json.at("seconds"), json.at("memory")};
}

Floors run_floors(const std::vector<Index>& sizes, int n_repeats, const std::string& core_type) {
  std::string arguments = "floors " + std::to_string(n_repeats);
  for (const Index size : sizes) arguments += ' ' + std::to_string(size);
  return floors_from(run_part(arguments, core_type.empty() ? "" : "OPENBLAS_CORETYPE=" + core_type));
}

std::string output_of(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw IoError(command + ": cannot be started");
  std::string output;
  std::array<char, 4096> buffer;
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
    output.append(buffer.data(), n);
  const int status = pclose(pipe);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw IoError(command + ": failed with status " + std::to_string(status));
  return output;
}

}  // namespace sosi::bench
