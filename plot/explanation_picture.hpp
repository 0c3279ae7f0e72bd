// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "sosi/io/explanation_report.hpp"

namespace sosi::plot {

/// Throws `InvalidInput` unless the samples of the model are images.
void check_pictured(const Model& model);

/// Draws for every explanation, into one file: the image, a row of `samples` each; the nearest labeled images
/// and that of the runner-up; the nearest images of the fit; at most ten of a kind, with labels, distances
/// and probabilities. Every image has its own scale of gray.
void draw_explanations(const std::filesystem::path& file, const ExplanationReport& report,
                       const Matrix& samples);

}  // namespace sosi::plot
