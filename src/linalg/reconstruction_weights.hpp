// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/core/matrix.hpp"

namespace sosi {

/// The weights w with sum 1 that minimize w^T G w + r tr(G)/K ||w||², for the K x K inner products G of the
/// differences between a sample and its neighbors; equal where G is 0.
Vector reconstruction_weights(Matrix gram, double regularization);

}  // namespace sosi
