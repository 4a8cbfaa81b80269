#include "network/lookups.h"

#include <fcntl.h>

namespace postern::network {

std::optional<SharedLookup> SharedLookup::join(std::shared_ptr<Lookup> lookup) {
    UniqueFd output(::fcntl(lookup->fd(), F_DUPFD_CLOEXEC, 0));
    if (!output) return std::nullopt;
    return SharedLookup(std::move(lookup), std::move(output));
}

std::optional<SharedLookup> Lookups::start(const std::string& name, std::string& why) {
    std::erase_if(running_, [](const auto& entry) { return entry.second.expired(); });
    why = "the name cannot be looked up here";
    if (const auto found = running_.find(name); found != running_.end())
        return SharedLookup::join(found->second.lock());
    if (running_.size() >= kMost) {
        why = "too many names are being looked up at the same time";
        return std::nullopt;
    }
    auto lookup = Lookup::start(name);
    if (!lookup) return std::nullopt;
    const auto shared = std::make_shared<Lookup>(std::move(*lookup));
    running_.emplace(name, shared);
    return SharedLookup::join(shared);
}

}  // namespace postern::network
