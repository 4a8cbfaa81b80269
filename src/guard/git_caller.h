// What a git process that waits for an answer tells about itself: its program, its words, where it was started, and the
// patches that it was given.
#pragma once

#include "guard/git_results.h"
#include "guard/git_words.h"
#include "guard/process.h"
#include "sandbox/profile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace postern::guard {

// A process, told from others that have its number later.
struct CallerId {
    std::uint32_t pid = 0;
    std::uint64_t started = 0;
    auto operator<=>(const CallerId&) const = default;
};
[[nodiscard]] std::optional<CallerId> caller_id(std::uint32_t pid);

// Returns whether the program is git, from a place that the command cannot write to.
[[nodiscard]] bool is_git(std::uint32_t pid, const sandbox::Profile& profile);

class GitCaller {
public:
    GitCaller(std::uint32_t pid, const Process& process);

    [[nodiscard]] const Words& argv() const noexcept { return argv_; }
    [[nodiscard]] bool starts_repository() const;  // by `git init`
    // Returns what the words mean, with every meaning that an alias may have.
    [[nodiscard]] std::vector<GitIntent> intents() const;
    // Reads a patch that the words name, "-" for standard input, as the process finds it. Returns nullopt if it is no
    // file, as a pipe, or not there.
    [[nodiscard]] std::optional<GivenPatch> patch(const std::string& word, const AbsPath& top) const;

private:
    [[nodiscard]] std::optional<AbsPath> started_in() const;

    std::uint32_t pid_;
    const Process& process_;
    Words argv_;
};

}  // namespace postern::guard
