// Guard of the standard descriptors 0, 1 and 2.
#pragma once

#include "base/unique_fd.h"

#include <array>

namespace postern {

// Opens /dev/null for each standard descriptor that is closed: the next file opened would take its number and receive
// our output. Standard input is opened for writing and the others for reading, so that using one still fails.
class StandardFds {
public:
    StandardFds();

private:
    std::array<UniqueFd, 3> filled_{};
};

}  // namespace postern
