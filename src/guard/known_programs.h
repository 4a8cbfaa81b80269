// Locates the programs named in rules, and multi-call binaries, to recognise copies and links of them.
#pragma once

#include "base/unique_fd.h"

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <sys/stat.h>

namespace postern::guard {

// Returns whether one file holds many programs (busybox). The meaning of a copy then depends on its argv[0].
[[nodiscard]] bool is_multicall(std::string_view program) noexcept;

class KnownPrograms {
public:
    // `path_variable` lists directories to search besides the usual ones.
    KnownPrograms(const std::vector<std::string>& names, std::string_view path_variable);

    // Returns the names of the known programs that are the same file as this one (open for reading), or have the same
    // content.
    [[nodiscard]] std::vector<std::string> names_of(int fd, const struct stat& st) const;

private:
    struct Program {
        std::string name, path;
        struct stat st;
    };
    using Names = std::unordered_set<std::string_view>;
    void add_all(const Names& names, const std::string& directory);
    void add(std::string name, std::string path);
    [[nodiscard]] static bool same_content(const Program& program, int fd);

    std::vector<Program> programs_;
};

}  // namespace postern::guard
