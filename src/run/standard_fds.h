// Keeps descriptors 0, 1 and 2 open while this object exists; closed ones are opened as /dev/null. Otherwise the next
// pipe or socket would get such a number and be used as stdout.
#pragma once

#include "base/unique_fd.h"

#include <vector>

namespace postern::run {

class StandardFds {
public:
    StandardFds();

private:
    std::vector<UniqueFd> filled_;
};

}  // namespace postern::run
