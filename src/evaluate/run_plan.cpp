// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/evaluate/run_plan.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <set>

#include "core/fingerprint.hpp"
#include "evaluate/child_processes.hpp"
#include "evaluate/run_files.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/memory.hpp"
#include "sosi/core/version.hpp"
#include "sosi/evaluate/splits.hpp"
#include "sosi/evaluate/statistics.hpp"

namespace sosi {

namespace {

using Clock = std::chrono::steady_clock;

Index number_of(const TrainingSet& known, Index row) {
  return known.row_numbers.empty() ? row : known.row_numbers[row];
}

std::string name_of(const RunKey& key) {
  return key.method + (key.embedding.empty() ? "" : " " + key.embedding) + ", " +
         std::to_string(key.labeled_per_class) + " labels per class, split " + std::to_string(key.split);
}

void check_truth(const TrainingSet& known) {
  const std::set<int> classes(known.labels.values.begin(), known.labels.values.end());
  const std::size_t n_known = classes.size() - classes.count(kUnlabeled);
  if (n_known < 2) {
    throw InvalidInput("there are " + std::to_string(n_known) +
                       " true classes: must be at least two; rows with -1, ? or empty have none");
  }
}

// Every class has so many samples, and some are left to count errors on.
void check_count(const TrainingSet& known, int labeled_per_class) {
  std::map<int, int> counts;
  for (const Index row : labeled_rows(known.labels.values)) ++counts[known.labels.values[row]];
  int n_left = 0;
  for (const auto& [of_class, count] : counts) {
    if (count < labeled_per_class) {
      throw InvalidInput("labeled_per_class = " + std::to_string(labeled_per_class) + ": class '" +
                         known.labels.classes[of_class] + "' has " + std::to_string(count) + " samples");
    }
    n_left += count - labeled_per_class;
  }
  if (n_left == 0) {
    throw InvalidInput("labeled_per_class = " + std::to_string(labeled_per_class) +
                       ": no unlabeled sample is left to measure errors on");
  }
}

/// The labels of every split that a plan needs: those of its file, and new ones for the rest.
class SplitLabels {
 public:
  SplitLabels(const TrainingSet& known, const RunPlan& plan) : seed_(plan.seed) {
    Splits splits = read_splits(plan.splits_file);
    const std::size_t n_found = splits.size();
    for (const PlannedRun& run : plan.runs) {
      const SplitKey key = key_of(run);
      if (labels_.contains(key)) continue;
      const auto found = splits.find(key);
      check_count(known, run.labeled_per_class);
      if (found == splits.end()) {
        labels_[key] = keep_labels(known.labels.values, run.labeled_per_class, split_seed(seed_, run.split));
        for (const Index row : labeled_rows(labels_[key])) splits[key].push_back(number_of(known, row));
      } else {
        labels_[key] = labels_at(known, found->second, run.labeled_per_class, plan.splits_file);
      }
    }
    if (splits.size() > n_found) write_splits(plan.splits_file, splits);
  }

  const std::vector<int>& of(const PlannedRun& run) const { return labels_.at(key_of(run)); }

 private:
  SplitKey key_of(const PlannedRun& run) const { return {seed_, run.labeled_per_class, run.split}; }

  static std::vector<int> labels_at(const TrainingSet& known, const Indices& rows, int labeled_per_class,
                                    const std::filesystem::path& file) {
    std::map<Index, Index> positions;
    for (Index row = 0; row < known.samples.rows(); ++row) positions[number_of(known, row)] = row;
    std::vector<int> labels(known.labels.values.size(), kUnlabeled);
    std::map<int, int> counts;
    for (const int of_class : known.labels.values) counts[of_class] = labeled_per_class;
    counts.erase(kUnlabeled);
    for (const Index row : rows) {
      const auto found = positions.find(row);
      const int of_class = found == positions.end() ? kUnlabeled : known.labels.values[found->second];
      if (of_class == kUnlabeled) refuse_splits(file, "row " + std::to_string(row) + " has no known class");
      labels[found->second] = of_class;
      --counts[of_class];
    }
    for (const auto& [of_class, n_missing] : counts) {
      if (n_missing != 0) {
        refuse_splits(file, "a split does not have " + std::to_string(labeled_per_class) +
                                " rows of class '" + known.labels.classes[of_class] + "'");
      }
    }
    return labels;
  }

