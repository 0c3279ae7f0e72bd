// SPDX-License-Identifier: BSD-3-Clause
#include "table_flags.hpp"

#include <filesystem>

#include "sosi/core/errors.hpp"

namespace sosi::cli {

void TableFlags::add(CLI::App& command) {
  const auto add_columns = [&](const char* flag, std::vector<std::string>& names, const char* summary) {
    command.add_option(flag, names, summary)
        ->type_name("COLUMN[,COLUMN…]")
        ->group("Table")
        ->delimiter(',')
        ->allow_extra_args(false);
  };
  command.add_option("--id", rules.id, "column of a text table that names the rows in outputs; no feature")
      ->type_name("COLUMN")
      ->group("Table");
  add_columns("--columns", rules.columns,
              "columns that are features, by name, or by number from 1 [all but ids and labels]");
  add_columns("--ignore", rules.ignored, "columns that are no features");
  add_columns("--categories", rules.categories, "columns of text: one feature per distinct value");
  command
      .add_option_function<std::string>(
          "--missing",
          [this](const std::string& text) {
            rules.missing = OptionText<MissingValues>::parse(text);
            if (!rules.missing) {
              throw InvalidInput("missing = " + text + ": must be " + OptionText<MissingValues>::words());
            }
          },
          "fields without a value (blank, ?, NA, NaN, null …): refuse them, fill in the mean of the column, "
          "or "
          "drop the row [refuse; of a model, as it was fitted]")
      ->type_name(OptionText<MissingValues>::words())
      ->group("Table");
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code none;
  return a == b || std::filesystem::equivalent(a, b, none);
}

}  // namespace sosi::cli
