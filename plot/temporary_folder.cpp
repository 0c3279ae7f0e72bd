// SPDX-License-Identifier: BSD-3-Clause
#include "plot/temporary_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "sosi/core/errors.hpp"

namespace sosi::plot {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  std::error_code no_place;
  std::string name = (fs::temp_directory_path(no_place) / "sosi-XXXXXX").string();
  if (no_place) throw IoError("cannot find the folder for temporary files: " + no_place.message());
  if (mkdtemp(name.data()) == nullptr) {
    throw IoError("cannot make a temporary folder " + name + ": " + std::strerror(errno));
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace sosi::plot
