// SPDX-License-Identifier: BSD-3-Clause
#include "data/sample_set.hpp"

#include <algorithm>

namespace sosi {

SampleSet::SampleSet(const Matrix& matrix, Rows rows, std::vector<int> classes)
    : matrix_(&matrix),
      rows_(std::move(rows)),
      classes_(std::move(classes)),
      members_(classes_.empty() ? 0 : std::ranges::max(classes_) + 1) {
  for (const Position position : labeled()) members_[classes_[position]].push_back(position);
}

std::vector<int> SampleSet::labels() const {
  std::vector<int> labels(size(), kUnlabeled);
  std::ranges::copy(classes_, labels.begin());
  return labels;
}

Index SampleSet::fewest_labels() const {
  const auto& fewest = *std::ranges::min_element(members_, {}, [](const Positions& m) { return m.size(); });
  return std::ssize(fewest);
}

Matrix SampleSet::gather(std::span<const Position> positions) const {
  Matrix samples(positions.size(), n_features());
  for (std::size_t i = 0; i < positions.size(); ++i) samples.row(i) = matrix_->row(rows_[positions[i]]);
  return samples;
}

Positions SampleSet::spread(Index n) const {
  Positions positions = labeled();
  const Positions others = spread_positions(n_labeled(), size(), n - n_labeled());
  positions.insert(positions.end(), others.begin(), others.end());
  return positions;
}

SampleSet SampleSet::part(std::span<const Position> positions) const {
  Rows rows;
  for (const Position position : positions) rows.push_back(rows_[position]);
  return {*matrix_, std::move(rows), classes_};
}

HeldOutSet without_labels(const SampleSet& samples, std::span<const Position> held_out) {
  std::vector<bool> is_held_out(samples.size(), false);
  for (const Position position : held_out) is_held_out[position] = true;
  Positions order;
  std::vector<int> classes;
  for (const Position position : samples.labeled()) {
    if (is_held_out[position]) continue;
    order.push_back(position);
    classes.push_back(samples.classes()[position]);
  }
  order.insert(order.end(), held_out.begin(), held_out.end());
  const Positions unlabeled = samples.unlabeled();
  order.insert(order.end(), unlabeled.begin(), unlabeled.end());
  Rows rows;
  for (const Position position : order) rows.push_back(samples.row(position));
  return {SampleSet(samples.matrix(), std::move(rows), std::move(classes)), std::move(order),
          static_cast<Index>(held_out.size())};
}

}  // namespace sosi
