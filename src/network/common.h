// What all connections of a gate share.
#pragma once

#include "network/name_cache.h"
#include "network/passage.h"
#include "network/pipes.h"

namespace postern::network {

struct Common {
    GateRules rules;
    NameCache names{};
    Pipes pipes{};
};

}  // namespace postern::network
