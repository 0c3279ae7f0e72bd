// SPDX-License-Identifier: BSD-3-Clause
#include "arguments.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <set>

#include "sosi/core/errors.hpp"
#include "sosi/core/memory.hpp"
#include "sosi/core/suggestion.hpp"
#include "sosi/data/examination.hpp"
#include "sosi/data/samples.hpp"
#include "sosi/io/atomic_file.hpp"
#include "sosi/io/labels_file.hpp"

namespace sosi::cli {

namespace {

std::string flag_of(std::string name) {
  std::ranges::replace(name, '_', '-');
  return "--" + name;
}

bool is_embedding_name(const std::string& text) {
  return text == "auto" || embeddings().find(text) != nullptr;
}

// On the command line a precomputed embedding is the file that holds it.
std::string with_file(std::string accepts) {
  return accepts.replace(accepts.find(kPrecomputedEmbedding), std::string_view(kPrecomputedEmbedding).size(),
                         "FILE");
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// A comment starts at the beginning of a line or behind a blank: a file's name may hold the sign.
std::string without_comment(const std::string& line) {
  for (std::size_t at = line.find('#'); at != std::string::npos; at = line.find('#', at + 1)) {
    if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t') return line.substr(0, at);
  }
  return line;
}

// `20x17`; how large it may be is for the library to say.
ImageSize parse_image_size(const std::string& text) {
  ImageSize size;
  const char* const end = text.data() + text.size();
  const auto height = std::from_chars(text.data(), end, size.height);
  if (height.ec == std::errc() && height.ptr != end && *height.ptr == 'x') {
    const auto width = std::from_chars(height.ptr + 1, end, size.width);
    if (width.ec == std::errc() && width.ptr == end) return size;
  }
  throw InvalidInput("image_size = " + text + ": must be auto, or height and width in pixels, such as 20x17");
}

Device device_named(const std::string& text) {
  const auto device = OptionText<Device>::parse(text);
  const std::string words = OptionText<Device>::words();
  if (!device) {
    throw InvalidInput("device = " + text + ": must be " + words + did_you_mean(text, listed_words(words)));
  }
  return *device;
}

// Images that cannot be read one by one, as they were asked to be skipped; the rest by number.
void announce_skipped(const SampleTable& table, const std::string& path) {
  if (table.skipped.empty()) return;
  const auto n_bad = static_cast<std::size_t>(table.n_file_rows - std::ssize(table.rows));
  const std::size_t n_others = table.skipped.size() - n_bad;
  for (std::size_t i = 0; i < n_bad; ++i) {
    announce("skipped " + table.skipped[i].name + ": " + table.skipped[i].reason);
  }
  if (n_bad > 0) {
    announce(path + ": " + std::to_string(n_bad) + " of " + std::to_string(table.n_file_rows) +
             " images skipped");
  }
  if (n_others == 0) return;
  const SkippedFile& first = table.skipped[n_bad];
  announce(
      path + ": " + std::to_string(n_others) + (n_others == 1 ? " file is" : " files are") +
      " left out: " + first.name + " " + first.reason +
      (n_others > 1 ? " (and " + std::to_string(n_others - 1) + " more: 'sosi fit --json' lists them)" : ""));
}

// What was chosen for images, or should be.
std::vector<std::string> notes_on_size(const SampleTable& table, const SampleSource& source) {
  if (!table.stored_size || source.image_size) return {};
  const std::string stored = to_text(*table.stored_size);
  const ImageSize smaller = auto_image_size(*table.stored_size);
  if (source.has_auto_image_size) {
    return {"image size: " + to_text(*table.image_size) + ", from " + stored +
            " of the first image: with image_size = auto the longer side has at most " +
            std::to_string(kLongestAutoSide) +
            " pixels, because more take time and help only where "
            "classes differ in fine detail"};
  }
  if (smaller == *table.stored_size) return {};
  announce("the images are " + stored + ": --image-size auto would make them " + to_text(smaller) +
           ", which is faster, and labels noisy ones better");
  return {};
}

}  // namespace

void OptionFlags::add(CLI::App& command, const Field<MethodOptions>& option, const std::string& group) {
  std::string& value = given_[option.name];
  const std::string standard = option.format(MethodOptions{});
  CLI::Option* flag = nullptr;
  if (standard == "false") {
    flag = command.add_flag(flag_of(option.name), value, option.summary);
  } else {
    flag = command.add_option(flag_of(option.name), value, option.summary + " [" + standard + "]");
    flag->type_name(option.name == "embedding" ? with_file(option.accepts) : option.accepts);
  }
  flag->group(group)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

void OptionFlags::add(CLI::App& command, const std::string& name) {
  for (const Field<MethodOptions>& option : field_table<MethodOptions>()) {
    if (option.name == name) add(command, option, option.group);
  }
}

void OptionFlags::add_groups(CLI::App& command, const std::vector<std::string>& groups) {
  for (const Field<MethodOptions>& option : field_table<MethodOptions>()) {
    if (std::ranges::find(groups, option.group) != groups.end()) add(command, option, option.group);
  }
}

void OptionFlags::add_all_but(CLI::App& command, const std::vector<std::string>& left_out) {
  for (const Field<MethodOptions>& option : field_table<MethodOptions>()) {
    if (std::ranges::find(left_out, option.name) == left_out.end() && !given_.contains(option.name)) {
      add(command, option, option.group);
    }
  }
}

void OptionFlags::accept_others(CLI::App& command) {
  const std::string hidden;
  for (const Field<MethodOptions>& option : field_table<MethodOptions>()) {
    if (option.group != "Other methods" && !given_.contains(option.name)) add(command, option, hidden);
  }
}

std::string OptionFlags::embedding_file() const {
  const auto found = given_.find("embedding");
  if (found == given_.end() || found->second.empty()) return {};
  const bool is_file =
      !is_embedding_name(found->second) && std::filesystem::path(found->second).has_extension();
  return is_file ? found->second : "";
}

MethodOptions OptionFlags::method_options() const {
  MethodOptions options;
  for (const Field<MethodOptions>& option : field_table<MethodOptions>()) {
    const auto found = given_.find(option.name);
    if (found == given_.end() || found->second.empty()) continue;
    const std::string& text = found->second;
    if (option.name == "embedding" && !embedding_file().empty()) {
      options.fit.embedding = kPrecomputedEmbedding;
    } else if (option.name == "embedding" && (text == kPrecomputedEmbedding || !is_embedding_name(text))) {
      throw InvalidInput("embedding = " + text + ": must be " + with_file(option.accepts) +
                         ", or a file such as Y.npy" + did_you_mean(text, listed_words(option.accepts)));
    } else {
      option.parse(options, text);
    }
  }
  return options;
}

void InputFlags::add_samples(CLI::App& command) {
  command
      .add_option(
          "--samples", samples.path,
          "samples, one per row: .npy, .npz, .mat, IDX, LIBSVM text, .csv, .tsv, .txt (also with .gz), an "
          "image, or a folder of images")
      ->required()
      ->type_name("FILE|DIR")
      ->group("Input");
  command.add_option("--array", samples.array, "array of an .npz or .mat with the samples [X]")
      ->type_name("NAME")
      ->group("Input");
  command
      .add_option("--where", samples.where,
                  "keep the rows of an .npz or .mat whose array NAME has one of these values")
      ->type_name("NAME=VALUE[,VALUE|LOW..HIGH]")
      ->group("Input")
      ->allow_extra_args(false);
  command
      .add_option("--image-size", image_size,
                  "resize images to this height and width; auto: larger ones in proportion, to " +
                      std::to_string(kLongestAutoSide) + " pixels on the longer side [none; that of a model]")
      ->type_name("HxW|auto")
      ->group("Input");
  command
      .add_flag_callback(
          "--skip-bad", [this] { samples.bad_images = BadImages::skip; },
          "skip images of a folder that cannot be read, and name them")
      ->group("Input");
  columns.add(command);
}

void InputFlags::add_label_source(CLI::App& command, const std::vector<std::string>& flags,
                                  const std::string& summary) {
  std::string sources;
  std::string arrays;
  for (const std::string& flag : flags) {
    sources += (sources.empty() ? "" : ",") + flag;
    arrays += (arrays.empty() ? "" : ",") + flag + "-array";
  }
  command.add_option(sources, labels, summary)->type_name("FILE")->group("Input");
  command
      .add_option(arrays, labels_array,
                  "array of an .npz or .mat, or column of a text file, with the labels [y]")
      ->type_name("NAME")
      ->group("Input");
}

void InputFlags::add_labels(CLI::App& command) {
  add_label_source(
      command, {"--labels"},
      "one label per row, an integer or a name; -1, ?, NA or empty: unlabeled [the samples' file]");
}

void InputFlags::add_truth(CLI::App& command) {
  add_label_source(command, {"--labels", "--truth"}, "the true class of every row [the samples' file]");
}

std::string InputFlags::truth_column() const {
  return truth_array.empty() && truth == (labels.empty() ? samples.path : labels) ? "truth" : truth_array;
}

// Labels and true classes that are columns of the samples' file are no features.
TableRules InputFlags::table_rules() const {
  TableRules rules = columns.rules;
  if (!labels_array.empty() && (labels.empty() || is_same_file(labels, samples.path))) {
    rules.labels.push_back(labels_array);
  }
  if (!truth.empty() && is_same_file(truth, samples.path)) rules.labels.push_back(truth_column());
  return rules;
}

SampleSource InputFlags::source() const {
  SampleSource all = samples;
  all.table = table_rules();
  all.has_auto_image_size = image_size == "auto";
  if (!image_size.empty() && !all.has_auto_image_size) all.image_size = parse_image_size(image_size);
  return all;
}

SampleTable InputFlags::read_by(const std::function<SampleTable(const SampleSource&)>& reader) const {
  return naming(samples.path, [&] {
    SampleTable table = reader(source());
    announce_skipped(table, samples.path);
    check_samples(table.values, table.rows);
    return table;
  });
}

SampleTable InputFlags::read() const {
  return read_by(read_samples);
}

SampleTable InputFlags::read_for(const Model& model) const {
  return read_by([&](const SampleSource& all) { return read_samples_for(model, all); });
}

void InputFlags::check_has_labels() const {
  if (!labels.empty() || !labels_array.empty() || may_hold_labels(samples.path)) return;
  throw InvalidInput(samples.path +
                     ": has no labels; name a file that has them (--labels), or their column in a text table "
                     "(--labels-array)");
}

Labels InputFlags::read_labels(const SampleTable& table) const {
  const std::string& path = labels.empty() ? samples.path : labels;
  return naming(path, [&] { return encode_labels(read_label_names({path, labels_array}, table)); });
}

std::vector<int> InputFlags::read_truth(const SampleTable& table,
                                        const std::vector<std::string>& classes) const {
  return naming(truth, [&] {
    constexpr int kOtherClass = -2;  // one that no label has: known, and never right
    std::vector<int> values;
    for (const std::string& name : read_label_names({truth, truth_column()}, table)) {
      const auto found = std::ranges::find(classes, name);
      const int known = found == classes.end() ? kOtherClass : static_cast<int>(found - classes.begin());
      values.push_back(name.empty() ? kUnlabeled : known);
    }
    return values;
  });
}

TrainingInput InputFlags::read_training(const OptionFlags& flags) const {
  TrainingInput input;
  input.options = flags.options();
  check_has_labels();  // first: a column of labels that nobody named would be refused as text
  SampleTable table = read();
  TrainingSet& training = input.training;
  training.labels = read_labels(table);
  if (!truth.empty()) input.truth = read_truth(table, training.labels.classes);
  training.are_images = table.are_images;
  training.image_size = table.image_size;
  input.notes = notes_on_size(table, source());
  const std::string file = flags.embedding_file();
  if (!file.empty()) {
    training.embedding = naming(file, [&] {
      SampleTable embedding = read_samples({file, {}, {}});
      check_samples(embedding.values);
      return std::move(embedding.values);
    });
  }
  training.samples = std::move(table.values);
  training.row_numbers = std::move(table.rows);
  training.columns = std::move(table.columns);
  input.files = std::move(table.names);
  input.id_name = std::move(table.id_name);
  input.ids = std::move(table.ids);
  input.skipped = std::move(table.skipped);
  for (const std::string& note : examine(training)) std::cerr << "sosi: note: " << note << '\n';
  return input;
}

void RunFlags::add(CLI::App& command) {
  command
      .add_option("--threads", threads, "number of threads; the result does not depend on it [one per core]")
      ->type_name("an integer at least 1")
      ->group("Run")
      ->check(CLI::Range(1, 1024).description(""))
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  command
      .add_option_function<std::string>(
          "--device", [this](const std::string& text) { device = device_named(text); },
          "what kernel systems are computed on [auto]")
      ->type_name(OptionText<Device>::words())
      ->group("Run")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  command.add_flag("--quiet", quiet, "no progress and no summary")->group("Run");
  command.add_option("--config", config, "file with lines 'name = value'; flags override it")
      ->type_name("FILE")
      ->group("Run");
}

void RunFlags::add_memory(CLI::App& command) {
  command
      .add_option("--max-memory", max_memory,
                  "memory limit, such as 800M or 4G; a fit that needs more is refused [what is free]")
      ->type_name("BYTES")
      ->group("Run")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

Execution RunFlags::execution(const std::stop_token& stop) const {
  Execution run;
  run.n_threads = threads;
  run.device = device;
  run.stop = stop;
  run.progress = progress_bar(verbosity());
  if (!max_memory.empty()) {
    run.max_memory = parse_bytes(max_memory);
    if (!run.max_memory) {
      throw InvalidInput("max_memory = " + max_memory + ": must be an amount of memory, such as 800M or 4G");
    }
  }
  return run;
}

void AbstainFlag::add(CLI::App& command) {
  command.add_option("--abstain-below", below, "leave labels empty whose probability is below this, 0 to 1")
      ->check([](const std::string& text) -> std::string {
        const auto value = OptionText<double>::parse(text);
        if (value && *value >= 0.0 && *value <= 1.0) return "";
        return "abstain_below = " + text + ": must be a number from 0 to 1";
      })
      ->type_name("P")
      ->group("Output");
}

Prediction AbstainFlag::apply(Prediction prediction) const {
  return below ? abstain_below(std::move(prediction), *below) : prediction;
}

void add_probabilities(CLI::App& command, bool& are_wanted) {
  command
      .add_flag("--probabilities", are_wanted,
                "add a column p_NAME for every class NAME with its probability to the CSV file")
      ->group("Output");
}

void add_theory(CLI::App& command, bool& is_wanted, const char* content) {
  command.add_flag("--theory", is_wanted, content)->group("Output");
}

std::vector<std::string> with_config_file(std::vector<std::string> arguments, const CLI::App& app) {
  std::string path;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--config" && i + 1 < arguments.size()) path = arguments[i + 1];
    if (arguments[i].starts_with("--config=")) path = arguments[i].substr(std::string("--config=").size());
  }
  const auto is_verb = [&](const CLI::App* verb) {
    return !arguments.empty() && verb->get_name() == arguments[0];
  };
  const auto verbs = app.get_subcommands([&](const CLI::App* verb) { return is_verb(verb); });
  const CLI::App* command = verbs.empty() ? nullptr : verbs.front();
  if (path.empty() || command == nullptr) return arguments;
  std::set<const CLI::Option*> given;
  for (const std::string& argument : arguments) {
    given.insert(command->get_option_no_throw(argument.substr(0, argument.find('='))));
  }
  std::ifstream file(path);
  std::error_code error;
  if (!file || std::filesystem::is_directory(path, error)) throw IoError(path + ": cannot be read");
  std::vector<std::string> flags;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    line = trimmed(without_comment(line));
    if (line.empty()) continue;
    const auto equals = line.find('=');
    const std::string name = trimmed(line.substr(0, equals));
    const std::string where = path + ": line " + std::to_string(number) + ": ";
    const std::string value = equals == std::string::npos ? "" : trimmed(line.substr(equals + 1));
    if (value.empty()) throw InvalidInput(where + "'" + line + "' must be of the form name = value");
    const CLI::Option* const option = command->get_option_no_throw(flag_of(name));
    if (name == "config" || name == "help" || option == nullptr) {
      throw InvalidInput(where + "'" + name + "' is not an option of sosi " + command->get_name() +
                         did_you_mean(flag_of(name), flags_of(*command)));
    }
    if (!given.contains(option)) flags.push_back(flag_of(name) + "=" + value);
  }
  arguments.insert(arguments.begin() + 1, flags.begin(), flags.end());
  return arguments;
}

void refuse_empty_values(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->get_type_size() == 0) continue;  // a flag
    if (option->get_expected_max() == 1) option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    option->check(
        [](const std::string& value) { return std::string(value.empty() ? "must not be empty" : ""); }, "");
  }
}

void refuse_contradictions(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_expected_max() > 1) continue;  // a list
    const std::vector<std::string>& values = option->results();
    const auto other = std::ranges::find_if(values, [&](const auto& value) { return value != values[0]; });
    if (other == values.end()) continue;
    throw InvalidInput(option->get_name() + " is given twice, as '" + values[0] + "' and as '" + *other +
                       "': must have one value");
  }
}

std::vector<std::string> flags_of(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  }
  return flags;
}

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> items(1);
  for (const char c : text) {
    if (c == ',') {
      items.emplace_back();
    } else {
      items.back() += c;
    }
  }
  return items;
}

}  // namespace sosi::cli
