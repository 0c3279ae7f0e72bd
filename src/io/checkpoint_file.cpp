// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/checkpoint_file.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/bytes/safetensors.hpp"
#include "io/bytes/text.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/io/atomic_file.hpp"

namespace sosi {

namespace {

using io::SafetensorsReader;
using io::SafetensorsWriter;
using io::TensorInfo;

constexpr const char* kFormat = "sosi-checkpoint";
constexpr const char* kFormatVersion = "1";

static_assert(sizeof(int) == 4 && sizeof(Index) == 8, "numbers are stored as they lie in memory");

[[noreturn]] void fail(const std::string& file, const std::string& reason) {
  throw IoError(file + ": " + reason);
}

/// The numbers of a state, as arrays.
struct Arrays {
  Indices counts;  // rounds done, scales bounded, scales undecided, the scales' rule, systems shifted
  Indices centers;
  std::vector<double> confidence;
  std::vector<double> shares;
  std::vector<double> shift;  // the largest
  std::vector<double> scales;
  std::vector<double> weights;
  std::vector<double> rounds;  // the summaries, one after the other
  std::vector<int> classes;
};

constexpr std::size_t kCounts = 5;
constexpr std::size_t kNumbersPerRound = 5;
constexpr std::uint64_t kMostNumbers = std::uint64_t{1} << 33;

// In the order of the file: 8-byte numbers first, so that all are aligned.
template <class AnyArrays, class Visit>
void visit_arrays(AnyArrays& arrays, const Visit& visit) {
  visit("counts", "I64", arrays.counts);
  visit("centers", "I64", arrays.centers);
  visit("confidence", "F64", arrays.confidence);
  visit("shares", "F64", arrays.shares);
  visit("shift", "F64", arrays.shift);
  visit("scales", "F64", arrays.scales);
  visit("weights", "F64", arrays.weights);
  visit("rounds", "F64", arrays.rounds);
  visit("classes", "I32", arrays.classes);
}

std::vector<double> numbers(const Vector& values) {
  return {values.begin(), values.end()};
}

Vector vector_of(const std::vector<double>& values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

Arrays arrays_of(const FitState& state) {
  const RoundState& last = state.last;
  Arrays arrays{{last.n_done, last.chosen.n_bounded, last.chosen.n_undecided,
                 static_cast<Index>(last.chosen.rule), last.kernel.n_shifts},
                {last.centers.begin(), last.centers.end()},
                last.classification.confidence,
                last.proportions,
                {last.kernel.largest_shift},
                numbers(last.chosen.scales),
                numbers(last.chosen.weights),
                {},
                last.classification.classes};
  for (const RoundSummary& round : state.rounds) {
    arrays.rounds.insert(arrays.rounds.end(),
                         {static_cast<double>(round.n_centers), static_cast<double>(round.n_changed),
                          round.mean_confidence, round.median_confidence, round.seconds});
  }
  return arrays;
}

void check(const Arrays& arrays, const std::string& file) {
  const auto is_count = [](Index value) { return value >= 0 && value <= (Index{1} << 30); };
  if (arrays.counts.size() != kCounts || !std::ranges::all_of(arrays.counts, is_count) ||
      arrays.counts[3] > static_cast<Index>(ScaleRule::fixed)) {
    fail(file, "'counts' has unexpected values");
  }
  if (arrays.rounds.size() != kNumbersPerRound * static_cast<std::size_t>(arrays.counts[0])) {
    fail(file, "'rounds' does not have " + std::to_string(kNumbersPerRound) + " numbers for each of the " +
                   std::to_string(arrays.counts[0]) + " rounds");
  }
  if (arrays.shift.size() != 1 || !(arrays.shift[0] >= 0.0))
    fail(file, "'shift' is not one number at least 0");
  for (const double value : arrays.rounds) {
    if (!(value >= 0.0)) fail(file, "'rounds' holds a number that is not at least 0");
  }
}

FitState state_of(Arrays arrays, std::string fingerprint) {
  FitState state{std::move(fingerprint), {}, {}};
  state.last.n_done = static_cast<int>(arrays.counts[0]);
  for (const Index center : arrays.centers) state.last.centers.emplace_back(center);
  state.last.classification = {std::move(arrays.classes), std::move(arrays.confidence)};
  state.last.proportions = std::move(arrays.shares);
  state.last.chosen.scales = vector_of(arrays.scales);
  state.last.chosen.weights = vector_of(arrays.weights);
  state.last.chosen.n_bounded = static_cast<int>(arrays.counts[1]);
  state.last.chosen.n_undecided = static_cast<int>(arrays.counts[2]);
  state.last.chosen.rule = static_cast<ScaleRule>(arrays.counts[3]);
  state.last.kernel.n_shifts = static_cast<int>(arrays.counts[4]);
  state.last.kernel.largest_shift = arrays.shift[0];
  constexpr double kMostCenters = 0x1p62;
  constexpr double kMostChanges = 0x1p30;
  for (std::size_t i = 0; i < arrays.rounds.size(); i += kNumbersPerRound) {
    const double* round = arrays.rounds.data() + i;
    state.rounds.push_back({static_cast<Index>(std::min(round[0], kMostCenters)),
                            static_cast<int>(std::min(round[1], kMostChanges)), round[2], round[3],
                            round[4]});
  }
  return state;
}

}  // namespace

void save_checkpoint(const FitState& state, const std::filesystem::path& path) {
  const Arrays arrays = arrays_of(state);
  io::SafetensorsHeader header{
      {{"format", kFormat}, {"format_version", kFormatVersion}, {"fingerprint", state.fingerprint}}, {}};
  visit_arrays(arrays, [&](const char* name, const char* type, const auto& values) {
    header.tensors.push_back({name, type, {values.size()}});
  });
  header.tensors.push_back({"checksum", "U32", {1}});
  AtomicFile target(path);
  SafetensorsWriter writer(target.stream(), header, path.string());
  visit_arrays(arrays, [&](const char*, const char*, const auto& values) {
    writer.write(std::as_bytes(std::span(values)));
  });
  const std::uint32_t checksum = writer.checksum();
  writer.write(std::as_bytes(std::span(&checksum, 1)));
  target.commit();
}

FitState load_checkpoint(const std::filesystem::path& path) {
  const std::string file = path.string();
  SafetensorsReader reader(std::make_unique<io::FileSource>(file));
  const std::map<std::string, std::string>& texts = reader.header().metadata;
  const auto text = [&](const char* name) {
    const auto found = texts.find(name);
    return found == texts.end() ? std::string() : found->second;
  };
  if (text("format") != kFormat) fail(file, "is not a checkpoint of a fit");
  if (text("format_version") != kFormatVersion) {
    fail(file, "has the checkpoint format " + io::shown(text("format_version")) + ": this program reads " +
                   kFormatVersion);
  }
  Arrays arrays;
  std::size_t next = 0;
  const std::vector<TensorInfo>& tensors = reader.header().tensors;
  visit_arrays(arrays, [&](const char* name, const char* type, auto& values) {
    if (next >= tensors.size() || tensors[next].name != name || tensors[next].type != type ||
        tensors[next].shape.size() != 1 || tensors[next].shape[0] > kMostNumbers) {
      fail(file, "array '" + std::string(name) + "' is missing, or not a list of type " + type);
    }
    values.resize(tensors[next++].shape[0]);
    reader.read(std::as_writable_bytes(std::span(values)));
  });
  if (next + 1 != tensors.size() || tensors[next] != TensorInfo{"checksum", "U32", {1}}) {
    fail(file, "its last array is not its checksum");
  }
  const std::uint32_t expected = reader.checksum();
  std::uint32_t checksum = 0;
  reader.read(std::as_writable_bytes(std::span(&checksum, 1)));
  if (checksum != expected) fail(file, "is damaged: its checksum does not fit its content");
  check(arrays, file);
  return state_of(std::move(arrays), text("fingerprint"));
}

}  // namespace sosi
