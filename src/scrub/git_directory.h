// What inside a git directory can make git run code or look elsewhere, and whether a piece of it does.
// Objects, refs and logs are data and are not looked at.
#pragma once

#include "base/abs_path.h"
#include "scrub/git_config_rules.h"
#include "scrub/safe_files.h"
#include "scrub/tree_index.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::scrub {

// Names that git takes in any case on file systems that do; taking them so everywhere costs nothing.
[[nodiscard]] bool same_name(std::string_view a, std::string_view b);

// Would git take a directory with these entries for a repository? HEAD with objects and refs, or HEAD and a commondir
// that says where objects and refs are.
[[nodiscard]] bool has_git_layout(const std::vector<Listed>& entries);

// One of the names without which a directory is no repository.
[[nodiscard]] bool is_layout_name(std::string_view name);

// A directory directly in a git directory that is full of data.
[[nodiscard]] bool is_git_interior(std::string_view name);

// Fills in everything but the name. Nothing if there is no such file now. Of a link, the later of its own time and its
// target's counts, and the content is the target's.
[[nodiscard]] std::optional<Piece> read_piece(int base, const std::string& path, std::string name);
// The same without the content.
[[nodiscard]] std::optional<Piece> look_at_piece(int base, const std::string& path, std::string name);

// Every piece of the git directory at `path` below `base`, sorted by name.
[[nodiscard]] std::vector<Piece> read_git_pieces(int base, const std::string& path);

// Why the piece is dangerous: the end of a sentence that begins with the file. `before` is what it was, if known.
[[nodiscard]] std::optional<std::string> judge_git_piece(const Piece& piece, const Piece* before,
                                                         const ConfigPlace& place);

// The settings of `text` that are harmless, as a configuration file.
[[nodiscard]] std::string harmless_part(std::string_view text, const ConfigPlace& place);

}  // namespace postern::scrub
