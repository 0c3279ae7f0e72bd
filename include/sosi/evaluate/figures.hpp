// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "sosi/core/matrix.hpp"

namespace sosi {

/// A line through points; where a value is not finite, the line has a gap.
struct Curve {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> deviation;  ///< half the height of an error bar; empty: no bars
};

/// How an axis is divided.
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
struct CurvesFigure {
  std::vector<CurvePanel> panels;
  int n_columns = 2;
};

/// A function over a rectangle.
struct FieldPanel {
  std::string title;
  Matrix values;  ///< at evenly spaced points, edges included; row 0 is the lowest y
};

/// Functions over the same rectangle of the plane, and the samples of some classes on it.
struct FieldsFigure {
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

/// Samples in an embedding.
struct SpacePanel {
  std::string title;
  Matrix coordinates;  ///< one sample a row, three coordinates or more
};

/// The same samples in some embeddings.
struct SpacesFigure {
  std::vector<SpacePanel> panels;
  std::vector<int> classes;
  std::vector<std::string> class_names;  ///< one for each class
};

/// What a picture shows, as data; whoever has it decides how it is drawn.
using Figure = std::variant<CurvesFigure, FieldsFigure, SpacesFigure>;

}  // namespace sosi
