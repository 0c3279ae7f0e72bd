// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>

#include "sosi/model/model.hpp"

namespace sosi {

/// What is found about one sample.
struct SamplePrediction : Decision {
  double probability;
  bool is_far;
};

/// Labels one sample at a time, with the bits of `Model::predict`. For models extended by radial basis
/// functions, all the memory it needs is taken when it is made. Every thread needs one of its own.
class SamplePredictor {
 public:
  explicit SamplePredictor(const Model& model);
  ~SamplePredictor();
  SamplePredictor(SamplePredictor&&) noexcept;
  SamplePredictor& operator=(SamplePredictor&&) noexcept;

  /// The class of one sample, its confidence and probability, and whether the sample is far.
  SamplePrediction predict(std::span<const double> sample);

  /// The probability of every class for one sample; good until the next call.
  std::span<const double> probabilities(std::span<const double> sample);

  /// f of one sample; good until the next call.
  std::span<const double> transform(std::span<const double> sample);

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

}  // namespace sosi
