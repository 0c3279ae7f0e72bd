// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Files: everything in the library sosi::io.
#include "sosi/io/atomic_file.hpp"
#include "sosi/io/checkpoint_file.hpp"
#include "sosi/io/explanation_report.hpp"
#include "sosi/io/fit_report.hpp"
#include "sosi/io/labels_file.hpp"
#include "sosi/io/model_file.hpp"
#include "sosi/io/npy.hpp"
#include "sosi/io/samples.hpp"
#include "sosi/io/tables.hpp"
