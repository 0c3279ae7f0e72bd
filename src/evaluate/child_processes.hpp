// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>

#include "sosi/fit/fit.hpp"

namespace sosi {

/// What a piece of work gave.
struct ChildAnswer {
  std::string text;
  std::size_t peak_memory;  ///< bytes, of the process that did it, with what it had from the caller
};

/// How many processes a run may have at a time: as many as threads, one per core without a wish.
int n_processes(const Execution& execution);

/// Pieces of work, each done in a process of its own: so that its peak memory is known, it can be ended at
/// any moment, and whatever it does to the process is gone with it.
struct ChildWork {
  std::size_t n_pieces;
  int n_processes;                                                 ///< at a time
  std::function<std::string(std::size_t)> name;                    ///< of a piece, for messages
  std::function<std::string(std::size_t)> work;                    ///< in the child; may throw, no threads
  std::function<void(std::size_t, const ChildAnswer&)> when_done;  ///< in the caller; may throw
  std::stop_token stop;
};

/// Does all pieces, started in their order. Rethrows the first failure of a piece with its name, `Cancelled`
/// on a stop; other children are ended then.
void run_in_children(const ChildWork& work);

}  // namespace sosi
