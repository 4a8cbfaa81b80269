// One process that we started and must not lose: killed and reaped when its owner goes away.
#pragma once

#include "base/result.h"
#include "base/unique_fd.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace postern::run {

// The keys of a terminal (Ctrl-C, Ctrl-Z) are meant for the command. What merely stands around it must outlive them.
enum class TerminalSignals : std::uint8_t { ignored, inherited };

struct Spawn {
    std::string file;               // absolute
    std::vector<std::string> argv;  // argv[0] included
    std::vector<std::string> env;   // NAME=value
    std::string directory{};        // to start in; empty: ours
    std::vector<int> keep{};        // stay open across exec, at the numbers they have; each above 2
    int out = -1, err = -1;         // become its stdout and stderr; -1: ours
    std::vector<int> cgroups{};     // open cgroup.procs files; it joins each before it becomes the program
    TerminalSignals terminal_signals = TerminalSignals::ignored;
};

struct Ended {
    int status = 0;  // as wait(2) says
    std::uint64_t peak_memory_bytes = 0;
};

class Child {
public:
    // Must be called from the main thread: the kernel kills the child when the thread that started it ends.
    [[nodiscard]] static Result<Child> start(const Spawn& spawn);

    Child(Child&& other) noexcept;
    Child& operator=(Child&&) = delete;
    ~Child();

    [[nodiscard]] int pidfd() const noexcept { return pidfd_.get(); }  // readable when it has ended
    [[nodiscard]] pid_t pid() const noexcept { return pid_; }
    void signal(int number) const noexcept;  // nothing happens if it has ended already
    // Nothing while it runs. Afterwards it is gone, and this is not to be asked again.
    [[nodiscard]] std::optional<Ended> reap() noexcept;

private:
    Child(pid_t pid, UniqueFd pidfd) noexcept : pid_(pid), pidfd_(std::move(pidfd)) {}

    pid_t pid_ = -1;  // -1: reaped or moved from
    UniqueFd pidfd_;
};

// Ends and reaps every child this process still has. With PR_SET_CHILD_SUBREAPER that includes what the sandbox left
// behind when its first process was killed; the last of a process namespace is reaped only when all in it are gone.
// Gives up after `patience_ms`: false. The peak is that of the largest process reaped.
struct Orphans {
    bool gone = true;
    std::uint64_t peak_memory_bytes = 0;
};
[[nodiscard]] Orphans end_orphans(int patience_ms);

}  // namespace postern::run
