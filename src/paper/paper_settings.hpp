// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sosi/paper/experiments.hpp"
#include "sosi/io/atomic_file.hpp"

namespace sosi {

inline constexpr int kPaperSplits = 5;
inline constexpr std::uint64_t kPaperSeed = 0;
inline constexpr EmbeddingMethod kPaperEmbeddings[] = {EmbeddingMethod::laplacian, EmbeddingMethod::fisher};

/// The paper's settings for an embedding: mu = 0.01, scales by the regularizer (laplacian) or by the ratio
/// D/G (fisher), centers by confidence. The images have been normalized.
FitOptions paper_options(EmbeddingMethod embedding, int n_components);

/// The labels of one of the paper's random splits; `known` with all other rows unlabeled.
TrainingSet paper_split(const TrainingSet& known, int per_class, int split);

/// "laplacian", "fisher".
std::string name_of(EmbeddingMethod embedding);

/// "4.2 %".
std::string percent_text(double share);

ExperimentReport run_toy(const ExperimentContext& context);
ExperimentReport run_embeddings(const ExperimentContext& context);
ExperimentReport run_yale_errors(const ExperimentContext& context);
ExperimentReport run_eth_errors(const ExperimentContext& context);
ExperimentReport run_coil_errors(const ExperimentContext& context);
ExperimentReport run_yale_progress(const ExperimentContext& context);
ExperimentReport run_scale_curves(const ExperimentContext& context);

}  // namespace sosi
