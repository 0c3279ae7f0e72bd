// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "sosi/core/errors.hpp"
#include "sosi/evaluate/methods.hpp"
#include "sosi/io/samples.hpp"
#include "table_flags.hpp"
#include "terminal.hpp"

namespace sosi::cli {

/// Options given as flags: every one comes from the tables of the library.
class OptionFlags {
 public:
  /// Adds the flags of all options in these groups, under the groups as headings.
  void add_groups(CLI::App& command, const std::vector<std::string>& groups);
  /// Adds the flag of one option.
  void add(CLI::App& command, const std::string& name);
  /// Adds the flags of all options but some.
  void add_all_but(CLI::App& command, const std::vector<std::string>& left_out);
  /// Accepts all other options of a fit without showing them, so that one set of flags serves every verb.
  void accept_others(CLI::App& command);

  /// The defaults with the given flags applied; `embedding` may name a file instead of a method.
  FitOptions options() const { return method_options().fit; }
  MethodOptions method_options() const;
  /// The file that `--embedding` names; empty when it names a method.
  std::string embedding_file() const;

 private:
  void add(CLI::App& command, const Field<MethodOptions>& option, const std::string& group);

  std::map<std::string, std::string> given_;  // empty where the flag was not used
};

/// What the files and the flags say.
struct TrainingInput {
  TrainingSet training;  ///< with the embedding, when the flags name a file for it
  FitOptions options;
  std::vector<int> truth;          ///< the true class of every row; `kUnlabeled` where unknown; may be empty
  std::vector<std::string> files;  ///< of images in a folder; else empty
  std::string id_name;             ///< of the column of ids; empty: there is none
  std::vector<std::string> ids;    ///< of every row, where there are any
  std::vector<SkippedFile> skipped;  ///< of the folder
  std::vector<std::string> notes;    ///< on how the samples were read, a sentence each
};

/// What `read` gives; its complaints begin with the file they are about.
template <class Read>
auto naming(const std::string& path, Read read) {
  try {
    return read();
  } catch (const InvalidInput& error) {
    const std::string what = error.what();
    throw InvalidInput(what.starts_with(path) ? what : path + ": " + what);
  }
}

/// Where the input is.
struct InputFlags {
  SampleSource samples;
  TableFlags columns;
  std::string image_size;
  std::string labels;
  std::string labels_array;
  std::string truth;
  std::string truth_array;

  void add_samples(CLI::App& command);
  void add_labels(CLI::App& command);
  /// The same where all classes are to be known, also as `--truth`.
  void add_truth(CLI::App& command);

  /// Runs something on the samples with messages that name their file.
  template <class Use>
  auto naming_samples(Use use) const {
    return naming(samples.path, use);
  }

  /// The samples with messages that name the file.
  SampleTable read() const;
  /// The same as a model expects them.
  SampleTable read_for(const Model& model) const;
  /// Everything a fit needs, as the flags say.
  TrainingInput read_training(const OptionFlags& flags) const;

 private:
  TableRules table_rules() const;
  std::string truth_column() const;
  SampleSource source() const;
  SampleTable read_by(const std::function<SampleTable(const SampleSource&)>& reader) const;
  void add_label_source(CLI::App& command, const std::vector<std::string>& flags, const std::string& summary);
  void check_has_labels() const;
  Labels read_labels(const SampleTable& table) const;
  std::vector<int> read_truth(const SampleTable& table, const std::vector<std::string>& classes) const;
};

/// How the run is carried out.
struct RunFlags {
  int threads = 0;
  Device device = Device::automatic;
  std::string max_memory;
  bool quiet = false;
  std::string config;  // read before the command line is parsed

  void add(CLI::App& command);
  void add_memory(CLI::App& command);
  Verbosity verbosity() const { return quiet ? Verbosity::quiet : Verbosity::normal; }
  Execution execution(const std::stop_token& stop) const;
};

/// Which labels are left open.
struct AbstainFlag {
  std::optional<double> below;

  void add(CLI::App& command);
  /// The prediction as it is to be shown.
  Prediction apply(Prediction prediction) const;
};

/// `--probabilities`: a column per class in the table of predictions.
void add_probabilities(CLI::App& command, bool& are_wanted);

/// `--theory`: what the theory of the paper says of every sample; `content` says what is added.
void add_theory(CLI::App& command, bool& is_wanted, const char* content);

/// Puts the lines `name = value` of the file that --config names in front of the other arguments, as flags;
/// those that are among the arguments already are left out.
std::vector<std::string> with_config_file(std::vector<std::string> arguments, const CLI::App& app);

/// Makes every option of a verb refuse an empty value.
void refuse_empty_values(CLI::App& command);

/// Throws `InvalidInput` when an option of a verb was given twice, with different values.
void refuse_contradictions(const CLI::App& command);

/// Every flag of a verb, as it is written.
std::vector<std::string> flags_of(const CLI::App& command);

/// The items of a list separated by commas.
std::vector<std::string> split_list(const std::string& text);

}  // namespace sosi::cli
