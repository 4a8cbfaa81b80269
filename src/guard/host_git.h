// Asks the host's git about a repository while a command waits. Only plumbing that reads: no hook, no filter, no
// fsmonitor, no transport, no lock, no settings of the user or the system. The command can write objects and refs of
// the repository, so nothing that git says is proof by itself: see GitObjects.
#pragma once

#include "base/abs_path.h"
#include "guard/git_aliases.h"

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace postern::guard {

struct WorkTree {
    AbsPath top, git_directory;
    AbsPath common_directory;  // differs in a linked work tree
};

class HostGit {
public:
    // `give_up` ends a question early, as when the run ends.
    HostGit(AbsPath program, WorkTree tree, std::function<bool()> give_up);
    // Returns the same git for another repository. The time for questions is shared.
    [[nodiscard]] HostGit elsewhere(WorkTree tree) const;

    // Returns the standard output, or nullopt if git fails, says too much, or if all questions together take too long.
    [[nodiscard]] std::optional<std::string> output(const Words& arguments, const std::string& input = {}) const;
    // Returns the full names of commits, with "" for each word that is none.
    [[nodiscard]] std::optional<Words> commits(const Words& revisions) const;
    [[nodiscard]] const WorkTree& tree() const noexcept { return tree_; }

private:
    [[nodiscard]] std::optional<Words> names(const Words& revisions) const;

    AbsPath program_;
    WorkTree tree_;
    std::function<bool()> give_up_;
    std::chrono::steady_clock::time_point until_;
};

// Objects whose content was compared with their name. The command can write the files of objects, but not make a content
// fit a name.
class GitObjects {
public:
    explicit GitObjects(const HostGit& git) : git_(git) {}

    struct Object {
        std::string type, content;
    };
    // Reads objects that are not known yet. Those that are missing or forged stay unknown.
    void load(const Words& names);
    [[nodiscard]] const Object* find(const std::string& name);
    [[nodiscard]] const Object* known(const std::string& name) const;  // without reading
    // Keeps a content that no object of the repository needs to have, and returns its name.
    std::string add(std::string content, std::size_t digits);
    [[nodiscard]] static Words parents_of(const Object& commit);  // or what a tag names

    // A file in the tree of a commit.
    struct Entry {
        std::string mode, name;  // both empty: there is none
        bool operator==(const Entry&) const = default;
    };
    // Returns nullopt if an object on the way is not there.
    [[nodiscard]] std::optional<Entry> entry(const std::string& commit, std::string_view path);

private:
    const HostGit& git_;
    std::map<std::string, Object> objects_{};
    std::set<std::string> asked_{};
};

// Returns the values of "key value" lines at the beginning of a commit.
[[nodiscard]] Words headers_of(std::string_view commit, std::string_view key);

}  // namespace postern::guard
