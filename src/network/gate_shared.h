// Data shared by all connections of a gate.
#pragma once

#include "network/connection_record.h"
#include "network/lookups.h"
#include "network/name_cache.h"
#include "network/pipes.h"

namespace postern::network {

struct GateShared {
    GateRules rules;
    NameCache names{};
    Pipes pipes{};
    Lookups lookups{};
};

}  // namespace postern::network
