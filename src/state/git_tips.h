// Which commits of a repository are a person's own: those that a ref named before any sandboxed command ran, or that a
// person put there between two runs. Tips that moved while a command ran are remembered as foreign.
//
// The refs are read as files, without git, before each run and after it. The document of a repository is written only if
// something moved.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace postern::state {

using Commits = std::set<std::string>;  // names in hexadecimal digits

// The commits that HEAD, the loose refs and packed-refs of a git directory name.
struct Tips {
    Commits commits{};
    bool whole = true;  // all of it could be read and understood
    bool operator==(const Tips&) const = default;
};
[[nodiscard]] Tips read_tips(const AbsPath& git_directory);

enum class Others : std::uint8_t { none, may_have_run };  // other commands at work since the last orderly end

enum class Earlier : std::uint8_t { none, could_write };  // commands of earlier runs, seen from this repository

// The tips of one repository over one run.
class GitTips {
public:
    // Reads the refs. To be called before the run begins.
    GitTips(const AbsPath& state_home, AbsPath git_directory);

    // Notes the tips as the person's own if nothing is known of the repository yet, no other command is at work, and none
    // has been before. A repository that commands could write unseen is unsure instead.
    // After a failure nothing is known: then nothing is the person's.
    [[nodiscard]] Status begin(Others others, Earlier earlier) const;
    // Returns the person's own commits among the tips of before the run and of earlier runs. With Others::may_have_run
    // a tip that is not known yet is nobody's.
    [[nodiscard]] Result<Commits> own(Others others) const;
    // Remembers as foreign what refs name now and did not name before. To be called after the run.
    [[nodiscard]] Status finish(Others others) const;
    [[nodiscard]] const AbsPath& git_directory() const noexcept { return git_directory_; }

    // Says that a run in this repository did not end in order.
    [[nodiscard]] static Status interrupted(const AbsPath& state_home, const AbsPath& git_directory);

private:
    AbsPath git_directory_, file_;
    Tips before_;
};

}  // namespace postern::state
