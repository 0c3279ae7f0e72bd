// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sosi/io/samples.hpp"

namespace sosi {

/// Where labels come from: an array of whole numbers or names (.npy, .npz, .mat, IDX), text with one label a
/// line (.csv, .tsv, .txt, also with .gz), or LIBSVM text.
struct LabelSource {
  std::string path;
  /// The array of an .npz or .mat, or the column of a text file, by its name or its number from 1. Empty
  /// takes the only column of a text file; in an .npz `y`, else `labels`, else the only array of rank 1; in a
  /// .mat `y`, `labels`, `gnd` or `label`, else the only vector.
  std::string array;
};

/// The name on each row of the file, in UTF-8; empty where the row is unlabeled.
///
/// What means unlabeled: see `is_unlabeled`. Blanks around a name are no part of it. Whole numbers are named
/// by their digits, also when they are written as floating point (`1.0` is `1`).
std::vector<std::string> read_label_names(const LabelSource& source);

/// The name on each row of `samples`.
///
/// A file with as many rows as the samples' file gives those that were kept of it; one with as many rows as
/// were kept is taken whole. The first line of a text file with one more is a header, unless it is a label of
/// the others.
std::vector<std::string> read_label_names(const LabelSource& source, const SampleTable& samples);

/// Whether a file of samples is of a type that can hold their labels too; `IoError` when it is not there.
bool may_hold_labels(const std::string& samples_path);

}  // namespace sosi
