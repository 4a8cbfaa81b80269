// What a call may mean to rules although no table says so: soundness without completeness.
//
// Deny and ask rules must not depend on whether somebody has put a program into the book. Where its row explains every
// word of a call, the words count by their roles. Otherwise every word may be a file or a program: as a whole, glued to
// an option, behind `=`, `@` or a colon (as sure as the rule itself), or as a part of a text (a doubt).
// Words of a command that was found inside the call are judged there, not here. Allow rules never look at this.
#pragma once

#include "policy/command_pattern.h"
#include "policy/file_access.h"
#include "programs/reading.h"
#include "shell/analysis.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace postern::policy {

struct PathMention {
    FileUse use;
    Match match = Match::yes;  // maybe: only a part of a text
    bool operator==(const PathMention&) const = default;
};

class Mentions {
public:
    // The analysis must outlive this.
    Mentions(const shell::Analysis& analysis, std::uint32_t command,
             programs::ProgramPlaces places = programs::ProgramPlaces::trusted);
    // The same, with the call as it was read before.
    Mentions(const shell::Analysis& analysis, std::uint32_t command, const programs::Reading& reading);

    [[nodiscard]] std::vector<PathMention> paths() const;
    // Returns the words that may name code to be run: programs, scripts, libraries.
    [[nodiscard]] std::vector<shell::Word> may_be_run() const;
    // Tells how surely the rule meets a program that the call mentions.
    [[nodiscard]] Match meets(const CommandPattern& pattern) const;

private:
    // A word that counts, and how.
    struct Counted {
        std::size_t index = 0;
        shell::Word word;
        bool program = true;  // a file in any case
        Use use = Use::write;
        bool glued = true;  // so does what is glued to an option, or stands behind `=`
        bool text = true;   // and every part of it
    };
    // A place in a word that may be the name of a program.
    struct Named {
        std::string_view name;    // without its directory
        std::size_t counted = 0;  // index in `counted_`
        std::size_t begin = 0;    // of the name with its directory in the word
        Match match = Match::yes;
    };
    void count(const shell::Analysis& analysis, std::uint32_t command, const programs::Reading& reading);
    void find_names();
    [[nodiscard]] Match meets(const CommandPattern& pattern, const Named& named) const;

    const shell::Command& command_;
    std::vector<Counted> counted_{};
    std::vector<Named> names_{};  // sorted by name
};

}  // namespace postern::policy
