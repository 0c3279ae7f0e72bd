// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sosi/fit/fit.hpp"

namespace sosi {

inline constexpr std::string_view kSosi = "sosi";
inline constexpr std::uint64_t kPaperSeed = 0;
inline constexpr const char* kPaperEmbeddings[] = {"laplacian", "fisher"};
/// What the paper compares; the table of methods may have more.
inline constexpr const char* kPaperMethods[] = {"sosi", "rbf",        "lle",          "nystrom-modified",
                                                "nn",   "svm-linear", "svm-gaussian", "harmonic"};

/// The paper's settings for an embedding: mu = 0.01, scales by the regularizer (laplacian) or by the ratio
/// D/G (fisher), centers by confidence. The images have been normalized.
FitOptions paper_options(const std::string& embedding, int n_components);

/// The labels of one of the paper's random splits; `known` with all other rows unlabeled.
TrainingSet paper_split(const TrainingSet& known, int per_class, int split);

/// "4.2 %".
std::string percent_text(double share);

}  // namespace sosi
