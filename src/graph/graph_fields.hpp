// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "sosi/core/options.hpp"

// Options that several structs of options have.
namespace sosi {

/// The heat parameter of every graph on the labeled samples.
template <class Options>
Field<Options> heat_field(std::optional<double> Options::*member) {
  return field("heat", member, above(0),
               "heat parameter t of the edge weights exp(-squared distance/t); larger makes weights more "
               "equal; auto: the median squared distance between labeled samples");
}

/// The neighbors of a labeled sample in its class.
template <class Options>
Field<Options> n_neighbors_within_field(std::optional<int> Options::*member) {
  return field("n_neighbors_within", member, at_least(1),
               "number of nearest neighbors of the same class per labeled sample; larger makes each class "
               "more compact; auto: 5");
}

}  // namespace sosi
