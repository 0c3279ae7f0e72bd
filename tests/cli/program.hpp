// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "plot/temporary_folder.hpp"

extern char** environ;

namespace sosi::testing {

/// What a run of the program left behind.
struct Run {
  int status = 0;
  std::string out;
  std::string err;
};

/// A folder for one test, and the program run in it.
class ProgramFolder {
 public:
  std::string path(const std::string& name) const { return folder_.file(name); }

  void write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
  }
  std::string read(const std::string& name) const {
    std::ostringstream content;
    content << std::ifstream(path(name), std::ios::binary).rdbuf();
    return content.str();
  }
  bool exists(const std::string& name) const { return std::filesystem::exists(path(name)); }
  std::size_t n_files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_.path()), {}));
  }

  pid_t start(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), SOSI_PROGRAM);
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, folder_.path().c_str());
    constexpr int kWrite = 01 | 0100 | 01000;  // O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "stdout.txt", kWrite, 0600);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "stderr.txt", kWrite, 0600);
    pid_t child = 0;
    if (posix_spawn(&child, SOSI_PROGRAM, &actions, nullptr, words.data(), environ) != 0) std::abort();
    posix_spawn_file_actions_destroy(&actions);
    return child;
  }

  Run finish(pid_t child) const {
    int status = 0;
    waitpid(child, &status, 0);
    Run run{WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status), read("stdout.txt"),
            read("stderr.txt")};
    std::filesystem::remove(path("stdout.txt"));
    std::filesystem::remove(path("stderr.txt"));
    return run;
  }

  Run run(const std::vector<std::string>& arguments) const { return finish(start(arguments)); }

 private:
  plot::TemporaryFolder folder_;
};

}  // namespace sosi::testing
