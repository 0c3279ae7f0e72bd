// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/embed/embedding.hpp"

#include <algorithm>

#include "embed/methods.hpp"
#include "linalg/lapack.hpp"
#include "sosi/core/owned_knobs.hpp"

namespace sosi {

namespace {

// Options of one searched method come first, then those of several, then those of methods on request.
int turn_of(const OwnedKnob& knob) {
  const auto n_searched = std::ranges::count_if(
      knob.owners, [](const std::string& name) { return embeddings().named(name).search_rank.has_value(); });
  return n_searched == 0 ? 2 : n_searched > 1 ? 1 : 0;
}

void append_knobs(FieldTable<EmbeddingOptions>& table) {
  std::vector<OwnedKnob> listed = owned_knobs(embeddings());
  std::ranges::stable_sort(listed, {}, turn_of);
  for (const OwnedKnob& one : listed) {
    table.push_back(field_of(one.knob, &EmbeddingOptions::embedding_knobs, "Embedding", one.owners));
  }
}

Field<EmbeddingOptions> method_field() {
  const std::string accepts = "auto or " + embeddings().names("|");
  const auto check = [accepts](const EmbeddingOptions& options) {
    if (options.embedding && embeddings().find(*options.embedding) == nullptr) {
      detail::reject_option("embedding", *options.embedding, accepts);
    }
  };
  return {"embedding",
          accepts,
          "how the labeled samples are embedded; auto: found by the search with rounds = auto, else " +
              default_embedding(),
          [](const EmbeddingOptions& options) { return options.embedding.value_or("auto"); },
          [check](EmbeddingOptions& options, std::string_view text) {
            options.embedding.reset();
            if (text != "auto") options.embedding = text;
            check(options);
          },
          check};
}

}  // namespace

Registry<EmbeddingMethod>& embeddings() {
  static Registry<EmbeddingMethod> table(
      "embedding",
      {laplacian_method(), fisher_method(), precomputed_method(), eigenmaps_method(), isomap_method(),
       lle_embedding_method(), mds_method(), pca_method(), lpp_method(), olpp_method(), lda_method(),
       mfa_method(), lfda_method(), linear_laplacian_method(), linear_fisher_method(), nsse_method()});
  return table;
}

const std::string& default_embedding() {
  const std::vector<const EmbeddingMethod*> all = embeddings().all();
  return (*std::ranges::find(all, std::optional(0), &EmbeddingMethod::search_rank))->name;
}

template <>
FieldTable<EmbeddingOptions> field_table<EmbeddingOptions>() {
  FieldTable<EmbeddingOptions> table = {
      method_field(), field("n_components", &EmbeddingOptions::n_components, at_least(1),
                            "number of dimensions of the embedding; auto: number of classes minus one")};
  append_knobs(table);
  for (Field<EmbeddingOptions>& one : table) one.group = "Embedding";
  return table;
}

Matrix EmbeddingProblem::samples() const {
  if (matrix == nullptr) throw InvalidInput("this embedding needs the samples, not their distances alone");
  return (*matrix)(Indices(rows.begin(), rows.end()), Eigen::all);
}

int default_components(int n_classes, Index n_labeled) {
  return static_cast<int>(std::min<Index>(std::max(n_classes - 1, 1), n_labeled - 1));
}

Embedding embed(const EmbeddingProblem& problem, const EmbeddingOptions& options) {
  validate(options);
  const lapack::SerialBlas serial;
  return embeddings()
      .named(options.embedding.value_or(default_embedding()))
      .embed(problem, options.embedding_knobs);
}

Embedding embed(const MatrixView& squared_distances, std::span<const int> classes,
                const EmbeddingOptions& options) {
  const int n_classes = std::ranges::max(classes) + 1;
  const MatrixSpan distances(squared_distances.data(), squared_distances.rows(), squared_distances.cols(),
                             Eigen::OuterStride<>(squared_distances.outerStride()));
  return embed({distances, classes,
                options.n_components.value_or(default_components(n_classes, squared_distances.rows()))},
               options);
}

}  // namespace sosi
