// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/CLI.hpp>
#include <stop_token>

namespace sosi::cli {

/// Each adds one verb with its flags to the program; the verb runs while the command line is parsed.
void add_fit(CLI::App& app, const std::stop_token& stop);
void add_predict(CLI::App& app, const std::stop_token& stop);
void add_transform(CLI::App& app, const std::stop_token& stop);
void add_embed(CLI::App& app, const std::stop_token& stop);
void add_scan(CLI::App& app, const std::stop_token& stop);
void add_compare(CLI::App& app, const std::stop_token& stop);
void add_reproduce(CLI::App& app, const std::stop_token& stop);
void add_inspect(CLI::App& app);
void add_explain(CLI::App& app);
void add_demo(CLI::App& app, const std::stop_token& stop);

}  // namespace sosi::cli
