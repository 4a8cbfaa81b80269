#include "shrink.h"

#include <algorithm>

namespace postern::oracle {

std::string shrink(std::string script, const std::function<bool(const std::string&)>& still_fails) {
    constexpr int kTries = 3000;
    int tries = 0;
    bool smaller = true;
    while (smaller && tries < kTries) {
        smaller = false;
        for (std::size_t piece = std::max<std::size_t>(script.size() / 2, 1); piece >= 1; piece /= 2) {
            for (std::size_t at = 0; at < script.size() && tries < kTries;) {
                std::string shorter = script;
                shorter.erase(at, piece);
                ++tries;
                if (still_fails(shorter)) {
                    script = std::move(shorter);
                    smaller = true;
                } else {
                    at += piece;
                }
            }
        }
    }
    return script;
}

}  // namespace postern::oracle
