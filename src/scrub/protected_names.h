// The protected table, asked name by name while directories are read.
#pragma once

#include "policy/protected_table.h"
#include "scrub/scrub.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace postern::scrub {

enum class Case : std::uint8_t { counts, does_not };

// Does the file system below this directory tell `CLAUDE.md` from `claude.md`? In doubt it does not.
[[nodiscard]] Case case_of(const AbsPath& root);

// Why `name` in `directory` counts: an entry that is held as a whole and not waived, or one that the settings add.
// Nothing for other names.
[[nodiscard]] std::optional<std::string_view> protected_entry(const Watch& watch, Case letters,
                                                              std::string_view directory, std::string_view name);

// Below an agent's worktrees everything is an ordinary project file again.
[[nodiscard]] bool is_worktrees(std::string_view path);

// A name on the way to an entry, such as `.github`: making it is part of making what it leads to.
[[nodiscard]] bool leads_to_entry(std::string_view name);

// Below such a directory lie packages of others, in which nobody starts tools.
[[nodiscard]] bool is_package_store(std::string_view name);

// Held by a mount while the command ran.
[[nodiscard]] bool is_held(const Watch& watch, const AbsPath& path);

}  // namespace postern::scrub
