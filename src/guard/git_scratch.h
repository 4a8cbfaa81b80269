// A private repository in which the host's git computes contents. It holds only what Postern writes into it: none of the
// objects, settings and attributes of a repository that the command can write, and no link. It lies where no command can
// write, and goes away with this object.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "guard/host_git.h"

#include <map>
#include <string>
#include <string_view>

namespace postern::guard {

// A file as a tree of git has it.
struct TreeFile {
    std::string mode, content;
    bool operator==(const TreeFile&) const = default;
};
using TreeFiles = std::map<std::string, TreeFile>;  // by path below the top

class GitScratch {
public:
    // `parent` is made if it is missing. What killed runs left in it is removed.
    [[nodiscard]] static Result<GitScratch> make(const HostGit& git, const AbsPath& parent);
    GitScratch(GitScratch&& other) noexcept;
    GitScratch& operator=(GitScratch&&) = delete;
    GitScratch(const GitScratch&) = delete;
    GitScratch& operator=(const GitScratch&) = delete;
    ~GitScratch();

    [[nodiscard]] const HostGit& git() const noexcept { return git_; }
    // Writes a file of the work tree, which is otherwise empty.
    [[nodiscard]] Status put(std::string_view name, std::string_view content) const;
    // Makes a directory of the work tree. Returns false if the path leads elsewhere.
    [[nodiscard]] bool make_directory(const std::string& path) const;
    // Makes a branch of one commit with these files, on top of the branch `parent` if that is not empty.
    struct Branch {
        std::string name, parent;
        const TreeFiles& files;
    };
    [[nodiscard]] bool make_branches(const std::vector<Branch>& branches) const;

private:
    GitScratch(AbsPath directory, HostGit git) : directory_(std::move(directory)), git_(std::move(git)) {}

    AbsPath directory_;  // the root directory: moved away
    HostGit git_;
};

}  // namespace postern::guard
