// Where the programs that rules speak of are, and those that hold others in themselves, so that a copy or another link of
// one is known for what it is.
#pragma once

#include "base/unique_fd.h"

#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>

namespace postern::guard {

// One file for many programs (busybox): what a copy of it is depends on its first word.
[[nodiscard]] bool holds_many(std::string_view program) noexcept;

class KnownPrograms {
public:
    // `path_variable`: where to look for them; the usual directories are looked at in any case.
    KnownPrograms(std::vector<std::string> names, std::string_view path_variable);

    // The names of the known programs that this file, open for reading, is: the same file, or one with the same content.
    [[nodiscard]] std::vector<std::string> names_of(int fd, const struct stat& st) const;

private:
    struct Program {
        std::string name, path;
        struct stat st;
    };
    void add(std::string name, std::string path);
    [[nodiscard]] static bool same_content(const Program& program, int fd);

    std::vector<Program> programs_;
};

}  // namespace postern::guard
