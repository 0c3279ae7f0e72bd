// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/report_json.hpp"
#include "sosi/io/fit_report.hpp"

namespace sosi {

/// The members of a report about the theory of a model and the geometry of samples, as far as there are any.
ReportJson theory_json(const Model& model, const ReportDetails& details);

}  // namespace sosi
