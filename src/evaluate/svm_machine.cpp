// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/svm_machine.hpp"

#include <algorithm>

#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

constexpr double kTolerance = 1e-3;  // of the optimality conditions, libsvm's and scikit-learn's default
constexpr double kCacheMegabytes = 200;

// libsvm prints by default; the function it prints by is one for the whole process, so it is set once.
void silence_libsvm() {
  static const bool done = [] {
    svm_set_print_string_function([](const char* /*text*/) {});
    return true;
  }();
  static_cast<void>(done);
}

svm_parameter parameters(double cost) {
  svm_parameter made{};
  made.svm_type = C_SVC;
  made.kernel_type = PRECOMPUTED;
  made.C = cost;
  made.eps = kTolerance;
  made.cache_size = kCacheMegabytes;
  made.shrinking = 1;
  return made;
}

}  // namespace

KernelRow make_kernel_row(Index n, Index i) {
  KernelRow row(n + 1);
  row[0] = {0, static_cast<double>(i + 1)};
  for (Index j = 1; j <= n; ++j) row[j].index = static_cast<int>(j);
  return row;
}

SvmMachine::SvmMachine(const SvmTask& task, double cost) {
  silence_libsvm();
  // libsvm numbers classes as they appear, and ties of votes follow that order.
  Indices rows = task.rows;
  std::ranges::stable_sort(rows, {}, [&](Index row) { return task.classes[row]; });
  std::vector<double> classes;
  std::vector<svm_node*> nodes;
  for (const Index row : rows) {
    classes.push_back(task.classes[row]);
    nodes.push_back(const_cast<svm_node*>(task.kernel[row].data()));  // libsvm only reads it
  }
  const svm_problem problem{static_cast<int>(rows.size()), classes.data(), nodes.data()};
  const svm_parameter parameter = parameters(cost);
  if (const char* complaint = svm_check_parameter(&problem, &parameter)) {
    throw NumericalError(std::string("svm: ") + complaint);
  }
  model_.reset(svm_train(&problem, &parameter));
}

}  // namespace sosi
