// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/paper/paper_data.hpp"

#include <map>
#include <set>
#include <span>

#include "sosi/core/errors.hpp"
#include "sosi/data/normalization.hpp"
#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"
#include "sosi/synthetic/lambert.hpp"
#include "sosi/synthetic/turntable.hpp"

namespace sosi {

namespace {

constexpr int kCoilViews = 71;
constexpr int kEthViews = 41;
constexpr int kEthObjects = 8;
constexpr std::uint64_t kFacesSeed = 0;
constexpr std::uint64_t kObjectsSeed = 0;
constexpr std::uint64_t kOtherObjectsSeed = 1;

/// A file that the paper's experiments read, and where its content can be had.
struct PaperFile {
  const char* name;
  const char* origin;
};

constexpr PaperFile kYale = {
    "extyaleb_20x17.npz",
    "the Extended Yale Face Database B (cropped images, vision.ucsd.edu/~leekc/ExtYaleDatabase), reduced to "
    "20 x 17 pixels, with arrays X, y, azimuth and elevation"};
constexpr PaperFile kEth = {
    "eth80_20x20.npz",
    "ETH-80 (datasets.d2.mpi-inf.mpg.de/eth80), gray, reduced to 20 x 20 pixels, with arrays X, y and obj, "
    "the number of the object within its category"};
constexpr PaperFile kCoil = {
    "coil20.npz",
    "COIL-20, the Columbia Object Image Library (www.cs.columbia.edu/CAVE/software/softlib/coil-20.php), "
    "reduced to 32 x 32 pixels, with arrays X and y"};

// Throws unless all files are there, naming those that are not and where to get them.
void require_files(const std::filesystem::path& folder, std::span<const PaperFile> files) {
  std::string missing;
  for (const PaperFile& file : files) {
    if (!std::filesystem::exists(folder / file.name))
      missing += (folder / file.name).string() + ": no such file; it holds " + file.origin + "; ";
  }
  if (!missing.empty()) throw IoError(missing + "'--data synthetic' takes synthetic images instead");
}

std::string required(const std::filesystem::path& folder, const PaperFile& file) {
  require_files(folder, {&file, 1});
  return (folder / file.name).string();
}

/// What the paper does with a set: dimension, label counts of its figure of errors, and of its other figures.
struct PaperUse {
  int n_components;
  std::vector<int> labeled_per_class;
  int usual_labeled_per_class;
};

PaperUse yale_use() {
  return {20, {6, 10, 15, 20, 29}, 10};
}

PaperUse eth_use() {
  return {15, {5, 7, 10, 14, 20}, 7};
}

PaperUse coil_use() {
  return {25, {4, 8, 12, 16, 20}, 8};
}

PaperSet make_set(std::string name, TrainingSet known, const PaperUse& use) {
  learn_normalization(known.samples, NormalizationKind::unit).apply(known.samples);
  return {std::move(name), std::move(known), use.n_components, use.labeled_per_class,
          use.usual_labeled_per_class};
}

// The rows of a file that are named, with their labels.
TrainingSet select(const SampleTable& table, const std::vector<std::string>& names, const Indices& rows) {
  TrainingSet known;
  std::vector<std::string> kept;
  for (const Index row : rows) {
    kept.push_back(names[row]);
    known.row_numbers.push_back(table.rows[row]);
  }
  known.samples = table.values(rows, Eigen::all);
  known.labels = encode_labels(kept);
  return known;
}

// The rows of the images whose class is counted, the first `per_class` of each class.
Indices first_of_each_class(const std::vector<std::string>& names, int per_class) {
  std::map<std::string, int> counts;
  Indices rows;
  for (std::size_t row = 0; row < names.size(); ++row) {
    if (++counts[names[row]] <= per_class) rows.push_back(static_cast<Index>(row));
  }
  return rows;
}

TrainingSet known_of(const ImageSet& images, const Indices& rows) {
  TrainingSet known;
  std::vector<std::string> names;
  for (const Index row : rows) names.push_back(std::to_string(images.classes[row]));
  known.samples = images.samples(rows, Eigen::all);
  known.labels = encode_labels(names);
  known.row_numbers = rows;
  return known;
}

// Evenly spaced images of every class of the first few.
Indices evenly_spaced(const ImageSet& images, int n_classes, int per_class) {
  const int available = static_cast<int>(images.samples.rows()) / (images.classes.back() + 1);
  Indices rows;
  for (int of_class = 0; of_class < n_classes; ++of_class) {
    for (int i = 0; i < per_class; ++i) rows.push_back(of_class * available + i * available / per_class);
  }
  return rows;
}

PaperSet synthetic_yale() {
  ThreadPool threads;
  const ImageSet images = make_lambert(kFacesSeed, threads);
  const int n_classes = images.classes.back() + 1;
  const int per_class = static_cast<int>(images.samples.rows()) / n_classes;
  return make_set("synthetic faces (lambert)", known_of(images, evenly_spaced(images, n_classes, per_class)),
                  yale_use());
}

PaperSet synthetic_eth() {
  ThreadPool threads;
  const ImageSet images = make_turntable(kOtherObjectsSeed, threads);
  return make_set("synthetic solids (few views)",
                  known_of(images, evenly_spaced(images, kEthObjects, kEthViews)), eth_use());
}

PaperSet synthetic_coil() {
  ThreadPool threads;
  const ImageSet images = make_turntable(kObjectsSeed, threads);
  std::vector<std::string> names;
  for (const int of_class : images.classes) names.push_back(std::to_string(of_class));
  return make_set("synthetic solids (turntable)", known_of(images, first_of_each_class(names, kCoilViews)),
                  coil_use());
}

PaperSet read_yale(const std::filesystem::path& folder) {
  const std::string path = required(folder, kYale);
  const SampleTable table = read_samples({path, {}, {"y=2..13"}});
  const std::vector<std::string> people = read_label_names({path, "y"}, table);
  const std::vector<std::string> azimuth = read_label_names({path, "azimuth"}, table);
  const std::vector<std::string> elevation = read_label_names({path, "elevation"}, table);
  std::map<std::pair<std::string, std::string>, std::set<std::string>> lit;
  for (std::size_t row = 0; row < people.size(); ++row)
    lit[{azimuth[row], elevation[row]}].insert(people[row]);
  const std::size_t n_people = std::set(people.begin(), people.end()).size();
  Indices rows;
  for (std::size_t row = 0; row < people.size(); ++row) {
    if (lit[{azimuth[row], elevation[row]}].size() == n_people) rows.push_back(static_cast<Index>(row));
  }
  return make_set("Extended Yale B faces", select(table, people, rows), yale_use());
}

PaperSet read_eth(const std::filesystem::path& folder) {
  const std::string path = required(folder, kEth);
  const SampleTable table = read_samples({path, {}, {"obj=0"}});
  const std::vector<std::string> names = read_label_names({path, "y"}, table);
  return make_set("ETH-80 objects", select(table, names, first_of_each_class(names, kEthViews)), eth_use());
}

PaperSet read_coil(const std::filesystem::path& folder) {
  const std::string path = required(folder, kCoil);
  const SampleTable table = read_samples({path, {}, {}});
  const std::vector<std::string> names = read_label_names({path, "y"}, table);
  return make_set("COIL-20 objects", select(table, names, first_of_each_class(names, kCoilViews)),
                  coil_use());
}

}  // namespace

double PaperSet::samples_per_class() const {
  return static_cast<double>(known.samples.rows()) / static_cast<double>(known.labels.classes.size());
}

PaperData PaperData::in_folder(const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder)) throw IoError(folder.string() + ": no such folder");
  return {[=] { return read_yale(folder); }, [=] { return read_eth(folder); },
          [=] { return read_coil(folder); }};
}

PaperData PaperData::synthetic() {
  return {synthetic_yale, synthetic_eth, synthetic_coil};
}

void check_paper_files(const std::filesystem::path& folder) {
  const PaperFile all[] = {kYale, kEth, kCoil};
  require_files(folder, all);
}

}  // namespace sosi
