// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/kernel_backend.hpp"

#include "kernel/cpu_backend.hpp"

namespace sosi {

std::unique_ptr<KernelBackend> make_backend(Device device, ThreadPool& threads) {
  switch (device) {
    case Device::automatic:
    case Device::cpu:
      break;
  }
  return std::make_unique<CpuBackend>(threads);
}

}  // namespace sosi
