// Answers about this machine that took a process to get, kept in the state directory: one small file each. Losing them
// costs time only, so nothing here is an error: what cannot be read, or could have been written by somebody else, counts
// as absent.
#pragma once

#include "base/abs_path.h"

#include <optional>
#include <string>
#include <string_view>

namespace postern::host {

// The value stored under `name`, if it was stored for exactly this key. Both the file and the directory must belong to
// us and be writable by nobody else.
[[nodiscard]] std::optional<std::string> read_cached(const AbsPath& directory, std::string_view name,
                                                     std::string_view key);

// Replaces what is there. Makes the directory if it is missing; leaves one that is not ours alone.
void write_cached(const AbsPath& directory, std::string_view name, std::string_view key, std::string_view value);

}  // namespace postern::host
