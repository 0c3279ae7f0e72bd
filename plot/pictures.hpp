// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/synthetic/image_set.hpp"

namespace sosi {

// Every picture is written as BASE.svg and BASE.png by the program gnuplot. Files of that name are replaced
// only once the new pictures are complete. Throws `IoError` when gnuplot is missing or a file cannot be
// written.

/// Draws one row of images a class, evenly chosen from the class; of very many classes, evenly chosen ones.
void draw_contact_sheet(const std::filesystem::path& base, const ImageSet& images);

/// Where unlabeled samples land in an embedding at one moment: a panel of the picture.
struct Landing {
  std::string title;
  Matrix unlabeled;          ///< one sample a row, two coordinates or more
  std::vector<int> classes;  ///< predicted; `kUnlabeled` draws a gray dot
  std::vector<bool> wrong;   ///< empty where the truth is not known
};

/// Labeled samples in their embedding, and unlabeled ones as they land.
struct EmbeddingPicture {
  Matrix labeled;  ///< one sample a row, two coordinates or more
  std::vector<int> labeled_classes;
  std::vector<std::string> class_names;  ///< one for each class
  std::vector<Landing> landings;         ///< a panel each, from left to right
};

/// Draws the first two coordinates of every landing side by side: labeled samples as large outlined marks,
/// unlabeled ones as small marks, wrong ones crossed.
void draw_embedding(const std::filesystem::path& base, const EmbeddingPicture& picture);

/// What happened in the rounds of a progressive run, an entry a round.
struct RoundsPicture {
  /// Another method's error, drawn as a horizontal line.
  struct Reference {
    std::string name;
    double error_percent = 0.0;
  };

  std::vector<double> centers;
  std::vector<double> error_percent;
  std::vector<double> median_confidence;
  std::vector<Reference> references;
};

/// Draws error and confidence against the number of centers.
void draw_rounds(const std::filesystem::path& base, const RoundsPicture& picture);

/// A line through points; where a value is not finite, the line has a gap.
struct Curve {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> deviation;  ///< half the height of an error bar; empty: no bars
};

enum class AxisKind { linear, logarithmic };

/// Axes with curves.
struct CurvePanel {
  std::string title;
  std::string x_label;
  std::string y_label;
  AxisKind x_axis = AxisKind::linear;
  std::vector<Curve> curves;
  std::vector<double> marks;  ///< x of vertical lines, such as a chosen scale
};

/// Panels in rows of `n_columns`; a name has the same line in all panels, and the first one is emphasized.
struct CurvesPicture {
  std::vector<CurvePanel> panels;
  int n_columns = 2;
};

/// Draws curves over common axes, with one key for all panels. Where no y is negative, the axis begins at 0.
void draw_curves(const std::filesystem::path& base, const CurvesPicture& picture);

/// A function over a rectangle.
struct FieldPanel {
  std::string title;
  Matrix values;  ///< at evenly spaced points, edges included; row 0 is the lowest y
};

/// Functions over the same rectangle of the plane, and the samples of some classes on it.
struct FieldPicture {
  double left = 0.0;
  double right = 1.0;
  double bottom = 0.0;
  double top = 1.0;
  double limit = 1.0;  ///< values are shown as if they were within [-limit, limit]
  std::vector<FieldPanel> panels;
  Matrix samples;  ///< one sample a row, two coordinates
  std::vector<int> classes;
  std::vector<Matrix> outlines;  ///< polylines such as the true manifolds: one a class, a point a row
};

/// Draws the functions side by side in shades common to all, with a contour at 0 and the samples on top.
void draw_fields(const std::filesystem::path& base, const FieldPicture& picture);

/// Samples in an embedding: a panel of the picture.
struct SpacePanel {
  std::string title;
  Matrix coordinates;  ///< one sample a row, three coordinates or more
};

/// The same samples in some embeddings.
struct SpacePicture {
  std::vector<SpacePanel> panels;
  std::vector<int> classes;
  std::vector<std::string> class_names;  ///< one for each class
};

/// Draws the first three coordinates of every panel side by side.
void draw_spaces(const std::filesystem::path& base, const SpacePicture& picture);

}  // namespace sosi
