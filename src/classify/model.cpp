// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/classify/model.hpp"

#include <string>

#include "sosi/core/errors.hpp"
#include "sosi/data/samples.hpp"

namespace sosi {

Matrix Model::transform(Matrix samples, ThreadPool& threads) const {
  check_samples(samples);
  if (samples.cols() != map.n_features()) {
    throw InvalidInput("the samples have " + std::to_string(samples.cols()) +
                       " columns; the model was fitted on " + std::to_string(map.n_features()));
  }
  normalization.apply(samples);
  return map.evaluate(samples, threads);
}

Classification Model::predict(Matrix samples, ThreadPool& threads) const {
  return classify_nearest(transform(std::move(samples), threads), embedding, labels, threads);
}

}  // namespace sosi
