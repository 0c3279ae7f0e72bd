// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/samples.hpp"

#include "io/formats.hpp"

namespace sosi {

SampleTable read_samples(const SampleSource& source) {
  return io::file_format(source.path).read_samples(source);
}

}  // namespace sosi
