// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <iosfwd>

#include "sosi/fit/fit.hpp"

namespace sosi {

/// Everything a fit found and how it went, as JSON: labels (whole numbers where all classes are, null where
/// none was decided on), confidence and probability (null where the label was given, "inf" where infinite),
/// the expected error and its interval, scales, rounds, seconds, memory, diagnostics, options.
void write_fit_report(std::ostream& out, const FitResult& result, const Labels& given);

/// What a model is made of, as JSON.
void write_model_report(std::ostream& out, const Model& model);

}  // namespace sosi
