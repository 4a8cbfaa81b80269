// Descriptors 0, 1 and 2 are open while one of these lives: those that were closed lead to /dev/null. Otherwise the next
// pipe or socket would get such a number, and be somebody's stdout.
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
