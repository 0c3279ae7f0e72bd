// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>

namespace sosi {

/// What every exception of this library derives from; `what()` is one line for a person.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Samples, labels or options that break a stated rule.
class InvalidInput : public Error {
 public:
  using Error::Error;
};

/// A computation that has no trustworthy answer in double precision.
class NumericalError : public Error {
 public:
  using Error::Error;
};

/// A file that cannot be read, written or believed.
class IoError : public Error {
 public:
  using Error::Error;
};

/// A run refused before it starts because it would not fit into memory.
class MemoryRefused : public Error {
 public:
  using Error::Error;
};

/// A run ended by its caller, through the stop token or the progress callback.
class Cancelled : public Error {
 public:
  Cancelled() : Error("interrupted") {}
};

}  // namespace sosi
