// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/rounds/schedule.hpp"

#include <algorithm>
#include <cmath>

namespace sosi {

Index Schedule::n_trusted(int round) const {
  if (round == 0) return 0;
  const double part = static_cast<double>(round) / (n_rounds - 1);
  const double wanted = part * stop_fraction * static_cast<double>(n_unlabeled);
  return std::min(static_cast<Index>(std::floor(wanted + 0.5)), n_unlabeled);
}

Index Schedule::n_unlabeled_centers(int round) const {
  return std::min(n_trusted(round), most_centers - n_labeled);
}

Indices Schedule::sizes() const {
  Indices sizes;
  for (int round = 0; round < n_rounds; ++round) sizes.push_back(n_centers(round));
  return sizes;
}

}  // namespace sosi
