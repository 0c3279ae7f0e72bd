// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/paper/reports.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

constexpr const char* kStyle =
    "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 "
    "1em;color:#222}img{max-width:100%}table{border-collapse:collapse;margin:1em "
    "0;font-size:14px}th,td{border:1px solid #ccc;padding:.2em "
    ".7em;text-align:right}th:first-child,td:first-child{text-align:left}.holds{color:#06672c}.fails{color:#"
    "a11}li{margin:.5em "
    "0}.small{color:#555}";

std::string file_content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  if (!file) throw IoError(path.string() + ": cannot be read");
  return content.str();
}

std::string base64(const std::string& bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    unsigned group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8 | (j < n ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j) text += j <= n ? kDigits[group >> (18 - 6 * j) & 63] : '=';
  }
  return text;
}

std::string verdict(const Claim& claim) {
  return claim.holds ? "holds" : "fails";
}

TextTable overview(std::span<const ExperimentReport> reports) {
  TextTable table{{"claim", "experiment", "verdict"}, {}};
  for (const ExperimentReport& report : reports) {
    for (const Claim& claim : report.claims) {
      table.lines.push_back({{claim.statement}, {report.name}, {verdict(claim)}});
    }
  }
  return table;
}

std::string html_section(const ExperimentReport& report, const std::filesystem::path& folder) {
  const std::string picture = base64(file_content(folder / (report.name + ".svg")));
  std::string text = "<h2 id=\"" + html_text(report.name) + "\">" + html_text(report.title) + "</h2>\n<p>" +
                     html_text(report.setting) + "</p>\n<p><img alt=\"" + html_text(report.title) +
                     "\" src=\"data:image/svg+xml;base64," + picture + "\"></p>\n";
  for (const TextTable& table : report.tables) text += html(table);
  text += "<ul>\n";
  for (const Claim& claim : report.claims) {
    text += "<li><b class=\"" + verdict(claim) + "\">" + verdict(claim) +
            "</b>: " + html_text(claim.statement) + ".<br><span class=\"small\">" +
            html_text(claim.evidence) + "</span></li>\n";
  }
  text += "</ul>\n";
  if (!report.remark.empty()) text += "<p class=\"small\">" + html_text(report.remark) + "</p>\n";
  return text;
}

std::string markdown_section(const ExperimentReport& report, const std::string& picture_folder) {
  std::string text = "\n## " + report.title + "\n\n" + report.setting + "\n\n![" + report.title + "](" +
                     picture_folder + "/" + report.name + ".svg)\n\n";
  for (const TextTable& table : report.tables) text += markdown(table) + "\n";
  for (const Claim& claim : report.claims) {
    text += "- **" + verdict(claim) + "**: " + claim.statement + ". *Measured*: " + claim.evidence + ".\n";
  }
  if (!report.remark.empty()) text += "\n" + report.remark + "\n";
  return text;
}

constexpr const char* kTitle = "The paper's experiments";
constexpr const char* kIntroduction =
    "What E. Vural and C. Guillemot claim in \"Out-of-sample generalizations for supervised manifold "
    "learning for classification\", and what this program measured. Made by 'sosi reproduce all'; every "
    "number can be reproduced.";

}  // namespace

std::string html_report(std::span<const ExperimentReport> reports, const std::filesystem::path& folder) {
  std::string text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>" +
                     std::string(kTitle) + "</title><style>" + kStyle + "</style></head>\n<body>\n<h1>" +
                     kTitle + "</h1>\n<p>" + html_text(kIntroduction) + "</p>\n" + html(overview(reports));
  for (const ExperimentReport& report : reports) text += html_section(report, folder);
  return text + "</body>\n</html>\n";
}

std::string markdown_report(std::span<const ExperimentReport> reports, const std::string& picture_folder) {
  std::string text =
      "# " + std::string(kTitle) + "\n\n" + kIntroduction + "\n\n" + markdown(overview(reports));
  for (const ExperimentReport& report : reports) text += markdown_section(report, picture_folder);
  return text;
}

}  // namespace sosi
