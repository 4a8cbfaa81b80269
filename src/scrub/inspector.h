// Looks at the files of one directory: which of them have to go, and what to remember of the others.
#pragma once

#include "scrub/protected_names.h"
#include "scrub/rules.h"
#include "scrub/tree_index.h"
#include "scrub/walk.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::scrub {

// Which files of a directory are looked at, besides a `.git`. Noted: remembered as they are, not judged.
enum class Names : std::uint8_t { none, table, every, table_noted, every_noted };

// What is remembered of a directory that is a git directory.
struct GitMemory {
    std::vector<Piece> before{};
    bool was_git = false;
    bool as_recorded = false;  // the directory itself did not change, so no name in it is new
    bool layout_only = false;  // no `.git`
};

// Is this piece one of a git directory, not a file that happens to lie in one?
[[nodiscard]] bool is_gits(const Piece& piece);

class Inspector {
public:
    Inspector(const AbsPath& root, const ScrubRun& run, std::int64_t now, std::vector<std::string> unsettled);

    [[nodiscard]] std::vector<Piece> git_pieces(const ScrubPlace& place, GitMemory memory);
    // `entries`: what is in it, or nothing if no name in it is new.
    [[nodiscard]] std::vector<Piece> file_pieces(const ScrubPlace& place, const std::vector<Listed>* entries,
                                                 const std::vector<Piece>& before, Names names);

    void suspect(Suspect suspect) { suspects.push_back(std::move(suspect)); }
    // A time to be recorded; negative if it is so recent that another change could have the same.
    [[nodiscard]] std::int64_t settled(std::int64_t changed) const;
    // It was dangerous and could not be moved last time: it is as new as it was then.
    [[nodiscard]] bool is_unsettled(const std::string& path) const;

    std::vector<Suspect> suspects{};
    bool changed = false;  // something is not as it was recorded

private:
    [[nodiscard]] std::optional<Piece> judged(const ScrubPlace& place, const std::string& name, std::string_view reason,
                                              const Piece* old);
    // Why this file counts; nothing if it does not.
    [[nodiscard]] std::optional<std::string_view> reason_for(const ScrubPlace& place, const std::string& name,
                                                             unsigned char type, Names names) const;
    [[nodiscard]] std::vector<Piece> remembered(std::vector<Piece> pieces);
    void mark_unsettled(const std::string& directory, Piece& piece) const;

    const AbsPath& root_;
    const ScrubRun& run_;
    Case letters_;
    std::int64_t now_;
    std::vector<std::string> unsettled_;
    std::size_t saved_ = 0;
};

}  // namespace postern::scrub
