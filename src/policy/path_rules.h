// Resolves a word of a command to the path it names, as far as the text tells.
#pragma once

#include "base/abs_path.h"
#include "policy/path_pattern.h"
#include "shell/analysis.h"

#include <optional>
#include <string>

namespace postern::policy {

struct NamedPath {
    std::string text;  // as PathPattern::match expects it; a valid AbsPath if it contains no kHole
    Hole hole = Hole::anything;
    bool literal = true;  // contains no kHole

    bool operator==(const NamedPath&) const = default;
};

// Returns the path that a word names in working directory `cwd`, or nullopt for an empty literal word, which names no
// file. With Dotglob::on, globs also match names that begin with a dot.
enum class Dotglob : std::uint8_t { off, on };
[[nodiscard]] std::optional<NamedPath> path_named_by(const shell::Word& word, const AbsPath& cwd, const AbsPath& home,
                                                     Dotglob dotglob = Dotglob::off);

// Tells whether the pattern covers the path, or with `Reach::tree` anything below it.
enum class Reach : std::uint8_t { file, tree };
[[nodiscard]] Match match_path(const PathPattern& pattern, const NamedPath& path, Reach reach);

}  // namespace postern::policy
