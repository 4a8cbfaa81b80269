// show_capabilities: prints the capability sets of its own process, one line each: "permitted: 0 7 21".
#include <cstdio>

#include <sys/capability.h>

namespace {

// Prints the capabilities for which `has` returns 1. Errors end the program, so that they do not look like empty sets.
template <class Has>
bool show(const char* set, Has has) {
    std::printf("%s:", set);
    for (cap_value_t capability = 0; capability < cap_max_bits(); ++capability) {
        const int held = has(capability);
        if (held < 0) return false;
        if (held == 1) std::printf(" %d", capability);
    }
    std::printf("\n");
    return true;
}

}  // namespace

int main() {
    const cap_t own = cap_get_proc();
    if (own == nullptr || cap_max_bits() == 0) return 1;
    const auto flag = [own](cap_flag_t set) {
        return [own, set](cap_value_t capability) {
            cap_flag_value_t value = CAP_CLEAR;
            return cap_get_flag(own, capability, set, &value) != 0 ? -1 : value == CAP_SET ? 1 : 0;
        };
    };
    const bool shown = show("permitted", flag(CAP_PERMITTED)) && show("effective", flag(CAP_EFFECTIVE)) &&
                       show("inheritable", flag(CAP_INHERITABLE)) && show("ambient", cap_get_ambient) &&
                       show("bounding", cap_get_bound);
    cap_free(own);
    return shown ? 0 : 1;
}
