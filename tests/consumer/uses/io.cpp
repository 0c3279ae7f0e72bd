// SPDX-License-Identifier: BSD-3-Clause
#include <fstream>
#include <sosi/io.hpp>

int main() {
  const sosi::Matrix written = sosi::Matrix::Identity(3, 2);
  std::ofstream file("written.npy", std::ios::binary);
  sosi::write_npy(file, written);
  file.close();
  return sosi::read_samples({.path = "written.npy"}).values == written ? 0 : 1;
}