  [[noreturn]] static void refuse_splits(const std::filesystem::path& file, const std::string& reason) {
    throw InvalidInput(file.string() + ": belongs to other data (" + reason +
                       "): delete it, or choose another folder");
  }

  std::uint64_t seed_;
  std::map<SplitKey, std::vector<int>> labels_;
};

/// The fingerprint of everything a run's result depends on.
class PlanPrints {
 public:
  explicit PlanPrints(const TrainingSet& known) {
    data_.add_text(kVersion);
    data_.add_values(std::span<const double>(known.samples.data(), known.samples.size()));
    data_.add_values(std::span<const int>(known.labels.values));
  }

  std::string of(const PlannedRun& run, const std::vector<int>& labels) const {
    Fingerprint print = data_;
    print.add_values(std::span<const int>(labels));
    print.add_text(run.method->name);
    for (const Field<MethodOptions>& option : field_table<MethodOptions>()) {
      if (!concerns(option, *run.method)) continue;
      print.add_text(option.name);
      print.add_text(option.format(run.options));
    }
    return print.hex();
  }

 private:
  Fingerprint data_;
};

/// Guesses how long runs take from those that are done.
class TimeLeft {
 public:
  void learn(const FinishedRun& run) {
    times_[name_of({run.key.method, run.key.embedding, run.key.labeled_per_class, 0})].push_back(run.seconds);
    times_[run.key.method].push_back(run.seconds);
    times_[""].push_back(run.seconds);
  }

  double guess(const RunKey& key) const {
    const std::string names[] = {name_of({key.method, key.embedding, key.labeled_per_class, 0}), key.method,
                                 ""};
    for (const std::string& name : names) {
      const auto found = times_.find(name);
      if (found != times_.end()) return spread_of(found->second).mean;
    }
    return 1.0;
  }

 private:
  std::map<std::string, std::vector<double>> times_;
};

Execution execution_of_one(const Execution& execution, int n_processes) {
  Execution one;
  one.n_threads = 1;
  one.max_memory = execution.max_memory.value_or(available_memory()) / static_cast<std::size_t>(n_processes);
  return one;
}

std::string text_of(const std::vector<MethodSetting>& settings) {
  std::string text;
  for (const MethodSetting& setting : settings) {
    text += (text.empty() ? "" : " ") + setting.name + '=' + setting.value;
  }
  return text;
}

// What a child does and says.
std::string carry_out(const PlannedRun& run, const TrainingSet& known, const std::vector<int>& labels,
                      const Execution& execution) {
  TrainingSet training{known.samples, {labels, known.labels.classes}, {}, known.row_numbers, known.are_images,
                       known.columns};
  const Clock::time_point start = Clock::now();
  const Labeling labeling = run.method->label(std::move(training), run.options, execution);
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const double error = error_rate(labeling.classes, known.labels.values, labels).value();
  return nlohmann::json{{"error", error}, {"seconds", seconds}, {"settings", text_of(labeling.settings)}}
      .dump();
}

/// A plan on its way: what is done, what is left.
class Progressing {
 public:
  Progressing(const TrainingSet& known, const RunPlan& plan, const Execution& execution)
      : known_(known),
        plan_(plan),
        execution_(execution),
        labels_(known, plan),
        n_processes_(n_processes(execution)) {
    const PlanPrints prints(known);
    for (const PlannedRun& run : plan.runs) prints_.push_back(prints.of(run, labels_.of(run)));
    done_.resize(plan.runs.size());
    take_finished();
  }

