// SPDX-License-Identifier: BSD-3-Clause
#include "plot/figure_picture.hpp"

#include "plot/curves_picture.hpp"
#include "plot/fields_picture.hpp"
#include "plot/spaces_picture.hpp"

namespace sosi::plot {

namespace {

struct Draw {
  const std::filesystem::path& base;

  void operator()(const CurvesFigure& figure) const { draw_curves(base, figure); }
  void operator()(const FieldsFigure& figure) const { draw_fields(base, figure); }
  void operator()(const SpacesFigure& figure) const { draw_spaces(base, figure); }
};

}  // namespace

void draw_figure(const std::filesystem::path& base, const Figure& figure) {
  std::visit(Draw{base}, figure);
}

}  // namespace sosi::plot
