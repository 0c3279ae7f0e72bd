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
#include "io/checkpoint_search.hpp"
#include "io/refusal.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/io/atomic_file.hpp"

namespace sosi {

namespace {

using io::fail;
using io::SafetensorsReader;
using io::SafetensorsWriter;
using io::TensorInfo;

constexpr const char* kFormat = "sosi-checkpoint";
constexpr const char* kFormatVersion = "2";

static_assert(sizeof(int) == 4 && sizeof(Index) == 8, "numbers are stored as they lie in memory");

/// The numbers of a state, as arrays.
struct Arrays {
  Indices
      counts;  // rounds done, scales bounded, scales undecided, the scales' rule, systems shifted, samples
  Indices centers;
  std::vector<double> confidence;
  std::vector<double> shares;
  std::vector<double> shift;  // the largest
  std::vector<double> scales;
  std::vector<double> weights;
  std::vector<double> rounds;  // the summaries, one after the other
  std::vector<int> classes;
  io::SearchArrays search;
};

constexpr std::size_t kCounts = 6;
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
  io::visit_long_arrays(arrays.search, visit);
  visit("classes", "I32", arrays.classes);
  io::visit_short_arrays(arrays.search, visit);
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
                 static_cast<Index>(last.chosen.rule), last.kernel.n_shifts, state.n_samples},
                {last.centers.begin(), last.centers.end()},
                last.classification.confidence,
                last.proportions,
                {last.kernel.largest_shift},
                numbers(last.chosen.scales),
                numbers(last.chosen.weights),
                {},
                last.classification.classes,
                io::arrays_of(state.search)};
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
  FitState state;
  state.fingerprint = std::move(fingerprint);
  state.n_samples = arrays.counts[5];
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

const TensorInfo& list_named(const std::vector<TensorInfo>& tensors, const char* name, const char* type,
                             const std::string& file) {
  const auto found = std::ranges::find(tensors, name, &TensorInfo::name);
  if (found == tensors.end() || found->type != type || found->shape.size() != 1 ||
      found->shape[0] > kMostNumbers) {
    fail(file, "array '" + std::string(name) + "' is missing, or not a list of type " + type);
  }
  return *found;
}

// Empty arrays have no place among the bytes of a file.
std::vector<TensorInfo> without_empty(std::vector<TensorInfo> tensors) {
  std::erase_if(tensors, [](const TensorInfo& tensor) {
    return std::ranges::any_of(tensor.shape, [](std::uint64_t n) { return n == 0; });
  });
  return tensors;
}

}  // namespace

void save_checkpoint(const FitState& state, const std::filesystem::path& path) {
  const Arrays arrays = arrays_of(state);
  io::SafetensorsHeader header{{{"format", kFormat},
                                {"format_version", kFormatVersion},
                                {"fingerprint", state.fingerprint},
                                {"embeddings", io::embedding_names(state.search)}},
                               {}};
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
  std::vector<TensorInfo> expected_tensors;
  visit_arrays(arrays, [&](const char* name, const char* type, auto& values) {
    const TensorInfo& found = list_named(reader.header().tensors, name, type, file);
    values.resize(found.shape[0]);
    expected_tensors.push_back(found);
  });
  expected_tensors.push_back({"checksum", "U32", {1}});
  if (without_empty(expected_tensors) != without_empty(reader.header().tensors)) {
    fail(file, "its arrays are not in their order, or do not end with a checksum");
  }
  visit_arrays(arrays, [&](const char*, const char*, auto& values) {
    reader.read(std::as_writable_bytes(std::span(values)));
  });
  const std::uint32_t expected = reader.checksum();
  std::uint32_t checksum = 0;
  reader.read(std::as_writable_bytes(std::span(&checksum, 1)));
  if (checksum != expected) fail(file, "is damaged: its checksum does not fit its content");
  check(arrays, file);
  SearchState search = io::search_state_of(arrays.search, text("embeddings"), file);
  FitState state = state_of(std::move(arrays), text("fingerprint"));
  state.search = std::move(search);
  return state;
}

}  // namespace sosi
