// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/classify/sample_predictor.hpp"

#include <string>
#include <vector>

#include "classify/nearest_search.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/data/samples.hpp"

namespace sosi {

struct SamplePredictor::Content {
  RbfMap map;
  Normalization normalization;
  NearestSearch search;
  Matrix normalized;  // the sample
  std::vector<double> values;
};

SamplePredictor::SamplePredictor(const Model& model)
    : content_(std::make_unique<Content>(
          Content{model.map, model.normalization, NearestSearch(model.embedding, model.labels),
                  Matrix(1, model.map.n_features()), std::vector<double>(model.map.n_components())})) {}

SamplePredictor::~SamplePredictor() = default;
SamplePredictor::SamplePredictor(SamplePredictor&&) noexcept = default;
SamplePredictor& SamplePredictor::operator=(SamplePredictor&&) noexcept = default;

std::span<const double> SamplePredictor::transform(std::span<const double> sample) {
  Content& content = *content_;
  if (std::ssize(sample) != content.normalized.cols()) {
    throw InvalidInput("the sample has " + std::to_string(sample.size()) +
                       " columns; the model was fitted on " + std::to_string(content.normalized.cols()));
  }
  content.normalized = Eigen::Map<const Matrix>(sample.data(), 1, std::ssize(sample));
  check_samples(content.normalized);
  content.normalization.apply(content.normalized);
  content.map.evaluate_one({content.normalized.data(), sample.size()}, content.values);
  return content.values;
}

Decision SamplePredictor::predict(std::span<const double> sample) {
  const double* point = transform(sample).data();
  Decision decision{};
  content_->search.decide(std::span(&point, 1), &decision);
  return decision;
}

}  // namespace sosi
