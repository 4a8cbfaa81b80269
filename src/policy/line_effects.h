// What one part of a command line means for the next: which directories a command may stand in after `cd`, and which
// files were written before it ran.
//
// Branches, loops and subshells are not told apart: a directory entered anywhere before is a possible one. For deny
// that is generous, for allow strict; both err on the safe side.
#pragma once

#include "base/abs_path.h"
#include "policy/file_access.h"
#include "policy/path_rules.h"
#include "shell/analysis.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace postern::policy {

// A file a command reads or writes, under every directory it may stand in.
struct FileTouch {
    Use use = Use::read;
    std::vector<NamedPath> paths{};
    Reach reach = Reach::file;
    bool surely = true;        // false: relative, after a `cd` whose target is known only at run time
    bool redirection = false;  // by a redirection, not by an operand
};

struct LineEffects {
    struct Step {
        std::size_t directories = 1;     // the first so many of Flow::directories are possible here
        bool unknown_directory = false;  // a `cd` whose target is known only at run time came before
        std::vector<FileTouch> touches{};
    };
    std::vector<AbsPath> directories;      // the first is where the line starts
    std::vector<Step> steps;               // one per command of the analysis
    std::vector<shell::Unknown> unknowns;  // running what was just written; git in a directory just entered
};

[[nodiscard]] LineEffects effects_of_line(const shell::Analysis& analysis, const AbsPath& cwd, const AbsPath& home);

}  // namespace postern::policy
