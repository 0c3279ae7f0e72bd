// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <optional>

#include "extend/methods.hpp"
#include "extend/reference_extension.hpp"
#include "extend/shared_options.hpp"
#include "extend/width_choice.hpp"

namespace sosi {

namespace {

// Trick: the smallest distance is subtracted from all, which the quotient does not notice; its weight is 1,
// and nothing underflows to 0/0. A heat of 0 (all embedded samples coincide) means the nearest ones alone.
double weight(double squared_distance, double smallest, double heat) {
  const double excess = squared_distance - smallest;
  return excess > 0.0 ? std::exp(-excess / heat) : 1.0;
}

// The average of all coordinates, weighted by similarity.
class ModifiedNystromExtension : public ReferenceExtension {
 public:
  ModifiedNystromExtension(Matrix samples, Matrix coordinates, double heat)
      : ReferenceExtension(std::move(samples), std::move(coordinates)), heat_(heat) {
    if (!(heat >= 0.0) || !std::isfinite(heat)) throw InvalidInput("the heat must be a number at least 0");
  }

  std::string_view method() const override { return "nystrom-modified"; }

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

}  // namespace

std::shared_ptr<const Extension> load_modified_nystrom(const NamedArrays& arrays) {
  const Matrix& heat = array_named(arrays, "heat");
  if (heat.size() != 1) throw InvalidInput("array 'heat' must hold one number");
  return std::make_shared<ModifiedNystromExtension>(array_named(arrays, "samples"),
                                                    array_named(arrays, "coordinates"), heat(0));
}

ExtensionMethod modified_nystrom_method() {
  return {.name = "nystrom-modified",
          .class_name = "ModifiedNystromExtension",
          .summary = "Gaussian weights of all labeled samples, which sum to 1",
          .knobs = knobs_of<HeatOptions>(),
          .fit =
              [](const ExtensionProblem& problem, const OptionTexts& knobs, ThreadPool& threads) {
                const MatrixView coordinates = problem.embedding->coordinates;
                const std::optional<double> given = read_options<HeatOptions>(knobs).nystrom_heat;
                const double heat =
                    given ? *given : heat_by_leave_one_out(problem.samples, coordinates, threads);
                return FittedExtension{
                    std::make_shared<ModifiedNystromExtension>(problem.samples, coordinates, heat)};
              },
          .load = load_modified_nystrom};
}

}  // namespace sosi
