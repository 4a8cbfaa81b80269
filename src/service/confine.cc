#include "service/confine.h"

#include "base/file.h"

#include <cerrno>
#include <memory>

#include <sys/capability.h>
#include <sys/prctl.h>

namespace postern::service {
namespace {

struct FreeCaps {
    void operator()(void* caps) const { (void)::cap_free(caps); }
};
using Caps = std::unique_ptr<std::remove_pointer_t<cap_t>, FreeCaps>;

}  // namespace

Status give_up_privileges() {
    const Caps none(::cap_init());
    if (!none || ::cap_set_proc(none.get()) != 0) {
        return fail(Errc::io, describe_errno("cannot give up capabilities", errno));
    }
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        return fail(Errc::io, describe_errno("cannot give up new privileges", errno));
    }
    (void)::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);  // nobody but root reads the token out of our memory
    const Caps now(::cap_get_proc());
    if (!now || ::cap_compare(now.get(), none.get()) != 0) return fail(Errc::internal, "a capability is left");
    return {};
}

}  // namespace postern::service
