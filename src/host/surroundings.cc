// Reads what lies around this process and may forbid a sandbox.
#include "host/container.h"
#include "host/host_checks.h"
#include "host/sandbox_signs.h"

#include <unistd.h>

namespace postern::host {

void see_surroundings(Observations& seen) {
    seen.sysctls = read_sysctls();
    seen.container = container_of(read_container_signs());
    seen.sandbox_around = sandbox_around(read_sandbox_signs(), seen.container.has_value());
    seen.root = ::geteuid() == 0;
}

}  // namespace postern::host
