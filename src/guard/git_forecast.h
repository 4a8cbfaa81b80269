// Finds out what a git command would write into protected files of a work tree, before it moves anything. A forecast
// may name more than the command will do, never knowingly less.
#pragma once

#include "guard/git_words.h"
#include "guard/host_git.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::guard {

// A content that a path may get.
struct Future {
    GitObjects::Entry entry{};  // empty: the path goes away
    std::string source{};       // the commit that has it; empty: none has
    bool certain = true;        // false: made by a merge or a patch, and not known
    bool left_out = false;      // goes away from the work tree only, and stays in the index
    bool operator==(const Future&) const = default;
};
using Forecast = std::map<std::string, std::vector<Future>>;  // by path below the top

class Forecaster {
public:
    // `matters` says whether a path below the top is protected.
    Forecaster(const HostGit& git, std::function<bool(std::string_view)> matters)
        : git_(git), matters_(std::move(matters)) {}

    // Returns nullopt if it cannot be found out.
    [[nodiscard]] std::optional<Forecast> run(const GitIntent& intent);

private:
    struct Change {
        GitObjects::Entry from, to;
        std::string path, commit;
    };
    enum class Direction : std::uint8_t { forward, backward };

    [[nodiscard]] bool work(const GitIntent& intent);
    [[nodiscard]] bool become(const GitIntent& intent);
    [[nodiscard]] bool become(const std::string& commit, const GitIntent& intent);
    [[nodiscard]] bool become_all(const Words& revisions, const GitIntent& intent);
    [[nodiscard]] bool become_index(const GitIntent& intent);
    [[nodiscard]] bool merge(const GitIntent& intent);
    [[nodiscard]] bool rebase(const GitIntent& intent);
    [[nodiscard]] bool pick(const GitIntent& intent);
    [[nodiscard]] bool unstash(const GitIntent& intent);
    [[nodiscard]] bool resume(std::string_view todo);
    [[nodiscard]] bool abandon(const GitIntent& intent);
    [[nodiscard]] bool patches(const Words& files);
    [[nodiscard]] bool mailed_patches();
    [[nodiscard]] bool remove(const GitIntent& intent);
    [[nodiscard]] bool clean(const GitIntent& intent);
    [[nodiscard]] bool sparse(const GitIntent& intent);

    [[nodiscard]] std::optional<std::string> commit(const std::string& revision) const;
    [[nodiscard]] std::optional<std::vector<Change>> changes(const Words& arguments,
                                                             const std::string& input = {}) const;
    [[nodiscard]] std::optional<std::vector<Change>> tracked() const;
    [[nodiscard]] bool repeat(const Words& commits, Direction direction);
    [[nodiscard]] bool join(const std::vector<Change>& changes, const std::string& source);
    void note(const std::string& path, Future future);
    [[nodiscard]] GitObjects::Entry& now(const std::string& path);
    [[nodiscard]] std::string text_in_git_directory(std::string_view name) const;

    const HostGit& git_;
    std::function<bool(std::string_view)> matters_;
    std::map<std::string, GitObjects::Entry> now_{};  // of paths that a step changed
    Forecast touched_{};
};

// Returns whether the words of a command may mean this path. The directory in which they were written is not known, so
// every part of the path counts.
[[nodiscard]] bool may_mean(const Words& words, std::string_view path);

}  // namespace postern::guard
