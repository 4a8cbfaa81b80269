// Data shared by all connections of a gate.
#pragma once

#include "network/connection_record.h"
#include "network/lookups.h"
#include "network/stream.h"

namespace postern::network {

struct GateShared {
    GateRules rules;
    NameCache names{};
    Pipes pipes{};
    Lookups lookups{};
};

}  // namespace postern::network
