// SPDX-License-Identifier: BSD-3-Clause
// The page about C++ shows code that is compiled and run.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

namespace sosi {
namespace cpp_page_test {

std::string without_indent(const std::string& line) {
  return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

TEST(CppPage, ShowsLinesOfAnExample) {
  std::set<std::string> lines;
  std::ifstream example("examples/01_fit_and_predict.cpp");
  for (std::string line; std::getline(example, line);) lines.insert(without_indent(line));
  int n_shown = 0;
  bool is_code = false;
  std::ifstream page("docs/cpp.md");
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      is_code = line == "```cpp";
    } else if (is_code && !line.empty()) {
      ++n_shown;
      EXPECT_TRUE(lines.contains(line)) << line;
    }
  }
  EXPECT_GT(n_shown, 3);
}

}  // namespace cpp_page_test
}  // namespace sosi
