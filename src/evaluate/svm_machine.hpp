// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <libsvm/svm.h>

#include <memory>
#include <span>
#include <vector>

#include "sosi/core/matrix.hpp"

namespace sosi {

/// A row of kernel values as libsvm reads it: a serial number, then K(x, x_1), K(x, x_2), …
using KernelRow = std::vector<svm_node>;

/// A row of n kernel values yet to be filled in, with the serial number of training sample `i`.
KernelRow make_kernel_row(Index n, Index i = 0);

/// The training samples of a machine, named by rows of one kernel matrix.
struct SvmTask {
  std::span<const KernelRow> kernel;
  std::span<const int> classes;  ///< of every row of the matrix
  Indices rows;                  ///< the rows to train on
};

/// One support vector machine for each pair of classes, trained on a kernel matrix that must outlive it.
class SvmMachine {
 public:
  SvmMachine(const SvmTask& task, double cost);

  /// The class with the most votes; ties to the smaller class.
  int classify(const KernelRow& row) const { return static_cast<int>(svm_predict(model_.get(), row.data())); }

  const svm_model& model() const { return *model_; }

 private:
  struct Destroy {
    void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
  };
  std::unique_ptr<svm_model, Destroy> model_;
};

}  // namespace sosi
