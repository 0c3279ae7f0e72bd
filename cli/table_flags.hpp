// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "sosi/io/samples.hpp"

namespace sosi::cli {

/// Which columns of a text table are features.
struct TableFlags {
  TableRules rules;

  void add(CLI::App& command);
};

/// Whether two paths lead to one file.
bool is_same_file(const std::string& a, const std::string& b);

}  // namespace sosi::cli
