// The answer of every parser here to a text that may still become a good one: read more, and ask again with all of it.
//
// An answer other than this never changes, whatever comes behind: what is refused is refused at its first wrong byte.
#pragma once

namespace postern::wire {

struct Incomplete {
    bool operator==(const Incomplete&) const = default;
};

}  // namespace postern::wire
