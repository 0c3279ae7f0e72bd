// SPDX-License-Identifier: BSD-3-Clause
// The method stage by stage, as the paper tells it: graphs, embedding, scales, map, classification.
#include <cstdio>
#include <numeric>

#include "sosi/evaluate.hpp"
#include "sosi/io.hpp"
#include "sosi/sosi.hpp"

int main() {
  sosi::ThreadPool threads;
  sosi::ImageSet images = sosi::make_turntable(/*seed=*/2, threads);
  sosi::learn_normalization(images.samples, sosi::NormalizationKind::unit).apply(images.samples);
  const std::vector<int> labels = sosi::keep_labels(images.classes, /*per_class=*/9, /*seed=*/2);

  sosi::Indices labeled;
  std::vector<int> classes;
  for (std::size_t row = 0; row < labels.size(); ++row) {
    if (labels[row] == sosi::kUnlabeled) continue;
    labeled.push_back(static_cast<sosi::Index>(row));
    classes.push_back(labels[row]);
  }
  const sosi::Matrix centers = images.samples(labeled, Eigen::all);

  // Distances between the labeled samples are all that graphs and embedding need.
  const sosi::Matrix distances = sosi::squared_distances(images.samples, labeled, threads);
  sosi::EmbeddingOptions embedding_options;
  embedding_options.embedding = "laplacian";
  const sosi::Embedding embedding = sosi::embed(distances, classes, embedding_options);
  std::printf("%td labeled samples in %td dimensions, smallest eigenvalue %.4f\n",
              embedding.coordinates.rows(), embedding.coordinates.cols(), embedding.eigenvalues(0));

  // One scale for each dimension, by leave-one-out.
  const double median = sosi::median_distances(distances).distance;
  const sosi::ScaleProblem problem{&centers, &distances, &embedding.coordinates, classes};
  const sosi::ChosenScales chosen = sosi::choose_scales(problem, median, {}, threads);
  std::printf("scales %.2f to %.2f times the median distance\n", chosen.scales.minCoeff() / median,
              chosen.scales.maxCoeff() / median);

  // The map through the labeled samples, and the nearest labeled embedding of every sample.
  const sosi::RbfFit fitted =
      sosi::fit_rbf(centers, embedding.coordinates, chosen.scales, /*ridge=*/0.0, threads);
  const sosi::Matrix embedded = fitted.map.evaluate(images.samples, threads);
  const sosi::Classification found =
      sosi::classify_nearest(embedded, embedding.coordinates, classes, threads);
  std::printf("plain RBF map: %.1f %% wrong, interpolation error %.1e\n",
              100.0 * sosi::error_rate(found.classes, images.classes, labels).value_or(0.0),
              fitted.diagnostics.interpolation_error);
  return fitted.diagnostics.interpolation_error < 1e-8 ? 0 : 1;
}
