// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/embed/embedding.hpp"

namespace sosi {

template <>
const FieldTable<EmbeddingOptions>& field_table<EmbeddingOptions>() {
  static const FieldTable<EmbeddingOptions> table = [] {
    FieldTable<EmbeddingOptions> fields = {
        field(
            "embedding", &EmbeddingOptions::embedding, any_number(),
            "how the labeled samples are embedded: supervised Laplacian eigenmaps, the Fisher-like ratio, or "
            "coordinates of your own; auto: decided with rounds = auto, else fisher"),
        field("n_components", &EmbeddingOptions::n_components, at_least(1),
              "dimensions of the embedding; auto: one less than the classes"),
        field("between_weight", &EmbeddingOptions::between_weight, at_least(0),
              "mu, how strongly the laplacian embedding pushes classes apart"),
        field("fisher_epsilon", &EmbeddingOptions::fisher_epsilon, above(0),
              "ridge of the fisher embedding's denominator; larger keeps more of each class's inner shape"),
        field("seed", &EmbeddingOptions::seed, at_least(0),
              "start of the iterative eigensolver, used for more than 2000 labeled samples; nothing else is "
              "random"),
    };
    append_fields(fields, &EmbeddingOptions::graph);
    return fields;
  }();
  return table;
}

}  // namespace sosi
