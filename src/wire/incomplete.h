// Result of every parser here for a text that may become valid: call again with all bytes so far and more.
//
// Any other result is final, whatever follows. Invalid text is refused at its first wrong byte.
#pragma once

namespace postern::wire {

struct Incomplete {
    bool operator==(const Incomplete&) const = default;
};

}  // namespace postern::wire
