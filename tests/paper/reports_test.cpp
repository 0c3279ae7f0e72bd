// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/paper/reports.hpp"

#include <gtest/gtest.h>

#include "cli/program.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {
namespace reports_test {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Reports : public ::testing::Test {
 protected:
  Reports() {
    folder_.write("one.svg", "<svg>!</svg>");
    ExperimentReport report;
    report.name = "one";
    report.title = "One & only";
    report.setting = "What was done.";
    report.tables = {{{"method", "5"}, {{{"sosi"}, {"4.2", Emphasis::best}}}}};
    report.claims = {{"a < b", true, "1 and 2"}, {"c is small", false, "c = 9"}};
    reports_ = {report};
  }

  testing::ProgramFolder folder_;
  std::vector<ExperimentReport> reports_;
};

TEST_F(Reports, AreOnePageWithPicturesTablesAndVerdicts) {
  const std::string page = html_report(reports_, folder_.path(""));
  EXPECT_TRUE(holds(page, "data:image/svg+xml;base64,PHN2Zz4hPC9zdmc+\""));
  EXPECT_TRUE(holds(page, "<b>4.2</b>"));
  EXPECT_TRUE(holds(page, "One &amp; only"));
  EXPECT_TRUE(holds(page, "<b class=\"holds\">holds</b>: a &lt; b."));
  EXPECT_TRUE(holds(page, "<b class=\"fails\">fails</b>: c is small."));
  for (const char* outside : {"http:", "https:", "src=\"/", "url("}) EXPECT_FALSE(holds(page, outside));
  reports_[0].name = "missing";
  EXPECT_THROW(html_report(reports_, folder_.path("")), IoError);
}

TEST_F(Reports, LinkTheirPicturesInMarkdown) {
  const std::string page = markdown_report(reports_, "pictures");
  EXPECT_TRUE(holds(page, "![One & only](pictures/one.svg)"));
  EXPECT_TRUE(holds(page, "| sosi | **4.2** |"));
  EXPECT_TRUE(holds(page, "- **fails**: c is small. *Measured*: c = 9."));
}

}  // namespace reports_test
}  // namespace sosi
