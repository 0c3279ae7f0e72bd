// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/strict_json.hpp"

#include <set>
#include <vector>

#include "io/bytes/text.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

using Event = nlohmann::json::parse_event_t;

// Watches the parser; `depth` is the number of objects and arrays around what it has just met.
class Guard {
 public:
  Guard(std::size_t max_values, const std::string& name) : max_values_(max_values), name_(name) {}

  void observe(int depth, Event event, const nlohmann::json& parsed) {
    if (event == Event::object_end || event == Event::array_end) return;
    constexpr int kMaxDepth = 8;
    if (depth >= kMaxDepth) throw IoError(name_ + " is nested too deeply");
    if (++n_values_ > max_values_) {
      throw IoError(name_ + " has more than the " + std::to_string(max_values_) + " values it may have");
    }
    if (event == Event::object_start) {
      keys_.resize(static_cast<std::size_t>(depth) + 1);
      keys_.back().clear();
    }
    if (event == Event::key) {
      keys_.resize(static_cast<std::size_t>(depth));
      const std::string& key = parsed.get_ref<const std::string&>();
      if (!keys_.back().insert(key).second) throw IoError(name_ + " has " + shown(key) + " twice");
    }
  }

 private:
  std::size_t max_values_;
  const std::string& name_;
  std::size_t n_values_ = 0;
  std::vector<std::set<std::string>> keys_;  // of the objects around
};

}  // namespace

nlohmann::json parse_strict_json(std::string_view text, std::size_t max_values, const std::string& name) {
  Guard guard(max_values, name);
  const auto callback = [&](int depth, Event event, const nlohmann::json& parsed) {
    guard.observe(depth, event, parsed);
    return true;
  };
  // The parser's own message quotes the text at any length.
  try {
    return nlohmann::json::parse(text.begin(), text.end(), callback);
  } catch (const nlohmann::json::parse_error& error) {
    throw IoError(name + " is not JSON: see byte " + std::to_string(error.byte));
  } catch (const nlohmann::json::exception&) {
    throw IoError(name + " has a number that is too large");
  }
}

}  // namespace sosi::io
