// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"
#include "io/text/csv.hpp"

void sosi::fuzz::read_input(std::span<const std::byte> input) {
  const std::string& path = as_file(input);
  attempt([&] { io::read_csv_samples({path, {}, {}}); });
  for (const MissingValues missing : {MissingValues::mean, MissingValues::drop}) {
    attempt([&] {
      const TableRules rules = {.labels = {"y"}, .id = "1", .categories = {"2"}, .missing = missing};
      io::read_csv_samples({.path = path, .array = {}, .where = {}, .table = rules});
    });
  }
  attempt([&] {
    const TableRules model = {.formats = {{"a"}, {"b", {"x", "y"}, {0.5, 0.5}}}};  // columns of a model
    io::read_csv_samples({.path = path, .array = {}, .where = {}, .table = model});
  });
  attempt([&] { io::read_csv_labels({path, {}}); });
  attempt([&] { io::read_csv_labels({path, "y"}); });  // a column by its name
}
