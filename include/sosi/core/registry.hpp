// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "sosi/core/errors.hpp"
#include "sosi/core/suggestion.hpp"

namespace sosi {

/// A table of methods that are known by their member `name`. It can grow, never shrink; entries stay where
/// they are. Safe to use from several threads.
template <class Entry>
class Registry {
 public:
  Registry(std::string kind, std::vector<Entry> entries) : kind_(std::move(kind)) {
    for (Entry& entry : entries) add(std::move(entry));
  }

  /// Adds a row; throws `InvalidInput` where the name is taken.
  void add(Entry entry) {
    const std::lock_guard lock(mutex_);
    if (find_unlocked(entry.name) != nullptr) {
      throw InvalidInput(kind_ + " '" + std::string(entry.name) + "' is registered already");
    }
    entries_.push_back(std::make_unique<const Entry>(std::move(entry)));
  }

  /// The row of that name, or null.
  const Entry* find(std::string_view name) const {
    const std::lock_guard lock(mutex_);
    return find_unlocked(name);
  }

  /// The row of that name; throws `InvalidInput`, listing all, when there is none.
  const Entry& named(std::string_view name) const {
    if (const Entry* const found = find(name)) return *found;
    std::vector<std::string> known;
    for (const Entry* entry : all()) known.emplace_back(entry->name);
    throw InvalidInput(kind_ + " '" + std::string(name) + "': must be one of " + names(", ") +
                       did_you_mean(name, known));
  }

  /// All rows in the order in which they were added.
  std::vector<const Entry*> all() const {
    const std::lock_guard lock(mutex_);
    std::vector<const Entry*> rows;
    for (const auto& entry : entries_) rows.push_back(entry.get());
    return rows;
  }

  std::string names(const std::string& separator) const {
    std::string text;
    for (const Entry* entry : all()) text += (text.empty() ? "" : separator) + std::string(entry->name);
    return text;
  }

 private:
  const Entry* find_unlocked(std::string_view name) const {
    for (const auto& entry : entries_) {
      if (entry->name == name) return entry.get();
    }
    return nullptr;
  }

  std::string kind_;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<const Entry>> entries_;
};

}  // namespace sosi
