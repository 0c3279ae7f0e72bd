// SPDX-License-Identifier: BSD-3-Clause
#include <sosi/evaluate.hpp>

int main() {
  sosi::ThreadPool threads(1);
  const sosi::Matrix samples = sosi::Vector::LinSpaced(4, 0.0, 3.0);
  const std::vector<int> classes = {0, 0, 1, 1};
  const sosi::SvmOptions options{.svm_cost = 100.0, .svm_width = 1.0};
  return sosi::classify_by_svm({sosi::span_of(samples), classes}, samples, options, threads).classes ==
                 classes
             ? 0
             : 1;
}
