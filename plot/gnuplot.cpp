// SPDX-License-Identifier: BSD-3-Clause
#include "plot/gnuplot.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "plot/temporary_folder.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/io/atomic_file.hpp"

namespace sosi::plot {

namespace {

namespace fs = std::filesystem;

constexpr const char* kScript = "picture.gnuplot";
constexpr const char* kErrors = "errors.txt";

void copy_into(AtomicFile& file, const fs::path& source) {
  std::ifstream picture(source, std::ios::binary);
  if (!picture) throw IoError("cannot read " + source.string());
  file.stream() << picture.rdbuf();
}

std::string script_of(const GnuplotPicture& picture) {
  const std::string size = std::to_string(picture.width) + "," + std::to_string(picture.height);
  const std::string look = " noenhanced size " + size + " background 'white' font ";
  // The one counts letters in pixels, the other in points: 4/3 of them.
  const std::string svg = "set terminal svg" + look + "'sans-serif,12' fontscale 1.33\n";
  const std::string png = "set terminal pngcairo" + look + "'sans,12'\n";
  const auto draw = [&](const std::string& file) {
    return "reset\nset output '" + file + "'\nset multiplot\nunset key\n" + picture.plots +
           "unset multiplot\nset output\n";
  };
  return picture.data + svg + draw("picture.svg") + png + draw("picture.png");
}

/// What a child process starts with: its files, and no signal blocked, whatever its parent does with them.
class SpawnSettings {
 public:
  explicit SpawnSettings(const fs::path& folder) {
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK);
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, kErrors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw IoError(std::string("cannot wait for gnuplot: ") + std::strerror(errno));
  }
  return status;
}

/// The first line gnuplot complains in, without the script's name and line.
std::string complaint(const fs::path& folder) {
  std::ifstream file(folder / kErrors);
  std::string line;
  while (std::getline(file, line)) {
    const std::size_t place = line.find(" line ");
    const std::size_t colon = line.find(": ", place == std::string::npos ? 0 : place);
    if (line.find(kScript) != std::string::npos && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "it drew nothing";
}

/// Runs the script in the folder; `-d` keeps the user's own settings out of the picture.
void run_gnuplot(const fs::path& folder) {
  std::array<std::string, 3> words = {"gnuplot", "-d", kScript};
  std::array<char*, 4> arguments = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  const SpawnSettings settings(folder);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, "gnuplot", settings.actions(), settings.attributes(), arguments.data(), environ);
  if (error == ENOENT) throw IoError("gnuplot is not installed: pictures need it (package gnuplot-nox)");
  if (error != 0) throw IoError(std::string("cannot run gnuplot: ") + std::strerror(error));
  const int status = wait_for(child);
  const bool is_drawn = fs::exists(folder / "picture.svg") && fs::exists(folder / "picture.png");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !is_drawn) {
    throw IoError("gnuplot failed: " + complaint(folder));
  }
}

/// Leaves picture.svg and picture.png in the folder.
void draw_into(const fs::path& folder, const GnuplotPicture& picture) {
  std::ofstream script(folder / kScript, std::ios::binary);
  script << script_of(picture);
  script.close();
  if (!script) throw IoError("cannot write " + (folder / kScript).string());
  run_gnuplot(folder);
}

}  // namespace

void write_picture_file(const fs::path& file, const GnuplotPicture& picture) {
  const TemporaryFolder folder;
  draw_into(folder.path(), picture);
  AtomicFile drawn(file);
  copy_into(drawn, folder.path() / ("picture" + file.extension().string()));
  drawn.commit();
}

void write_picture(const fs::path& base, const GnuplotPicture& picture) {
  const TemporaryFolder folder;
  draw_into(folder.path(), picture);
  AtomicFile svg(base.string() + ".svg");
  AtomicFile png(base.string() + ".png");
  copy_into(svg, folder.path() / "picture.svg");
  copy_into(png, folder.path() / "picture.png");
  svg.commit();
  png.commit();
}

}  // namespace sosi::plot
