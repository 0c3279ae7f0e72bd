// SPDX-License-Identifier: BSD-3-Clause
// docs/options.md is the field tables in print.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "sosi/evaluate/methods.hpp"

namespace sosi {
namespace {

std::string escaped(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
    text.insert(at, "\\");
  return text;
}

template <class Part>
std::string section(const std::string& title) {
  std::string text = "\n## " + title + "\n\n| name | default | accepts | what it does |\n|---|---|---|---|\n";
  for (const Field<Part>& knob : field_table<Part>()) {
    text += "| `" + knob.name + "` | `" + knob.format(Part{}) + "` | " + escaped(knob.accepts) + " | " +
            escaped(knob.summary) + " |\n";
  }
  return text;
}

std::string options_page() {
  std::string normalize;
  for (const Field<FitOptions>& knob : field_table<FitOptions>()) {
    if (knob.name == "normalize") normalize = knob.summary;
  }
  return "# Options\n\n"
         "Made from the field tables of the library. `n_neighbors_within` in C++ is `--n-neighbors-within` "
         "on the "
         "command line.\n\n"
         "`normalize` (`auto`): " +
         normalize + ".\n" + section<EmbeddingOptions>("Embedding") + section<ScaleOptions>("Scale") +
         section<RoundsOptions>("Rounds") +
         "\nMethods that `sosi compare` sets beside it have knobs of their own:\n" +
         section<LleOptions>("lle") + section<NystromOptions>("nystrom") +
         section<SvmOptions>("svm-linear, svm-gaussian") + section<HarmonicOptions>("harmonic");
}

TEST(OptionsPage, SaysWhatTheFieldTablesSay) {
  if (std::getenv("SOSI_UPDATE_DOCS") != nullptr) std::ofstream("docs/options.md") << options_page();
  std::ostringstream page;
  page << std::ifstream("docs/options.md").rdbuf();
  EXPECT_EQ(page.str(), options_page()) << "remake it by SOSI_UPDATE_DOCS=1 make test";
}

}  // namespace
}  // namespace sosi
