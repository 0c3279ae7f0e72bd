// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"
#include "io/text/csv.hpp"

void sosi::fuzz::read_input(std::span<const std::byte> input) {
  const std::string& path = as_file(input);
  attempt([&] { io::read_csv_samples({path, {}, {}}); });
  attempt([&] { io::read_csv_labels({path, {}}); });
  attempt([&] { io::read_csv_labels({path, "y"}); });  // a column by its name
}
