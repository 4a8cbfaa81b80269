// A child process that is killed and reaped when its owner is destroyed.
#pragma once

#include "base/result.h"
#include "base/unique_fd.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace postern::run {

// Ctrl-C and Ctrl-Z at the terminal are meant for the command. Helper processes around it (`ignored`) must survive
// them.
enum class TerminalSignals : std::uint8_t { ignored, inherited };

struct Spawn {
    std::string file;               // absolute path
    std::vector<std::string> argv;  // including argv[0]
    std::vector<std::string> env;   // NAME=value
    std::string directory{};        // to start in; empty means ours
    std::vector<int> inherited{};   // descriptors that stay open across exec, each above 2
    int out = -1, err = -1;         // become its stdout and stderr; -1 means ours
    std::vector<int> cgroups{};     // open cgroup.procs files, which it joins before exec
    TerminalSignals terminal_signals = TerminalSignals::ignored;
};

struct ChildEnd {
    int status = 0;  // wait status
    std::uint64_t peak_memory_bytes = 0;
};

class Child {
public:
    // Must be called from the main thread, because the kernel kills the child when the thread that started it ends.
    [[nodiscard]] static Result<Child> start(const Spawn& spawn);

    Child(Child&& other) noexcept;
    Child& operator=(Child&&) = delete;
    ~Child();

    [[nodiscard]] int pidfd() const noexcept { return pidfd_.get(); }  // readable after the child has ended
    [[nodiscard]] pid_t pid() const noexcept { return pid_; }
    void signal(int number) const noexcept;  // no effect after the child has ended
    // Returns nullopt while the child runs. Must not be called again after it has returned a value.
    [[nodiscard]] std::optional<ChildEnd> reap() noexcept;

private:
    Child(pid_t pid, UniqueFd pidfd) noexcept : pid_(pid), pidfd_(std::move(pidfd)) {}

    pid_t pid_ = -1;  // -1 if reaped or moved from
    UniqueFd pidfd_;
};

// Kills and reaps all remaining children of this process. With PR_SET_CHILD_SUBREAPER these include processes that the
// sandbox left behind when its first process was killed; the last one of a pid namespace is reaped only when all others
// in it are gone. `gone` is false if `patience_ms` was not enough. The peak is that of the largest process.
struct Orphans {
    bool gone = true;
    std::uint64_t peak_memory_bytes = 0;
};
[[nodiscard]] Orphans end_orphans(int patience_ms);

}  // namespace postern::run
