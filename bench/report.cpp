// SPDX-License-Identifier: BSD-3-Clause
#include "report.hpp"

#include <fstream>
#include <thread>

#include "plot/curves_picture.hpp"
#include "sosi/evaluate/text_table.hpp"
#include "sosi/io/atomic_file.hpp"

namespace sosi::bench {

namespace {

std::string number(double value, const std::string& unit) {
  return fixed_text(value, value < 10.0 ? 3 : 1) + (unit.empty() ? "" : " " + unit);
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "a processor without a name";
}

TextTable table_of(const Report& report) {
  TextTable table{{"what", "measured", "floor", "ratio", "at most", "ratio, widest BLAS"}, {}};
  for (const Row& row : report.rows) {
    const std::string floor = row.floor_name.empty() ? "" : row.floor_name;
    if (!row.missing.empty()) {
      table.lines.push_back({{row.what}, {row.missing}, {floor}, {""}, {fixed_text(row.at_most, 3)}, {""}});
      continue;
    }
    table.lines.push_back({{row.what},
                           {number(row.measured, row.unit)},
                           {floor.empty() ? "" : floor + ": " + number(row.floor, row.unit)},
                           {fixed_text(row.result(), 3)},
                           {fixed_text(row.at_most, 3)},
                           {row.widest_floor ? fixed_text(*row.widest_result(), 3) : ""}});
  }
  return table;
}

Json json_of(const Row& row) {
  Json json{{"what", row.what}, {"at_most", row.at_most}};
  if (!row.missing.empty()) {
    json["missing"] = row.missing;
    return json;
  }
  json["result"] = row.result();
  json["measured"] = row.measured;
  json["unit"] = row.unit;
  if (!row.floor_name.empty()) {
    json["floor"] = row.floor_name;
    json["floor_value"] = row.floor;
  }
  if (row.widest_floor) {
    json["widest_floor_value"] = *row.widest_floor;
    json["widest_result"] = *row.widest_result();
  }
  return json;
}

// Time beside what the factorizations alone would take, memory beside the two matrices.
CurvesFigure size_figure(const Report& report) {
  constexpr double kGibibyte = 1 << 30;
  constexpr int kFactorizations = 4;
  Curve time{"fit", {}, {}, {}};
  Curve time_floor{"floor", {}, {}, {}};
  Curve memory{"fit", {}, {}, {}};
  Curve memory_floor{"floor", {}, {}, {}};
  for (const SizeRun& run : report.sizes) {
    const auto q = static_cast<double>(run.n_samples);
    for (Curve* curve : {&time, &time_floor, &memory, &memory_floor}) curve->x.push_back(q);
    time.y.push_back(run.seconds);
    time_floor.y.push_back(kFactorizations * report.floors.front().cholesky_of(run.n_samples));
    memory.y.push_back(run.memory / kGibibyte);
    memory_floor.y.push_back(2.0 * q * q * sizeof(double) / kGibibyte);
  }
  return {{{"time", "samples", "seconds", AxisKind::logarithmic, {time, time_floor}, {}},
           {"memory", "samples", "GiB", AxisKind::logarithmic, {memory, memory_floor}, {}}},
          2};
}

}  // namespace

std::vector<std::string> machine_lines() {
  return {"Processor: " + processor() + ", " + std::to_string(std::thread::hardware_concurrency()) + " cores",
          "Compiler: " SOSI_COMPILER};
}

std::string text_of(const Report& report) {
  std::string text = "Data: " + report.data + "\n";
  for (const std::string& line : report.machine) text += line + "\n";
  return text + plain_text(table_of(report), TextTarget::file);
}

std::string json_of(const Report& report) {
  Json json{{"command", report.command},
            {"repeats", report.n_repeats},
            {"data", report.data},
            {"machine", report.machine}};
  for (const Floors& floors : report.floors) json["floors"].push_back(to_json(floors));
  json["bandwidth_bytes_per_second"] = report.bandwidth;
  for (const Row& row : report.rows) json["rows"].push_back(json_of(row));
  for (const SizeRun& run : report.sizes) {
    json["sizes"].push_back({{"samples", run.n_samples}, {"seconds", run.seconds}, {"memory", run.memory}});
  }
  return json.dump(2) + "\n";
}

void write_page(const Report& report, const std::filesystem::path& page) {
  const std::string picture = page.stem().string();
  plot::draw_curves(page.parent_path() / picture, size_figure(report));
  std::filesystem::remove(page.parent_path() / (picture + ".png"));
  std::string text =
      "# Performance\n\nMade by `make performance`. Every floor is measured in the same run; times are "
      "medians of " +
      std::to_string(report.n_repeats) + " repeats,\nthose of more than 4000 samples of one.\n\n";
  for (const std::string& line : report.machine) text += "- " + line + "\n";
  text += "- Data of the fits with " + std::to_string(kCenters) + " samples: " + report.data + "\n\n";
  text += markdown(table_of(report));
  text +=
      "\nWhere there is a second ratio, its floor comes from the same BLAS told to use the widest "
      "instructions of\nthis processor (`OPENBLAS_CORETYPE`), which it does not know by itself. A ratio "
      "is good at or below the number\nbeside it.\n\n## Time and memory against the number of samples\n\n"
      "Fits of noisy surfaces in 100 dimensions, 100 labels, 4 dimensions with a scale each, 10 rounds. "
      "The floors are\n4 factorizations by LAPACK and two matrices of all distances.\n\n![Time and "
      "memory](" +
      picture + ".svg)\n";
  write_file(page, text);
}

}  // namespace sosi::bench
