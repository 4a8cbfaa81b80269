// Examines the files of one directory: which must be moved away or put back, and what the index records of the others.
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

// Selects the files of a directory that are examined, besides `.git`.
struct SeenNames {
    enum class Which : std::uint8_t { none, table, every };
    Which which = Which::none;
    bool in_git = false;        // inside a git directory, where every link and every special file counts
    bool pieces_apart = false;  // git_pieces() judges what is_gits()
};

// Data of the index about a git directory.
struct GitMemory {
    std::vector<Piece> before{};
    bool was_git = false;
    bool as_recorded = false;  // the directory itself did not change, so no name in it is new
    bool layout_only = false;  // a repository by its layout, not by the name `.git`
};

// Returns whether the piece is a part of a git directory, not another file that lies in one.
[[nodiscard]] bool is_gits(const Piece& piece);

class Inspector {
public:
    Inspector(const AbsPath& root, const ScrubRun& run, std::int64_t now, std::vector<std::string> unsettled);

    [[nodiscard]] std::vector<Piece> git_pieces(const ScrubPlace& place, GitMemory memory);
    // `entries` are the names in the directory, or null if none of them is new.
    [[nodiscard]] std::vector<Piece> file_pieces(const ScrubPlace& place, const std::vector<Listed>* entries,
                                                 const std::vector<Piece>& before, SeenNames names);
    // Judges the known files of a protected directory that is gone.
    void gone(const ScrubPlace& place, const std::vector<Piece>& before);

    void suspect(Suspect suspect) { suspects.push_back(std::move(suspect)); }
    // Returns the time to record: negated if it is so recent that a later change could have the same time.
    [[nodiscard]] std::int64_t settled(std::int64_t changed) const;
    // Returns whether the path was dangerous and could not be moved last time. It counts as new then.
    [[nodiscard]] bool is_unsettled(const std::string& path) const;

    std::vector<Suspect> suspects{};
    bool changed = false;  // something differs from the index

private:
    // A name that is examined.
    struct Candidate {
        enum class Kind : std::uint8_t { git_file, misplaced, protected_file };
        std::string name;
        Kind kind;
        std::string_view reason;
    };
    [[nodiscard]] std::optional<Candidate> candidate(const ScrubPlace& place, const std::string& name,
                                                     unsigned char type, SeenNames names) const;
    [[nodiscard]] std::optional<Piece> judged(const ScrubPlace& place, const Candidate& one, const Piece* old);
    [[nodiscard]] std::vector<Piece> remembered(const ScrubPlace& place, std::vector<Piece> pieces);
    [[nodiscard]] Piece recalled(Piece piece) const;
    void mark_unsettled(const std::string& directory, Piece& piece) const;

    const AbsPath& root_;
    const ScrubRun& run_;
    CaseRule name_case_;
    std::int64_t now_;
    std::vector<std::string> unsettled_;
    std::size_t saved_ = 0;
};

}  // namespace postern::scrub
