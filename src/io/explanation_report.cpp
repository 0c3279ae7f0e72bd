// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/explanation_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <ostream>
#include <string>
#include <vector>

#include "io/report_json.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {

namespace {

using Json = ReportJson;

std::string digits(double value, const char* format = "%.4g") {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

// Columns as wide as their longest entry, numbers to the right.
class Columns {
 public:
  explicit Columns(std::vector<std::string> header) { add(std::move(header)); }

  void add(std::vector<std::string> line) {
    widths_.resize(line.size());
    for (std::size_t i = 0; i < line.size(); ++i) widths_[i] = std::max(widths_[i], line[i].size());
    lines_.push_back(std::move(line));
  }

  void write(std::ostream& out) const {
    for (const std::vector<std::string>& line : lines_) {
      std::string text = "   ";
      for (std::size_t i = 0; i < line.size(); ++i) {
        text += " " + std::string(widths_[i] - line[i].size() + 1, ' ') + line[i];
      }
      out << text << '\n';
    }
  }

 private:
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> lines_;
};

std::string name_of(const Model& model, int of_class) {
  return of_class == kUnlabeled ? "not known" : model.classes()[of_class];
}

void write_classes(std::ostream& out, const Model& model, const Explanation& why) {
  constexpr std::size_t kMost = 5;
  std::vector<int> order(why.probabilities.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater(), [&](int c) { return why.probabilities[c]; });
  order.resize(std::min(order.size(), kMost));
  Columns columns({"class", "probability", "distance in the embedding", "distance to its labeled samples"});
  for (const int c : order) {
    columns.add({model.classes()[c], digits(why.probabilities[c]), digits(why.map_distances[c]),
                 digits(why.class_distances[c])});
  }
  out << "  most probable classes\n";
  columns.write(out);
}

void write_neighbors(std::ostream& out, const Model& model, const Explanation& why) {
  Columns labeled({"distance", "class", "labeled sample"});
  for (const NearCenter& near : why.labeled) {
    labeled.add({digits(near.distance), name_of(model, near.of_class), std::to_string(near.center)});
  }
  out << "  nearest labeled samples\n";
  labeled.write(out);
  out << "  the nearest labeled sample of the runner-up, " << name_of(model, why.runner_up.of_class)
      << ", is at " << digits(why.runner_up_labeled.distance) << ": labeled sample "
      << why.runner_up_labeled.center << '\n';
  Columns centers({"distance", "label", "probability", "center"});
  for (const NearCenter& near : why.centers) {
    const bool is_given = near.center < std::ssize(model.labels());
    const std::string probability = near.of_class == kUnlabeled ? "" : digits(near.probability);
    centers.add({digits(near.distance), name_of(model, near.of_class), is_given ? "given" : probability,
                 std::to_string(near.center)});
  }
  out << "  nearest samples of the fit\n";
  centers.write(out);
}

void write_place(std::ostream& out, const Model& model, const Explanation& why) {
  if (why.center) {
    const bool is_labeled = *why.center < std::ssize(model.labels());
    out << "  it is a sample of the fit, center " << *why.center
        << (is_labeled
                ? ", and labeled: its class was given\n"
                : ": its probabilities are those that the votes and the calibration of the fit gave it\n");
    return;
  }
  out << "  the map puts it " << digits(why.confidence) << " times nearer to its class than to any other\n";
  if (why.centers.empty() || !std::isfinite(model.calibration().support)) return;
  out << "  the nearest center is at " << digits(why.centers.front().distance) << ", the support radius is "
      << digits(model.calibration().support)
      << (why.is_far ? ": it is far, its label is an extrapolation\n" : ": it is not far\n");
}

void write_geometry(std::ostream& out, const Explanation& why) {
  out << "  the norm of the map's gradient is " << digits(why.gradient_norm)
      << "; the map cannot label it otherwise within " << digits(why.safe_radius) << " of it\n";
}

Json by_class(const Model& model, const std::vector<double>& values) {
  Json all = Json::object();
  for (std::size_t c = 0; c < values.size(); ++c) all[model.classes()[c]] = values[c];
  return all;
}

Json neighbors(const Model& model, const std::vector<NearCenter>& centers) {
  Json all = Json::array();
  for (const NearCenter& near : centers) {
    const bool is_known = near.of_class != kUnlabeled;
    all.push_back({{"center", near.center},
                   {"distance", near.distance},
                   {"label", is_known ? Json(model.classes()[near.of_class]) : Json()},
                   {"probability", is_known ? Json(near.probability) : Json()},
                   {"given", near.center < std::ssize(model.labels())}});
  }
  return all;
}

Json explanation_json(const Model& model, Index row, const Explanation& why) {
  return {{"row", row},
          {"label", model.classes()[why.of_class]},
          {"probability", why.probability},
          {"runner_up", model.classes()[why.runner_up.of_class]},
          {"runner_up_probability", why.runner_up.probability},
          {"confidence", number_or_inf(why.confidence)},
          {"far", why.is_far},
          {"support", number_or_inf(model.calibration().support)},
          {"center", why.center ? Json(*why.center) : Json()},
          {"probabilities", by_class(model, why.probabilities)},
          {"distances_in_embedding", by_class(model, why.map_distances)},
          {"distances_to_classes", by_class(model, why.class_distances)},
          {"gradient_norm", why.gradient_norm},
          {"safe_radius", number_or_inf(why.safe_radius)},
          {"nearest_labeled", neighbors(model, why.labeled)},
          {"runner_up_nearest_labeled", neighbors(model, {why.runner_up_labeled})[0]},
          {"nearest_centers", neighbors(model, why.centers)}};
}

}  // namespace

void write_explanations(std::ostream& out, const ExplanationReport& report) {
  const Model& model = report.model;
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    const Explanation& why = report.explanations[i];
    out << "row " << std::to_string(report.rows[i]) << ": " << name_of(model, why.of_class)
        << ", probability " << digits(why.probability) << "; runner-up "
        << name_of(model, why.runner_up.of_class) << ", probability " << digits(why.runner_up.probability)
        << '\n';
    write_place(out, model, why);
    write_geometry(out, why);
    write_classes(out, model, why);
    write_neighbors(out, model, why);
  }
}

void write_explanations_json(std::ostream& out, const ExplanationReport& report) {
  Json all = Json::array();
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    all.push_back(explanation_json(report.model, report.rows[i], report.explanations[i]));
  }
  out << all.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace sosi
