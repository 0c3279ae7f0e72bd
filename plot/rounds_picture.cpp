// SPDX-License-Identifier: BSD-3-Clause
#include "plot/rounds_picture.hpp"

#include <algorithm>

#include "plot/gnuplot.hpp"
#include "plot/plot_parts.hpp"
#include "sosi/evaluate/text_table.hpp"

namespace sosi::plot {

namespace {

constexpr int kWidth = 1200;
constexpr int kHeight = 720;
constexpr Panel kErrorPanel = {0.085, 0.76, 0.42, 0.96};
constexpr Panel kConfidencePanel = {0.085, 0.76, 0.105, 0.35};
constexpr const char* kErrorColor = "#d62728";
constexpr const char* kConfidenceColor = "#1f77b4";
constexpr const char* kReferenceColor = "#606060";

/// A name beside the end of a line.
struct EndLabel {
  std::string text;
  double line;  // where the line ends
  double y;     // where the name stands
  std::string color;
};

/// Moves names apart that would overlap, each as little as its neighbors, and keeps them below `highest`.
void spread(std::vector<EndLabel>& labels, double distance, double highest) {
  std::ranges::sort(labels, {}, &EndLabel::line);
  constexpr int kPasses = 100;  // plenty for a handful of lines
  for (int pass = 0; pass < kPasses; ++pass) {
    for (std::size_t i = 1; i < labels.size(); ++i) {
      const double overlap = std::max(0.0, labels[i - 1].y + distance - labels[i].y);
      labels[i - 1].y -= 0.5 * overlap;
      labels[i].y += 0.5 * overlap;
    }
  }
  for (std::size_t i = labels.size(); i-- > 0; highest -= distance)
    labels[i].y = std::min(labels[i].y, highest);
}

/// The errors of the last round and of the references, named at the right end of their lines.
std::string end_labels(const RoundsPicture& picture, double highest) {
  const std::string last = "after " + std::to_string(picture.centers.size()) + " rounds";
  const double last_error = picture.error_percent.back();
  std::vector<EndLabel> labels = {{last, last_error, last_error, kErrorColor}};
  for (const auto& [name, error] : picture.references)
    labels.push_back({name, error, error, kReferenceColor});
  const double line_height = 22.0 / (kHeight * (kErrorPanel.top - kErrorPanel.bottom));
  spread(labels, line_height * highest, highest);
  std::string commands;
  for (const EndLabel& label : labels) {
    const std::string y = plot_text(label.y);
    commands += "set label " + quoted(label.text + "  " + fixed_text(label.line, 1) + " %") +
                " at graph 1.03, first " + y + " left textcolor rgb '" + label.color + "'\n" +
                "set arrow from graph 1.003, first " + plot_text(label.line) + " to graph 1.025, first " + y +
                " nohead linewidth 1 linecolor rgb '" + label.color + "'\n";
  }
  return commands;
}

/// A little wider than the rounds, so that a single one has room too.
std::string range_of(const std::vector<double>& centers) {
  const auto [first, last] = std::ranges::minmax(centers);
  const double margin = std::max(0.02 * (last - first), 0.5);
  return range("x", first - margin, last + margin);
}

std::string plot_errors(const RoundsPicture& picture) {
  double highest = *std::ranges::max_element(picture.error_percent);
  for (const auto& reference : picture.references) highest = std::max(highest, reference.error_percent);
  highest = std::max(1.1 * highest, 1.0);
  std::string plot = kErrorPanel.margins() + end_labels(picture, highest) + range("y", 0.0, highest) +
                     "set ylabel 'error (%)' offset 1\nset format x ''\nplot ";
  for (const auto& reference : picture.references) {
    plot += plot_text(reference.error_percent) + " with lines dashtype 2 linewidth 1.5 linecolor rgb '" +
            kReferenceColor + "', ";
  }
  return plot + "$rounds using 1:2 with linespoints pointtype 7 pointsize 1 linewidth 2.5 linecolor rgb '" +
         kErrorColor + "'\n";
}

std::string plot_confidences() {
  // Confidence runs over many powers of ten: a sample that has become a center is nearly certain.
  return kConfidencePanel.margins() +
         "set logscale y\nset yrange [1:*]\nset ytics 100\nset format y '10^%L'\n"
         "unset label\nunset arrow\nset ylabel 'median confidence' offset 1\nset format x '%g'\n"
         "set xlabel 'number of centers'\n"
         "plot $rounds using 1:3 with linespoints pointtype 5 pointsize 0.9 linewidth 2.5 linecolor rgb '" +
         kConfidenceColor + "'\n";
}

}  // namespace

void draw_rounds(const std::filesystem::path& base, const RoundsPicture& picture) {
  const std::size_t n_rounds = picture.centers.size();
  require_for_picture(n_rounds > 0 && picture.error_percent.size() == n_rounds &&
                          picture.median_confidence.size() == n_rounds,
                      "every round must have an error and a confidence");
  std::string lines;
  for (std::size_t i = 0; i < n_rounds; ++i)
    lines += data_line(picture.centers[i], picture.error_percent[i], picture.median_confidence[i]);
  write_picture(base, {kWidth, kHeight, data_block("rounds", lines),
                       clean_axes() + range_of(picture.centers) + plot_errors(picture) + plot_confidences()});
}

}  // namespace sosi::plot
