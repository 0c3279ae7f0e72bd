// SPDX-License-Identifier: BSD-3-Clause
// Folders may include only themselves and those before them in one order.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <string_view>

namespace sosi {
namespace include_order_test {

namespace fs = std::filesystem;

constexpr std::string_view kOrder[] = {"core",   "linalg", "data",     "synthetic", "graph",  "embed",
                                       "kernel", "extend", "classify", "model",     "rounds", "tune",
                                       "fit",    "io",     "evaluate", "paper"};

std::ptrdiff_t rank_of(const std::string& folder) {
  return std::ranges::find(kOrder, folder) - kOrder;
}

TEST(Folders, IncludeOnlyWhatComesBeforeThem) {
  const std::regex include(R"rx(#include "(?:sosi/)?([a-z]+)/.*")rx");
  int n_includes = 0;
  for (const fs::path root : {"include/sosi", "src"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      const fs::path inside = entry.path().lexically_relative(root);
      if (!entry.is_regular_file() || !inside.has_parent_path()) continue;  // sosi.hpp and its like have all
      const std::ptrdiff_t own = rank_of(inside.begin()->string());
      EXPECT_LT(own, std::ssize(kOrder)) << entry.path();
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);) {
        std::smatch match;
        if (!std::regex_match(line, match, include)) continue;
        ++n_includes;
        EXPECT_LE(rank_of(match[1].str()), own) << entry.path() << ": " << line;
      }
    }
  }
  EXPECT_GT(n_includes, 100);
}

}  // namespace include_order_test
}  // namespace sosi
