// Looks again, after the kernel has loaded a program and before its first instruction: is it the one that was judged, with
// the same words? Then nobody can reach its memory any more, so there is no way to swap them. What is not the same is
// killed.
//
// A task is traced only from the moment it may start a program until it has: a process that never does runs at full
// speed. Nobody else can trace it meanwhile.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <sys/types.h>

namespace postern::guard {

// The file the kernel will run (a script's interpreter, not the script) and what it will find as its arguments.
struct Expected {
    std::uint64_t device = 0, inode = 0;
    std::int64_t changed = 0;  // nanoseconds since 1970: other content in the same file is another program
    std::vector<std::string> argv{};
    std::vector<std::string> names{};  // of the known programs that it is
    bool operator==(const Expected&) const = default;
};

class Tracer {
public:
    using NamesOf = std::function<std::vector<std::string>(int fd, const struct stat& st)>;
    // `names_of`: of a file open for reading; its content may have changed since it was judged. `tell`: what became
    // something else, and was ended.
    Tracer(NamesOf names_of, std::function<void(const std::string& program)> tell)
        : names_of_(std::move(names_of)), tell_(std::move(tell)) {}

    // `task`: a thread that is about to start a program. 0, or why it cannot be watched.
    [[nodiscard]] int expect(pid_t task, Expected expected);
    // To be called whenever a child may have changed its state. Never waits.
    void look();

private:
    void on_stop(pid_t pid, int status);
    void on_exec(pid_t pid);

    [[nodiscard]] bool is_as_expected(pid_t pid, const Expected& expected) const;

    NamesOf names_of_;
    std::function<void(const std::string&)> tell_;
    std::map<pid_t, Expected> expected_;  // by the number the thread had before
};

}  // namespace postern::guard
