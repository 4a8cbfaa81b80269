#include "shell/global_options.h"

#include "programs/reading.h"

namespace postern::shell {

std::vector<Word> without_global_options(const std::vector<Word>& words) {
    if (words.size() < 2) return words;
    const programs::Reading reading = programs::read(words, programs::ProgramPlaces::any);
    const std::vector<std::size_t> act = programs::act_of(reading);
    if (act.empty()) return words;  // options only: `git --version`
    std::vector<Word> plain{words.front()};
    std::size_t next = 1;
    for (const std::size_t index : act) {
        // An option that is partly known only at run time may be the subcommand, or stand in front of another one.
        for (const std::size_t unsure : reading.unsure) {
            if (unsure >= next && unsure < index) {
                plain.insert(plain.end(), words.begin() + static_cast<std::ptrdiff_t>(unsure), words.end());
                return plain;
            }
        }
        plain.push_back(words[index]);
        next = index + 1;
    }
    plain.insert(plain.end(), words.begin() + static_cast<std::ptrdiff_t>(next), words.end());
    return plain;
}

}  // namespace postern::shell
