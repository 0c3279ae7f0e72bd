// SPDX-License-Identifier: BSD-3-Clause
// docs/options.md is the field tables in print.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sosi/evaluate/methods.hpp"

namespace sosi {
namespace options_page_test {

std::string escaped(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
    text.insert(at, "\\");
  return text;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// The heading that an option stands under: what it is about or, for the options of other methods, these.
std::string heading_of(const Field<MethodOptions>& option) {
  return option.group == "Other methods" ? joined(option.owners) : option.group;
}

std::string row_of(const Field<MethodOptions>& option) {
  return "| `" + option.name + "` | `" + option.format({}) + "` | " + escaped(option.accepts) + " | " +
         escaped(option.summary) + " |\n";
}

std::string options_page() {
  std::string page =
      "# Options\n\n"
      "Generated from the field tables of the library. `n_neighbors_within` in C++ is `--n-neighbors-within` "
      "on "
      "the command line.\n";
  std::string heading;
  bool has_other_methods = false;
  for (const Field<MethodOptions>& option : field_table<MethodOptions>()) {
    if (option.group == "Other methods" && !std::exchange(has_other_methods, true)) {
      page += "\nOptions of the other methods in `sosi compare`:\n";
    }
    if (heading_of(option) != heading) {
      heading = heading_of(option);
      page += "\n## " + heading + "\n\n| name | default | accepts | description |\n|---|---|---|---|\n";
    }
    page += row_of(option);
  }
  return page;
}

// Made before any test runs: some register methods of their own.
const std::string kPage = options_page();

TEST(OptionsPage, SaysWhatTheFieldTablesSay) {
  if (std::getenv("SOSI_UPDATE_DOCS") != nullptr) std::ofstream("docs/options.md") << kPage;
  std::ostringstream page;
  page << std::ifstream("docs/options.md").rdbuf();
  EXPECT_EQ(page.str(), kPage) << "remake it by SOSI_UPDATE_DOCS=1 make test";
}

}  // namespace options_page_test
}  // namespace sosi
