// SPDX-License-Identifier: BSD-3-Clause
#include "extend/methods.hpp"
#include "extend/reference_extension.hpp"
#include "graph/row_distances.hpp"
#include "linalg/reconstruction_weights.hpp"

namespace sosi {

namespace {

struct LleOptions {
  int lle_neighbors = 5;
  double lle_regularization = 1e-3;
};

// The combination of the nearest samples that reconstructs a sample (locally linear embedding), applied to
// their coordinates.
class LleExtension : public ReferenceExtension {
 public:
  LleExtension(Matrix samples, Matrix coordinates, const LleOptions& options)
      : ReferenceExtension(std::move(samples), std::move(coordinates)), options_(options) {}

  std::string_view method() const override { return "lle"; }

  NamedArrays arrays() const override {
    Matrix settings(1, 2);
    settings << options_.lle_neighbors, options_.lle_regularization;
    return {{"samples", samples()}, {"coordinates", coordinates()}, {"settings", settings}};
  }

 private:
  Eigen::RowVectorXd coordinates_at(const Eigen::Ref<const Eigen::RowVectorXd>& sample,
                                    std::span<const double> squared_distances) const override {
    const std::vector<Neighbor> neighbors = nearest(squared_distances, options_.lle_neighbors);
    Matrix differences(neighbors.size(), sample.size());
    for (std::size_t a = 0; a < neighbors.size(); ++a) {
      differences.row(a) = sample - samples().row(neighbors[a].second);
    }
    const Vector weights =
        reconstruction_weights(differences * differences.transpose(), options_.lle_regularization);
    Eigen::RowVectorXd found = Eigen::RowVectorXd::Zero(n_components());
    for (std::size_t a = 0; a < neighbors.size(); ++a) {
      found += weights(a) * coordinates().row(neighbors[a].second);
    }
    return found;
  }

  LleOptions options_;
};

}  // namespace

template <>
FieldTable<LleOptions> field_table<LleOptions>() {
  return {
      field(
          "lle_neighbors", &LleOptions::lle_neighbors, at_least(1),
          "number of nearest labeled samples that reconstruct a sample; larger makes the extension smoother"),
      field("lle_regularization", &LleOptions::lle_regularization, above(0),
            "regularization added to the diagonal of the local Gram matrix, relative to its mean; larger "
            "makes weights more equal"),
  };
}

ExtensionMethod lle_method() {
  return {.name = "lle",
          .class_name = "LLEExtension",
          .summary = "locally linear weights of the nearest labeled samples",
          .knobs = knobs_of<LleOptions>(),
          .fit =
              [](const ExtensionProblem& problem, const OptionTexts& knobs, ThreadPool& /*threads*/) {
                return FittedExtension{std::make_shared<LleExtension>(
                    problem.samples, problem.embedding->coordinates, read_options<LleOptions>(knobs))};
              },
          .load = [](const NamedArrays& arrays) -> std::shared_ptr<const Extension> {
            const Matrix& settings = array_named(arrays, "settings");
            if (settings.size() != 2) throw InvalidInput("array 'settings' must hold 2 numbers");
            LleOptions options;
            options.lle_neighbors = static_cast<int>(std::clamp(settings(0), 0.0, 1e9));
            options.lle_regularization = settings(1);
            validate(options);
            return std::make_shared<LleExtension>(array_named(arrays, "samples"),
                                                  array_named(arrays, "coordinates"), options);
          }};
}

}  // namespace sosi
