// Matches names against the table of protected paths while directories are read.
#pragma once

#include "policy/protected_table.h"
#include "scrub/scrub.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace postern::scrub {

enum class CaseRule : std::uint8_t { counts, does_not };

// Returns whether the file system below this directory distinguishes `CLAUDE.md` from `claude.md`. An unknown one is
// taken not to.
[[nodiscard]] CaseRule case_of(const AbsPath& root);

// Returns why `name` in `directory` is protected: by an entry of the table that is read-only and not waived, or by the
// settings. Returns nullopt for other names.
[[nodiscard]] std::optional<std::string_view> protected_entry(const Watch& watch, CaseRule name_case,
                                                              std::string_view directory, std::string_view name);

// Returns whether this is the directory of an agent's worktrees. Files below it are ordinary project files.
[[nodiscard]] bool is_worktrees(std::string_view path);

// Returns whether the name is on the way to a protected path, as `.github` is.
[[nodiscard]] bool leads_to_entry(std::string_view name);

// Returns whether this directory holds installed packages, in which nobody starts tools.
[[nodiscard]] bool is_package_store(std::string_view name);

// Returns whether a read-only mount covered the path while the command ran.
[[nodiscard]] bool is_read_only(const Watch& watch, const AbsPath& path);

// Returns whether the path was hidden from the command. The content of such a file is nowhere copied.
[[nodiscard]] bool is_hidden(const Watch& watch, const AbsPath& path);

}  // namespace postern::scrub
