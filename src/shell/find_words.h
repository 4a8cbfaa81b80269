// Reads the words of `find`: where it starts, and which of its actions stand behind no test that selects anything.
#pragma once

#include "shell/analysis.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace postern::shell {

struct FindAction {
    std::size_t index = 0;  // of the word: -delete, -exec, -print …
    bool selected = false;  // a test on names, times or sizes stands before it in the same branch
};

struct FindWords {
    std::vector<Word> starts;         // "." if there is none
    std::vector<FindAction> actions;  // without one, find prints what it finds
    bool selected = false;            // of that print
};

[[nodiscard]] FindWords read_find(const Command& find);

}  // namespace postern::shell
