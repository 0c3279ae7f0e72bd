// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "sosi/core/options.hpp"
#include "sosi/core/registry.hpp"

namespace sosi {

/// An option of registered methods, and the methods that have it.
struct OwnedKnob {
  Knob knob;
  std::vector<std::string> owners;
};

/// The options of all methods of a table; one that several methods have is there once.
template <class Method>
std::vector<OwnedKnob> owned_knobs(const Registry<Method>& table) {
  std::vector<OwnedKnob> listed;
  for (const Method* method : table.all()) {
    for (const Knob& knob : method->knobs) {
      const auto found =
          std::ranges::find(listed, knob.name, [](const OwnedKnob& one) { return one.knob.name; });
      if (found == listed.end()) {
        listed.push_back({knob, {method->name}});
      } else {
        found->owners.push_back(method->name);
      }
    }
  }
  return listed;
}

}  // namespace sosi
