// Programs whose files do not follow from one table row, or not all of them: dd, tar, curl, git, wget, unzip. Part of
// file_access.
#pragma once

#include "policy/file_access.h"
#include "shell/analysis.h"

#include <string_view>
#include <utility>
#include <vector>

namespace postern::policy {

// Collects what one command uses. Standard streams and /dev/null are no files.
class FileUses {
public:
    explicit FileUses(const std::vector<shell::Word>& words) : words_(words) {}

    void add(Use use, const shell::Word& word, bool tree = false);
    void add_redirection(Use use, const shell::Word& word);

    [[nodiscard]] const std::vector<shell::Word>& words() const noexcept { return words_; }
    [[nodiscard]] std::vector<FileUse> take() && { return std::move(uses_); }

private:
    const std::vector<shell::Word>& words_;
    std::vector<FileUse> uses_;
};

// `program` without directory and version. Does nothing for a program it does not know.
void add_special(FileUses& uses, std::string_view program);

// `-`, /dev/null, the standard streams, process substitutions, the empty word.
[[nodiscard]] bool names_no_file(const shell::Word& word) noexcept;

}  // namespace postern::policy
