// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/sample_predictor.hpp"

#include <string>
#include <vector>

#include "classify/nearest_search.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/data/samples.hpp"

namespace sosi {

struct SamplePredictor::Content {
  Model model;
  NearestSearch search;
  Matrix normalized;  // the sample
  std::vector<double> values;
  std::vector<double> by_class;       // squared distances
  std::vector<double> probabilities;  // of every class
  double squared_distance = 0.0;      // to the nearest sample of the fit
};

SamplePredictor::SamplePredictor(const Model& model)
    : content_(
          std::make_unique<Content>(Content{.model = model,
                                            .search = NearestSearch(model.embedding(), model.labels()),
                                            .normalized = Matrix(1, model.n_features()),
                                            .values = std::vector<double>(model.n_components()),
                                            .by_class = std::vector<double>(model.classes().size()),
                                            .probabilities = std::vector<double>(model.classes().size())})) {}

SamplePredictor::~SamplePredictor() = default;
SamplePredictor::SamplePredictor(SamplePredictor&&) noexcept = default;
SamplePredictor& SamplePredictor::operator=(SamplePredictor&&) noexcept = default;

std::span<const double> SamplePredictor::transform(std::span<const double> sample) {
  Content& content = *content_;
  if (std::ssize(sample) != content.normalized.cols()) {
    throw InvalidInput("the sample has " + std::to_string(sample.size()) + " features; the model expects " +
                       std::to_string(content.normalized.cols()));
  }
  content.normalized = Eigen::Map<const Matrix>(sample.data(), 1, std::ssize(sample));
  check_samples(content.normalized);
  content.model.normalization().apply(content.normalized);
  content.squared_distance =
      content.model.extension().evaluate_one({content.normalized.data(), sample.size()}, content.values);
  return content.values;
}

std::span<const double> SamplePredictor::probabilities(std::span<const double> sample) {
  const double* point = transform(sample).data();
  Content& content = *content_;
  const auto center = content.model.remembered_center({content.normalized.data(), sample.size()});
  if (center) {
    const auto row = content.model.center_probabilities().row(*center);
    return {row.data(), static_cast<std::size_t>(row.size())};
  }
  content.search.measure(std::span(&point, 1), content.by_class.data());
  class_probabilities(content.by_class, content.model.calibration(), content.probabilities);
  return content.probabilities;
}

SamplePrediction SamplePredictor::predict(std::span<const double> sample) {
  const std::span<const double> found = probabilities(sample);
  Content& content = *content_;
  const double* point = content.values.data();
  Decision decision{};
  content.search.decide(std::span(&point, 1), &decision);
  if (found.data() != content.probabilities.data()) decision.of_class = most_probable(found);
  return {decision, found[decision.of_class], content.model.calibration().is_far(content.squared_distance)};
}

}  // namespace sosi
