// Takes suspects away in two steps, each of which can be interrupted at any point without losing anything.
//
//     disarm_all    gives every thing a name that no tool looks for, in its own directory, and puts old contents back;
//                   a rename needs no room and is done or not done
//     store_all     moves the things to the quarantine, as far as nobody asks the process to end
//
// No failure removes anything: a thing that cannot be moved stays beside, one that cannot be renamed is armed.
#pragma once

#include "scrub/quarantine.h"

#include <cstdint>
#include <string>
#include <vector>

namespace postern::scrub {

struct Fate {
    enum class Kind : std::uint8_t { gone, armed, in_parts, beside, stored };
    Kind kind = Kind::gone;
    bool former_is_back = false;
    bool unfinished = false;  // a later invocation has to go on
    std::string note{};       // why not more could be done
};

[[nodiscard]] std::vector<Fate> disarm_all(const OpenBatch& open);
// Completes what disarm_all() had begun in another process. Things that it had not come to are left alone: the search
// that follows finds them anew.
[[nodiscard]] std::vector<Fate> disarm_rest(const OpenBatch& open);

// Returns whether the path has the former content of the thing, in a file of its own.
[[nodiscard]] bool has_former_content(const Thing& thing);

void store_all(const OpenBatch& open, std::vector<Fate>& fates);

// While an object of this type exists, signals that ask the process to end wait.
class HeldSignals {
public:
    HeldSignals();
    ~HeldSignals();
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;

    // Returns whether such a signal waits.
    [[nodiscard]] static bool asked_to_end();

private:
    sigset_t before_{};
};

}  // namespace postern::scrub
