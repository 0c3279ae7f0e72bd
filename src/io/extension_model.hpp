// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <iosfwd>
#include <string>

#include "io/bytes/safetensors.hpp"
#include "io/model_metadata.hpp"

namespace sosi::io {

/// Writes a model whose extension is not rbf: the extension's arrays by name, then what all models have.
void write_extension_model(std::ostream& out, const Model& model, const ModelTexts& texts,
                           const std::string& file);

/// Reads such a model; trusts nothing in the file.
Model read_extension_model(SafetensorsReader& reader, NormalizationKind normalization);

}  // namespace sosi::io
