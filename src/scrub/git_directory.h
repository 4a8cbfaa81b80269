// Finds the files in a git directory that can make git run code or read other files, and judges them. Such a file is
// called a piece. Objects, refs and logs are data and are not read.
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

// Compares names without case, as git does on some file systems. Doing so everywhere costs nothing.
[[nodiscard]] bool same_name(std::string_view a, std::string_view b);

// Returns whether git would take a directory with these entries for a repository: HEAD with objects and refs, or HEAD
// with a commondir, which says where objects and refs are.
[[nodiscard]] bool has_git_layout(const std::vector<Listed>& entries);

// Returns whether this is one of the names that make a directory a repository.
[[nodiscard]] bool is_layout_name(std::string_view name);

// Returns whether a directory of this name in a git directory holds only data.
[[nodiscard]] bool is_git_interior(std::string_view name);

// Reads the file into a Piece, or returns nullopt if it does not exist. For a link the later ctime of link and target
// counts, and the content is that of the file behind it.
[[nodiscard]] std::optional<Piece> read_piece(int base, const std::string& path, std::string name);
// Does the same without reading the content.
[[nodiscard]] std::optional<Piece> look_at_piece(int base, const std::string& path, std::string name);

// Returns all pieces of the git directory at `path` below `base`, sorted by name.
[[nodiscard]] std::vector<Piece> read_git_pieces(int base, const std::string& path);

// Returns why the piece is dangerous, as the end of a sentence that begins with the file name, or nullopt. `before` is
// the piece as it was, if known.
[[nodiscard]] std::optional<std::string> judge_git_piece(const Piece& piece, const Piece* before,
                                                         const ConfigPlace& place);

// Returns the settings of `text` as a configuration file, without dangerous ones that `before` does not have. If that
// leaves the settings of `before`, its own bytes are returned.
[[nodiscard]] std::string harmless_part(std::string_view text, const ConfigPlace& place,
                                        std::optional<std::string_view> before = {});

}  // namespace postern::scrub
