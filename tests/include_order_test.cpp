// SPDX-License-Identifier: BSD-3-Clause
// Modules may include only themselves and those before them in one order.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

namespace sosi {
namespace {

constexpr std::array<std::string_view, 9> kOrder = {
    "core", "data", "graph", "embed", "interpolate", "classify", "baselines", "io", "evaluate"};

TEST(Modules, IncludeOnlyWhatComesBeforeThem) {
  const std::regex include(R"rx(#include "(?:sosi/)?([a-z]+)/.*")rx");
  int n_includes = 0;
  for (const char* root : {"include/sosi", "src"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      if (!entry.is_regular_file() || entry.path().filename() == "sosi.hpp") continue;
      const std::string own = entry.path().parent_path().filename().string();
      const auto rank = std::ranges::find(kOrder, own);
      ASSERT_NE(rank, kOrder.end()) << entry.path();
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);) {
        std::smatch match;
        if (!std::regex_match(line, match, include)) continue;
        ++n_includes;
        EXPECT_LE(std::ranges::find(kOrder, match[1].str()), rank) << entry.path() << ": " << line;
      }
    }
  }
  EXPECT_GT(n_includes, 100);
}

}  // namespace
}  // namespace sosi
