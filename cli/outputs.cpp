// SPDX-License-Identifier: BSD-3-Clause
#include "outputs.hpp"

#include <filesystem>
#include <iostream>

#include "sosi/core/errors.hpp"
#include "sosi/io/atomic_file.hpp"
#include "terminal.hpp"

namespace sosi::cli {

void refuse_overwriting(const CLI::App& command) {
  const std::vector<const CLI::Option*> options =
      command.get_options([](const CLI::Option* option) { return !option->empty(); });
  const auto is_output = [](const CLI::Option* option) { return option->get_group() == "Output"; };
  for (const CLI::Option* output : options) {
    const std::string path = output->as<std::string>();
    std::error_code none;
    if (!is_output(output) || !std::filesystem::is_regular_file(path, none)) continue;
    for (const CLI::Option* input : options) {
      if (is_output(input) || input->get_name() == "--resume" || input->get_type_size() == 0) continue;
      if (std::filesystem::equivalent(path, input->as<std::string>(), none)) {
        throw InvalidInput(output->get_name() + " " + path + ": would overwrite the file of " +
                           input->get_name());
      }
    }
  }
}

void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw IoError(path + ": cannot be created: " + error.message());
}

void write_output(const std::string& path, const std::function<void(std::ostream&)>& write) {
  if (path == "-") {
    write(std::cout);
    std::cout.flush();
    if (!std::cout) throw IoError("the standard output cannot be written");
    return;
  }
  AtomicFile file(path);
  write(file.stream());
  file.commit();
}

void check_writable(const std::string& path) {
  if (!path.empty() && path != "-") sosi::check_writable(path);
}

bool Outputs::attempt(const std::function<void()>& write) {
  try {
    write();
    return true;
  } catch (const IoError& error) {
    announce(error.what());
    has_failed_ = true;
    return false;
  }
}

void Outputs::finish() const {
  if (has_failed_) throw OutputsFailed();
}

}  // namespace sosi::cli
