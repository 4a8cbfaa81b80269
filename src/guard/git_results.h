// Computes what git will make of contents: a merge of three files, or files changed by a patch. Everything that goes in
// was read by Postern, and is computed in a private repository (git_scratch.h); what comes out is given as bytes, so that a
// grant for it means what was computed, whatever the command does meanwhile. The git that computes can start no process.
#pragma once

#include "guard/git_scratch.h"

#include <optional>
#include <string>
#include <vector>

namespace postern::guard {

struct MergeSides {
    TreeFile base, ours, theirs;
};

struct GivenPatch {
    std::string text{};
    Words options{};          // of `git apply`: only those that change how it is applied
    std::string directory{};  // below the top, where git was started
};

class GitResults {
public:
    // `git` outlives this. `scratch` is a directory for private repositories; none is made before it is needed.
    GitResults(const HostGit& git, AbsPath scratch) : git_(git), directory_(std::move(scratch)) {}

    // Returns nullopt if git would leave a conflict, or if the two ways in which it compares files do not agree: which
    // one is used depends on command, version and settings.
    [[nodiscard]] std::optional<TreeFile> merged(const MergeSides& sides);
    // Returns the paths that a patch names, before and after. Returns nullopt if git cannot read it.
    [[nodiscard]] std::optional<Words> touched(const GivenPatch& patch);
    // Applies patches one after another. Returns all files after each of them, or nullopt if one does not apply.
    [[nodiscard]] std::optional<std::vector<TreeFiles>> patched(const TreeFiles& before,
                                                                const std::vector<GivenPatch>& patches);
    // Returns the patch that `git am` finds in a mail.
    [[nodiscard]] std::optional<std::string> patch_in(const std::string& mail);

private:
    [[nodiscard]] const GitScratch* scratch();
    [[nodiscard]] std::optional<std::string> apply(const GivenPatch& patch, Words how);

    const HostGit& git_;
    AbsPath directory_;
    std::optional<GitScratch> scratch_{};
};

}  // namespace postern::guard