  std::vector<FinishedRun> run() {
    write_runs(plan_.runs_file, finished());
    RunLog log(plan_.runs_file);
    const Execution one = execution_of_one(execution_, n_processes_);
    run_in_children(
        {left_.size(), n_processes_, [&](std::size_t i) { return name_of(planned(i).key()); },
         [&](std::size_t i) { return carry_out(planned(i), known_, labels_.of(planned(i)), one); },
         [&](std::size_t i, const ChildAnswer& answer) {
           finish(i, answer);
           log.append(*done_[left_[i]]);
           say(*done_[left_[i]]);
         },
         execution_.stop});
    std::vector<FinishedRun> all = finished();
    write_runs(plan_.runs_file, all);
    all.resize(plan_.runs.size());
    return all;
  }

 private:
  const PlannedRun& planned(std::size_t i) const { return plan_.runs[left_[i]]; }

  // Takes from the file what belongs to the plan; keeps what belongs to another one.
  void take_finished() {
    std::map<RunKey, std::size_t> positions;
    for (std::size_t i = 0; i < plan_.runs.size(); ++i) positions[plan_.runs[i].key()] = i;
    for (FinishedRun& run : read_runs(plan_.runs_file)) {
      const auto found = positions.find(run.key);
      if (found == positions.end()) {
        others_.push_back(std::move(run));
      } else if (run.plan == prints_[found->second]) {
        times_.learn(run);
        done_[found->second] = std::move(run);
      } else {
        replaced_[found->second] = std::move(run);
      }
    }
    for (std::size_t i = 0; i < done_.size(); ++i) {
      if (!done_[i]) left_.push_back(i);
    }
    // One split of everything first: then the time left is known.
    std::ranges::stable_sort(left_, {}, [&](std::size_t i) { return plan_.runs[i].split; });
  }

  void finish(std::size_t i, const ChildAnswer& answer) {
    const nlohmann::json said = nlohmann::json::parse(answer.text);
    done_[left_[i]] = FinishedRun{planned(i).key(),   said["error"],    said["seconds"],
                                  answer.peak_memory, said["settings"], prints_[left_[i]]};
    times_.learn(*done_[left_[i]]);
  }

  std::vector<FinishedRun> finished() const {
    std::vector<FinishedRun> all;
    for (std::size_t i = 0; i < done_.size(); ++i) {
      if (done_[i] || replaced_.contains(i)) all.push_back(done_[i] ? *done_[i] : replaced_.at(i));
    }
    all.insert(all.end(), others_.begin(), others_.end());
    return all;
  }

  void say(const FinishedRun& last) const {
    if (!execution_.progress) return;
    double spent = 0.0;
    double to_come = 0.0;
    for (std::size_t i = 0; i < done_.size(); ++i) {
      (done_[i] ? spent : to_come) += done_[i] ? done_[i]->seconds : times_.guess(plan_.runs[i].key());
    }
    const std::string stage = name_of(last.key);
    const Progress progress{
        .stage = stage, .fraction = spent / (spent + to_come), .seconds_left = to_come / n_processes_};
    if (!execution_.progress(progress)) throw Cancelled();
  }

  const TrainingSet& known_;
  const RunPlan& plan_;
  const Execution& execution_;
  SplitLabels labels_;
  int n_processes_;
  std::vector<std::string> prints_;
  std::vector<std::optional<FinishedRun>> done_;
  std::vector<std::size_t> left_;
  std::map<std::size_t, FinishedRun> replaced_;  // made otherwise; kept until they are done again
  std::vector<FinishedRun> others_;              // of other plans
  TimeLeft times_;
};

}  // namespace

RunKey PlannedRun::key() const {
  return {method->name, method->uses_embedding ? options.fit.embedding.value_or("auto") : "",
          labeled_per_class, split};
}

std::vector<FinishedRun> run_plan(const TrainingSet& known, const RunPlan& plan, const Execution& execution) {
  check_truth(known);
  return Progressing(known, plan, execution).run();
}

}  // namespace sosi
