// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/classify/progressive.hpp"

namespace sosi {

/// What somebody else knows about the unlabeled samples, and how far it is listened to.
struct Guidance {
  Labeler labeler = Labeler::map;
  const Matrix* probabilities = nullptr;  ///< a row for every unlabeled sample, a column for every class
};

/// What the harmonic function on the graph of the named rows says about the unlabeled ones; the first rows
/// have the given classes.
Matrix ask_graph(const Matrix& samples, std::span<const Index> rows, std::span<const int> classes,
                 ThreadPool& threads);

/// The labels and confidences that the rounds go by: the map's own, in the light of the guidance.
/// `class_distances` are those of f to the classes: see `nearest_by_class`.
Classification follow(const Guidance& guidance, Classification own, const Matrix& class_distances);

}  // namespace sosi
