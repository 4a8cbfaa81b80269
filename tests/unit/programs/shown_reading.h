// Shows readings as text, for tests of rows.
#pragma once

#include "programs/reading.h"
#include "shell/analysis.h"

#include <string>
#include <string_view>

namespace postern::programs {

struct ReadingCase {
    std::string_view line, reading;
};

// Shows a reading in one line: role letters with their words, a slash for whole trees, then what is not explained.
inline std::string shown(std::string_view line) {
    static constexpr std::string_view kNames[] = {"-",   ".",  "R", "R@", "W", "M", "L", "D", "CD", "@R", "X",  "S",
                                                  "cmd", "sh", "C", "F",  "P", "K", "A", "U", "H",  "HR", "HW", "any"};
    const shell::Analysis analysis = shell::analyse(line);
    const std::vector<Word>& words = analysis.commands.front().words;
    const Reading reading = read(words);
    std::string out;
    for (const WordUse& use : reading.uses) {
        if (!out.empty()) out += ' ';
        out += std::string(kNames[static_cast<std::size_t>(use.meaning.role)]) + (use.meaning.tree ? "/:" : ":");
        out += use.word.text;
    }
    for (const std::size_t index : reading.unexplained) (out += " ?") += words[index].text;
    if (reading.only_informs) out += " informs";
    if (reading.destroys) out += " destroys";
    return out;
}

}  // namespace postern::programs
