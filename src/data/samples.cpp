// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/data/samples.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <unordered_map>

#include "data/row_hash.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/options.hpp"

namespace sosi {

namespace {

std::string name_of(Index row, RowNumbers numbers) {
  return std::to_string(numbers.empty() ? row : numbers[row]);
}

// The rows seen so far, by content.
class DistinctRows {
 public:
  explicit DistinctRows(const MatrixView& samples) : samples_(samples) {}

  /// The first row equal to row i; i itself when it is new.
  Index first_equal(Index i) {
    const double* row = samples_.row(i).data();
    const Index n = samples_.cols();
    const std::uint64_t hash = hash_row(row, n);
    const auto [begin, end] = seen_.equal_range(hash);
    for (auto it = begin; it != end; ++it) {
      if (std::equal(row, row + n, samples_.row(it->second).data())) return it->second;
    }
    seen_.emplace(hash, i);
    return i;
  }

 private:
  const MatrixView& samples_;
  std::unordered_multimap<std::uint64_t, Index> seen_;
};

void check_labels(const MatrixView& samples, const Labels& labels) {
  if (samples.rows() != std::ssize(labels.values)) {
    throw InvalidInput("there are " + std::to_string(samples.rows()) + " samples but " +
                       std::to_string(labels.values.size()) + " labels: must be one per row");
  }
  std::set<int> present(labels.values.begin(), labels.values.end());
  present.erase(kUnlabeled);
  if (present.empty())
    throw InvalidInput("no sample is labeled: at least two classes with one label each are needed");
  if (*present.begin() < 0 || *present.rbegin() >= std::ssize(labels.classes)) {
    throw InvalidInput("a label is outside 0 to " + std::to_string(labels.classes.size() - 1));
  }
  if (present.size() == 1) {
    throw InvalidInput("all labeled samples are of class '" + labels.classes[*present.begin()] +
                       "': at least two classes are needed (-1 means unlabeled)");
  }
  for (int c = 0; c < std::ssize(labels.classes); ++c) {
    if (!present.contains(c)) throw InvalidInput("class '" + labels.classes[c] + "' has no labeled sample");
  }
}

}  // namespace

void check_samples(const MatrixView& samples, RowNumbers numbers) {
  if (samples.rows() == 0 || samples.cols() == 0) {
    throw InvalidInput("the samples are empty: " + std::to_string(samples.rows()) + " rows, " +
                       std::to_string(samples.cols()) + " columns");
  }
  for (Index i = 0; i < samples.rows(); ++i) {
    for (Index j = 0; j < samples.cols(); ++j) {
      const double value = samples(i, j);
      if (std::abs(value) <= kLargestValue) continue;
      throw InvalidInput("samples: row " + name_of(i, numbers) + ", column " + std::to_string(j) +
                         " (from 0) is " + OptionText<double>::format(value) +
                         ": must be a finite number of magnitude at most " +
                         OptionText<double>::format(kLargestValue));
    }
  }
}

Indices first_equal_rows(const MatrixView& samples) {
  DistinctRows distinct(samples);
  Indices first(samples.rows());
  for (Index i = 0; i < samples.rows(); ++i) first[i] = distinct.first_equal(i);
  return first;
}

Rows Partition::rows() const {
  Rows all = labeled;
  all.insert(all.end(), unlabeled.begin(), unlabeled.end());
  return all;
}

Indices unlabel_conflicts(const MatrixView& samples, Labels& labels) {
  if (samples.rows() != std::ssize(labels.values)) return {};  // for `partition_rows` to say
  DistinctRows distinct(samples);
  std::vector<bool> is_conflict(samples.rows(), false);
  Indices first(samples.rows(), 0);
  for (const Index row : labeled_rows(labels.values)) {
    first[row] = distinct.first_equal(row);
    if (labels.values[first[row]] != labels.values[row]) is_conflict[first[row]] = true;
  }
  Indices conflicts;
  for (const Index row : labeled_rows(labels.values)) {
    if (!is_conflict[first[row]]) continue;
    conflicts.push_back(row);
    labels.values[row] = kUnlabeled;
  }
  return conflicts;
}

Partition partition_rows(const MatrixView& samples, const Labels& labels, RowNumbers numbers) {
  check_labels(samples, labels);
  Partition partition;
  partition.position.resize(samples.rows());
  DistinctRows distinct(samples);
  const auto place = [&](Index i, Rows& group, Index offset) {
    const Index first = distinct.first_equal(i);
    if (first == i) {
      partition.position[i] = Position(offset + std::ssize(group));
      group.emplace_back(i);
    } else {
      partition.position[i] = partition.position[first];
      ++partition.n_duplicates;
    }
    return first;
  };
  for (Index i = 0; i < samples.rows(); ++i) {
    if (labels.values[i] == kUnlabeled) continue;
    const Index first = place(i, partition.labeled, 0);
    if (labels.values[first] != labels.values[i]) {
      throw InvalidInput("rows " + name_of(first, numbers) + " and " + name_of(i, numbers) +
                         " (from 0) are equal but labeled '" + labels.classes[labels.values[first]] +
                         "' and '" + labels.classes[labels.values[i]] +
                         "': conflicts = unlabel uses neither label");
    }
  }
  for (Index i = 0; i < samples.rows(); ++i) {
    if (labels.values[i] == kUnlabeled) place(i, partition.unlabeled, std::ssize(partition.labeled));
  }
  return partition;
}

}  // namespace sosi
