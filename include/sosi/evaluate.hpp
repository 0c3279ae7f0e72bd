// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Comparisons and the paper's experiments: everything in the library sosi::evaluate.
#include "sosi/evaluate/comparison.hpp"
#include "sosi/evaluate/figures.hpp"
#include "sosi/evaluate/methods.hpp"
#include "sosi/evaluate/run_plan.hpp"
#include "sosi/evaluate/splits.hpp"
#include "sosi/evaluate/statistics.hpp"
#include "sosi/evaluate/svm.hpp"
#include "sosi/evaluate/text_table.hpp"
#include "sosi/paper/experiments.hpp"
#include "sosi/paper/paper_data.hpp"
#include "sosi/paper/reports.hpp"
