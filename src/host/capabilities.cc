#include "host/capabilities.h"

#include "base/file.h"

#include <cerrno>
#include <memory>

#include <sys/capability.h>

namespace postern::host {
namespace {

struct Free {
    void operator()(void* memory) const { ::cap_free(memory); }
};
using Sets = std::unique_ptr<_cap_struct, Free>;
using Text = std::unique_ptr<char, Free>;

// Returns the capabilities for which `has` is true. `has` takes a cap_value_t.
template <class Has>
std::string listed(Has has) {
    std::string held;
    std::string lacking;
    for (cap_value_t capability = 0; capability < ::cap_max_bits(); ++capability) {
        const Text name(::cap_to_name(capability));
        std::string& list = has(capability) ? held : lacking;
        list += (list.empty() ? "" : ",") + (name ? std::string(name.get()) : std::to_string(capability));
    }
    if (lacking.empty()) return "all";
    return held.size() <= lacking.size() ? held : "all but " + lacking;
}

}  // namespace

std::optional<CapabilitySets> own_capabilities() {
    const Sets own(::cap_get_proc());
    if (!own || ::cap_max_bits() == 0) return std::nullopt;
    const auto in = [&own](cap_flag_t set) {
        return listed([&own, set](cap_value_t capability) {
            cap_flag_value_t value = CAP_CLEAR;
            return ::cap_get_flag(own.get(), capability, set, &value) == 0 && value == CAP_SET;
        });
    };
    // Kernels without ambient capabilities return an error, which means that none is set.
    return CapabilitySets{.permitted = in(CAP_PERMITTED),
                          .effective = in(CAP_EFFECTIVE),
                          .inheritable = in(CAP_INHERITABLE),
                          .ambient = listed([](cap_value_t capability) { return ::cap_get_ambient(capability) == 1; }),
                          .bounding = listed([](cap_value_t capability) { return ::cap_get_bound(capability) == 1; })};
}

Result<std::string> file_capabilities(const std::string& path) {
    errno = 0;
    const Sets found(::cap_get_file(path.c_str()));
    // ENOTSUP means that the file system has no such attributes.
    if (!found && (errno == ENODATA || errno == ENOTSUP)) return std::string{};
    const Text text(found ? ::cap_to_text(found.get(), nullptr) : nullptr);
    if (!text) return fail(Errc::io, describe_errno("its capabilities cannot be read", errno), path);
    return std::string(text.get());
}

}  // namespace postern::host
