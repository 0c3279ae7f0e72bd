// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/embed/embedding.hpp"

namespace sosi {

// A row of the table of embeddings from each file.
EmbeddingMethod laplacian_method();
EmbeddingMethod fisher_method();
EmbeddingMethod precomputed_method();
EmbeddingMethod eigenmaps_method();
EmbeddingMethod isomap_method();
EmbeddingMethod lle_embedding_method();
EmbeddingMethod mds_method();
EmbeddingMethod pca_method();
EmbeddingMethod lpp_method();
EmbeddingMethod olpp_method();
EmbeddingMethod lda_method();
EmbeddingMethod mfa_method();
EmbeddingMethod lfda_method();
EmbeddingMethod linear_laplacian_method();
EmbeddingMethod linear_fisher_method();
EmbeddingMethod nsse_method();

}  // namespace sosi
