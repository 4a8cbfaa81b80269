// Finds out what a git command would write into protected files of a work tree, before it moves anything. A forecast
// may name more than the command will do, never knowingly less.
#pragma once

#include "guard/git_results.h"
#include "guard/git_words.h"
#include "guard/host_git.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace postern::guard {

// A content, and the commit that has it or whose parent has; no commit: none has.
struct Ingredient {
    GitObjects::Entry entry{};  // empty: there is no such file
    std::string source{};
    bool operator==(const Ingredient&) const = default;
};

// A content that a path may get.
struct Future {
    GitObjects::Entry entry{};          // empty: the path goes away
    std::vector<Ingredient> made_of{};  // is as much a person's own as each of these; none: nobody's
    std::string_view doubt{};           // why the content is not known; empty: it is
    bool left_out = false;              // goes away from the work tree only, and stays in the index
    bool operator==(const Future&) const = default;
};
inline constexpr std::string_view kMade = "would get content that cannot be told in advance";
using Forecast = std::map<std::string, std::vector<Future>>;  // by path below the top

// What a forecast asks. All outlive it.
struct ForecastSources {
    const HostGit& git;
    GitObjects& objects;
    GitResults& results;
    std::function<bool(std::string_view path)> matters;  // whether a path below the top is protected
    // Reads a patch that the words of the command name, "-" for standard input. None: it cannot be read any more.
    std::function<std::optional<GivenPatch>(const std::string& word)> patch;
};

class Forecaster {
public:
    explicit Forecaster(ForecastSources sources)
        : from_(std::move(sources)), git_(from_.git), matters_(from_.matters) {}

    // Returns nullopt if it cannot be found out.
    [[nodiscard]] std::optional<Forecast> run(const GitIntent& intent);

private:
    struct Change {
        GitObjects::Entry from, to;
        std::string path, commit;
    };
    struct Ends {
        std::string from{}, to{};  // commits between which changes lie; empty: each change names its own
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
    [[nodiscard]] bool put_away(const GitIntent& intent);
    [[nodiscard]] bool unstash(const GitIntent& intent);
    [[nodiscard]] bool skip(const GitIntent& intent);
    [[nodiscard]] bool resume(std::string_view todo);
    [[nodiscard]] bool abandon(const GitIntent& intent);
    [[nodiscard]] bool patches(const GitIntent& intent);
    [[nodiscard]] bool mails(TreeWork work);
    [[nodiscard]] bool patched(const std::vector<GivenPatch>& patches);
    [[nodiscard]] std::optional<TreeFiles> present(const std::set<std::string>& paths) const;
    [[nodiscard]] bool remove(const GitIntent& intent);
    [[nodiscard]] bool clean(const GitIntent& intent);
    [[nodiscard]] bool sparse(const GitIntent& intent);

    [[nodiscard]] std::optional<std::string> commit(const std::string& revision) const;
    [[nodiscard]] std::optional<std::vector<Change>> changes(const Words& arguments,
                                                             const std::string& input = {}) const;
    [[nodiscard]] std::optional<std::vector<Change>> tracked() const;
    [[nodiscard]] bool merge(const std::string& theirs);
    [[nodiscard]] bool repeat(const Words& commits, Direction direction);
    void join(const std::vector<Change>& changes, const Ends& ends);
    [[nodiscard]] Future joined(const Change& change, const Ends& ends);
    [[nodiscard]] std::optional<TreeFile> file_of(const GitObjects::Entry& entry);
    [[nodiscard]] bool merges_plainly(const std::string& path) const;
    void note(const std::string& path, Future future);
    void note(const std::string& path, const GitObjects::Entry& entry, const std::string& source);
    void note_doubt(const std::string& path, std::string_view doubt);
    [[nodiscard]] Future& now(const std::string& path);
    [[nodiscard]] std::string text_in_git_directory(std::string_view name) const;

    ForecastSources from_;
    const HostGit& git_;
    const std::function<bool(std::string_view)>& matters_;
    std::map<std::string, Future> now_{};  // of paths that a step changed
    Forecast touched_{};
    std::optional<std::string> head_{};
    bool unusual_ = false;  // as in the intent
    std::string parent_{};
};

// Returns whether the words of a command may mean this path. The directory in which they were written is not known, so
// every part of the path counts.
[[nodiscard]] bool may_mean(const Words& words, std::string_view path);

}  // namespace postern::guard
