// SPDX-License-Identifier: BSD-3-Clause
#include "extend/shared_options.hpp"

namespace sosi {

template <>
FieldTable<HeatOptions> field_table<HeatOptions>() {
  return {
      field("nystrom_heat", &HeatOptions::nystrom_heat, above(0),
            "heat parameter t of the weights exp(-squared distance/t); larger averages over more labeled "
            "samples; auto: where the average over the other samples agrees best with the coordinates of "
            "each, of 1e-3 to 4 times the median squared distance between labeled samples"),
  };
}

template <>
FieldTable<WidthOptions> field_table<WidthOptions>() {
  return {
      field(
          "kernel_width", &WidthOptions::kernel_width, above(0),
          "width of the Gaussian kernel of krr, gp, sparse-rkhs, geometric-harmonics and of the first level "
          "of laplacian-pyramid, in units of the median distance between labeled samples; larger makes the "
          "map smoother; auto: by the rule of the method"),
  };
}

template <>
FieldTable<RidgeOptions> field_table<RidgeOptions>() {
  return {
      field("regression_ridge", &RidgeOptions::regression_ridge, at_least(0),
            "ridge of a regression, relative to the mean of what it is added to; larger makes the map "
            "smoother and follows the coordinates less closely; auto: the smallest leave-one-out error, with "
            "gp the largest likelihood"),
  };
}

}  // namespace sosi
