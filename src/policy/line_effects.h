// Effects of one part of a command line on the next: the possible working directories after `cd`, and the files written
// before.
//
// Branches, loops and subshells are not distinguished: every directory entered before is possible. That makes deny
// rules match more and allow rules match less, so both err on the safe side.
#pragma once

#include "base/abs_path.h"
#include "policy/file_access.h"
#include "policy/path_rules.h"
#include "programs/reading.h"
#include "shell/analysis.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace postern::policy {

// A file that a command reads or writes, resolved against every possible working directory.
struct FileTouch {
    Use use = Use::read;
    std::vector<NamedPath> paths{};
    Reach reach = Reach::file;
    bool surely = true;        // false for a relative path after a `cd` whose target is known only at run time
    bool redirection = false;  // used by a redirection, not by an operand
    bool inside = false;       // only if the directory of the path is there: `cp a d` makes d/a, or the file d
    bool built = false;        // of the project's own files, by a compiler or build tool
};

struct LineEffects {
    struct Step {
        std::size_t directories = 1;  // number of entries of LineEffects::directories that are possible here
        std::vector<FileTouch> touches{};
        programs::Reading reading{};  // of its words
    };
    std::vector<AbsPath> directories;      // the first is the start directory of the line
    std::vector<Step> steps;               // one per command of the analysis
    std::vector<shell::Unknown> unknowns;  // running a file just written; git in a directory just entered
};

// Returns true for programs that run the file named by their first operand: shells, interpreters, source.
[[nodiscard]] bool runs_its_operand(std::string_view program);

[[nodiscard]] LineEffects effects_of_line(const shell::Analysis& analysis, const AbsPath& cwd, const AbsPath& home);

}  // namespace postern::policy
