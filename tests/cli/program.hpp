// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "plot/temporary_folder.hpp"

namespace sosi::testing {

/// What a run of the program left behind.
struct Run {
  int status = 0;
  std::string out;
  std::string err;
};

/// What becomes of SIGINT in a program that is started.
enum class Interrupts { delivered, ignored };

/// How a child starts, whatever this process has inherited: no signal blocked, none but SIGINT ignored.
class SpawnAttributes {
 public:
  explicit SpawnAttributes(Interrupts interrupts) {
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGXFSZ);
    if (interrupts == Interrupts::delivered) {
      sigaddset(&signals, SIGINT);
    } else {
      before_ = std::signal(SIGINT, SIG_IGN);  // there is no attribute for this
      is_changed_ = true;
    }
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnAttributes() {
    if (is_changed_) std::signal(SIGINT, before_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;

  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
  void (*before_)(int) = nullptr;
  bool is_changed_ = false;
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

  pid_t start(std::vector<std::string> arguments, Interrupts interrupts = Interrupts::delivered) const {
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
    const SpawnAttributes attributes(interrupts);
    pid_t child = 0;
    if (posix_spawn(&child, SOSI_PROGRAM, &actions, attributes.get(), words.data(), environ) != 0)
      std::abort();
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
