// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/core/options.hpp"
#include "sosi/core/parallel.hpp"
#include "sosi/core/registry.hpp"
#include "sosi/embed/embedding.hpp"
#include "sosi/kernel/rbf_map.hpp"

namespace sosi {

/// The numbers of a learned map by name: what a model file holds of it.
using NamedArrays = std::vector<std::pair<std::string, Matrix>>;

/// The array of that name; throws `InvalidInput` when there is none.
const Matrix& array_named(const NamedArrays& arrays, std::string_view name);

/// An embedding extended to all of space. Immutable.
class Extension {
 public:
  virtual ~Extension() = default;

  /// Its name in the table of extensions.
  virtual std::string_view method() const = 0;
  virtual Index n_features() const = 0;
  virtual Index n_components() const = 0;

  /// The coordinates of every row, and its squared distance to the nearest sample of the fit that the
  /// extension keeps; 0 where it keeps none. The bits of a row's result depend on that row alone: not on its
  /// neighbors in the batch, nor on the number of threads.
  virtual MapValues evaluate(const MatrixView& samples, ThreadPool& threads) const = 0;

  /// The same for one sample, into `values`; returns the squared distance.
  virtual double evaluate_one(std::span<const double> sample, std::span<double> values) const;

  /// The variance of every coordinate of every row; throws `InvalidInput` where the method has none.
  virtual Matrix variances(const MatrixView& samples, ThreadPool& threads) const;

  /// Everything that `load` of its table row needs.
  virtual NamedArrays arrays() const = 0;
};

/// What an extension is learned from; refers to what the caller keeps.
struct ExtensionProblem {
  MatrixSpan samples;  ///< one per row
  const Embedding* embedding;
};

/// A learned extension and how well its systems could be solved.
struct FittedExtension {
  std::shared_ptr<const Extension> extension;
  KernelDiagnostics diagnostics = {};
  Index n_duplicates = 0;  ///< samples merged with an equal one; their coordinates are averaged
};

/// A way to extend an embedding: one row of a table.
struct ExtensionMethod {
  std::string name;        ///< in options, files and reports
  std::string class_name;  ///< of its Python class
  std::string summary;
  std::vector<Knob> knobs;
  std::function<FittedExtension(const ExtensionProblem& problem, const OptionTexts& knobs,
                                ThreadPool& threads)>
      fit;
  /// Makes an extension of its arrays; throws `InvalidInput` when they do not fit each other.
  std::function<std::shared_ptr<const Extension>(const NamedArrays& arrays)> load;
};

/// The table of extensions: the only place that knows which there are. Programs may add rows.
Registry<ExtensionMethod>& extensions();

/// The extension whose rounds `fit` can run.
inline constexpr const char* kRbfExtension = "rbf";

struct ExtensionOptions {
  std::string extension = kRbfExtension;
  OptionTexts extension_knobs;  ///< of the methods, by name; those not given have their defaults
};

/// Without the knobs of `rbf`, which are `ScaleOptions`.
template <>
FieldTable<ExtensionOptions> field_table<ExtensionOptions>();

/// Learns an extension by the method of that name. Samples and coordinates must be finite and as many.
FittedExtension extend(const ExtensionProblem& problem, std::string_view method, const OptionTexts& knobs,
                       ThreadPool& threads);

}  // namespace sosi
