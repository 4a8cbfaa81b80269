// Finds the files of programs that no single table row can describe: dd, tar, curl, git, wget, unzip. Part of
// file_access.
#pragma once

#include "policy/file_access.h"
#include "shell/analysis.h"

#include <string_view>
#include <utility>
#include <vector>

namespace postern::policy {

// Collects the files that one command uses. Standard streams and /dev/null are not files.
class FileUses {
public:
    explicit FileUses(const std::vector<shell::Word>& words) : words_(words) {}

    void add(Use use, const shell::Word& word, bool tree = false);
    void add_inside(const shell::Word& word, bool tree);
    void add_redirection(Use use, const shell::Word& word);

    [[nodiscard]] const std::vector<shell::Word>& words() const noexcept { return words_; }
    [[nodiscard]] std::vector<FileUse> take() && { return std::move(uses_); }

private:
    const std::vector<shell::Word>& words_;
    std::vector<FileUse> uses_;
};

// Adds the files of a special program, named without directory and version. Other programs are ignored.
void add_special(FileUses& uses, std::string_view program);

// Returns true for `-`, /dev/null, the standard streams, process substitutions and the empty word.
[[nodiscard]] bool names_no_file(const shell::Word& word) noexcept;

}  // namespace postern::policy
