// The bytes of an index: numbers and texts behind a magic word, with a hash of themselves at the end.
#pragma once

#include "scrub/tree_index.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::scrub {

// Begins the list of pieces, and says which release wrote it and the index.
inline constexpr std::string_view kPiecesMagic = "postern pieces 1\n";

// Contents of the pieces are left out.
[[nodiscard]] std::string encode(const Tree& tree);
// Returns nullopt if a bit is wrong.
[[nodiscard]] std::optional<Tree> decode(std::string_view bytes);

// Lists the pieces of all directories that are there. A directory in place of a piece is left out: it matters only with
// names that come into being in it.
[[nodiscard]] std::string encode_pieces(const Tree& tree);
// Returns nullopt if a bit is wrong, or if something dangerous had to stay.
[[nodiscard]] std::optional<std::vector<PieceAt>> decode_pieces(std::string_view bytes);

}  // namespace postern::scrub
