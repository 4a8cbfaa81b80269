// Answers about this machine that took a process to get, kept in the state directory: one small file each. Losing them
// costs time only, so an entry that cannot be read, or that somebody else could have written, counts as absent.
#pragma once

#include "base/abs_path.h"

#include <optional>
#include <string>
#include <string_view>

namespace postern::host {

// Returns the value stored under `name`, or nullopt if it was stored for another key.
[[nodiscard]] std::optional<std::string> read_cached(const AbsPath& directory, std::string_view name,
                                                     std::string_view key);

// Replaces the entry. Makes the directory if it is missing; leaves one that is not private alone.
void write_cached(const AbsPath& directory, std::string_view name, std::string_view key, std::string_view value);

}  // namespace postern::host
