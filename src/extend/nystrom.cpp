// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "extend/methods.hpp"
#include "extend/reference_extension.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

struct NystromOptions {
  std::optional<double> nystrom_heat;
};

// Trick: the smallest distance is subtracted from all, which the quotient does not notice; its weight is 1,
// and nothing underflows to 0/0. A heat of 0 (all embedded samples coincide) means the nearest ones alone.
double weight(double squared_distance, double smallest, double heat) {
  const double excess = squared_distance - smallest;
  return excess > 0.0 ? std::exp(-excess / heat) : 1.0;
}

// The average of all coordinates, weighted by similarity.
class NystromExtension : public ReferenceExtension {
 public:
  NystromExtension(Matrix samples, Matrix coordinates, double heat)
      : ReferenceExtension(std::move(samples), std::move(coordinates)), heat_(heat) {
    if (!(heat >= 0.0) || !std::isfinite(heat)) throw InvalidInput("the heat must be a number at least 0");
  }

  std::string_view method() const override { return "nystrom"; }

  NamedArrays arrays() const override {
    return {{"samples", samples()}, {"coordinates", coordinates()}, {"heat", Matrix::Constant(1, 1, heat_)}};
  }

 private:
  Eigen::RowVectorXd coordinates_at(const Eigen::Ref<const Eigen::RowVectorXd>& /*sample*/,
                                    std::span<const double> squared_distances) const override {
    const double smallest = std::ranges::min(squared_distances);
    double sum = 0.0;
    Eigen::RowVectorXd found = Eigen::RowVectorXd::Zero(n_components());
    for (std::size_t j = 0; j < squared_distances.size(); ++j) {
      const double similarity = weight(squared_distances[j], smallest, heat_);
      sum += similarity;
      found += similarity * coordinates().row(static_cast<Index>(j));
    }
    return found / sum;
  }

  double heat_;
};

// The given heat, or the median squared distance between the samples; 0 when most of them coincide.
double heat_of(const MatrixView& samples, const NystromOptions& options, ThreadPool& threads) {
  if (options.nystrom_heat) return *options.nystrom_heat;
  Indices all(samples.rows());
  std::iota(all.begin(), all.end(), Index{0});
  return median_distances(squared_distances(samples, all, threads)).squared_distance;
}

}  // namespace

template <>
FieldTable<NystromOptions> field_table<NystromOptions>() {
  return {
      field("nystrom_heat", &NystromOptions::nystrom_heat, above(0),
            "heat parameter t of the weights exp(-squared distance/t); larger averages over more labeled "
            "samples; auto: the median squared distance between labeled samples"),
  };
}

ExtensionMethod nystrom_method() {
  return {.name = "nystrom",
          .class_name = "NystromExtension",
          .summary = "Gaussian weights of all labeled samples",
          .knobs = knobs_of<NystromOptions>(),
          .fit =
              [](const ExtensionProblem& problem, const OptionTexts& knobs, ThreadPool& threads) {
                const double heat = heat_of(problem.samples, read_options<NystromOptions>(knobs), threads);
                return FittedExtension{std::make_shared<NystromExtension>(
                    problem.samples, problem.embedding->coordinates, heat)};
              },
          .load = [](const NamedArrays& arrays) -> std::shared_ptr<const Extension> {
            const Matrix& heat = array_named(arrays, "heat");
            if (heat.size() != 1) throw InvalidInput("array 'heat' must hold one number");
            return std::make_shared<NystromExtension>(array_named(arrays, "samples"),
                                                      array_named(arrays, "coordinates"), heat(0));
          }};
}

}  // namespace sosi
