// Checks a started program once more, after the kernel has loaded it and before its first instruction: is it the judged
// file, with the judged arguments? At that point no other process can change its memory. A program that differs is
// killed.
//
// A task is traced only from its call of exec until the program is loaded, so a process that starts no programs runs at
// full speed. Nothing else can trace it in that time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <sys/types.h>

namespace postern::guard {

// The file that the kernel will run (the interpreter of a script, not the script) and the arguments it will get.
struct Expected {
    std::uint64_t device = 0, inode = 0;
    std::int64_t changed = 0;  // ctime in nanoseconds: a file with other content is another program
    std::vector<std::string> argv{};
    std::vector<std::string> names{};  // of the known programs that it is
    bool operator==(const Expected&) const = default;
};

class Tracer {
public:
    using NamesOf = std::function<std::vector<std::string>(int fd, const struct stat& st)>;
    // `names_of` takes a file open for reading, whose content may have changed since it was judged. `tell` gets the
    // name of a program that was killed.
    Tracer(NamesOf names_of, std::function<void(const std::string& program)> tell)
        : names_of_(std::move(names_of)), tell_(std::move(tell)) {}

    // `task` is a thread that is about to start a program. Returns 0, or the errno if it cannot be traced.
    [[nodiscard]] int expect(pid_t task, Expected expected);
    // Must be called whenever a child may have changed its state. Never blocks.
    void look();

private:
    void on_stop(pid_t pid, int status);
    void on_exec(pid_t pid);

    [[nodiscard]] bool is_as_expected(pid_t pid, const Expected& expected) const;

    NamesOf names_of_;
    std::function<void(const std::string&)> tell_;
    std::map<pid_t, Expected> expected_;  // by the thread id before exec
};

}  // namespace postern::guard
