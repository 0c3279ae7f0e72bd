// SPDX-License-Identifier: BSD-3-Clause
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "plot/temporary_folder.hpp"
#include "rows.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/io/atomic_file.hpp"
#include "sosi/io/npy.hpp"
#include "timing.hpp"

namespace sosi::bench {

namespace {

constexpr int kRounds = 10;

void write_matrix(const std::string& file, const MatrixView& values) {
  AtomicFile out(file);
  write_npy(out.stream(), values);
  out.commit();
}

Matrix as_column(const std::vector<int>& values) {
  return Eigen::Map<const Eigen::VectorXi>(values.data(), std::ssize(values)).cast<double>();
}

Row whole_process(const Setting& setting, const plot::TemporaryFolder& folder) {
  Row row{"whole process, without the fit", "s"};
  row.at_most = 0.1;
#ifdef SOSI_PROGRAM
  const FitOptions options = fixed_scales(kComponents, kRounds);
  const std::string command =
      std::string("'") + SOSI_PROGRAM + "' fit --embedding laplacian --n-components " +
      std::to_string(kComponents) + " --rounds " + std::to_string(kRounds) + " --normalize none --scale " +
      OptionText<ScaleChoice>::format(options.scale) + " --samples '" + folder.file("samples.npy") +
      "' --labels '" + folder.file("labels.npy") + "' --model '" + folder.file("model") +
      "' --predictions '" + folder.file("labels.csv") + "' --json '" + folder.file("report.json") +
      "' >/dev/null 2>&1";
  std::vector<double> seconds;
  for (int i = 0; i < setting.n_repeats; ++i) {
    const double whole = seconds_of([&] { output_of(command); });
    std::ifstream report(folder.file("report.json"));
    seconds.push_back(whole - Json::parse(report).at("seconds").at("total").get<double>());
  }
  row.measured = median(seconds);
#else
  row.missing = "the program was not built";
#endif
  return row;
}

Row numpy_transcription(const Setting& setting, const plot::TemporaryFolder& folder) {
  Row row{"fit, beside NumPy", "s"};
  row.floor_name = "the same fit in NumPy and SciPy";
  row.at_most = 1.0 / 8.0;
  if (std::system((setting.python + " -c 'import numpy, scipy' >/dev/null 2>&1").c_str()) != 0) {
    row.missing = setting.python + " has no NumPy and SciPy";
    return row;
  }
  const FitOptions options = fixed_scales(kComponents, kRounds);
  FitResult result = fit(setting.problem.training, options);
  write_matrix(folder.file("expected.npy"), as_column(result.prediction.classes));
  write_file(folder.file("problem.json"), Json{{"n_components", kComponents},
                                               {"rounds", kRounds},
                                               {"scales", options.scale.values.numbers},
                                               {"repeats", setting.n_repeats}}
                                              .dump());
  const Json answer = Json::parse(output_of(
      setting.python + " '" SOSI_BENCH_FOLDER "/numpy_transcription.py' '" + folder.file("") + "'"));
  TrainingSet training;
  row.measured = median_seconds(
      setting.n_repeats, [&] { training = setting.problem.training; },
      [&] { fit(std::move(training), options); });
  row.floor = answer.at("seconds");
  row.floor_name += " (" + answer.at("versions").get<std::string>() + "; " +
                    std::to_string(100.0 * answer.at("agreement").get<double>()).substr(0, 5) +
                    " % of the labels are the same)";
  return row;
}

}  // namespace

std::vector<Row> process_rows(const Setting& setting) {
  const plot::TemporaryFolder folder;
  write_matrix(folder.file("samples.npy"), setting.problem.training.samples);
  write_matrix(folder.file("labels.npy"), as_column(setting.problem.training.labels.values));
  return {whole_process(setting, folder), numpy_transcription(setting, folder)};
}

}  // namespace sosi::bench
