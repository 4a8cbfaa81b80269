#include "network/name_cache.h"

#include <algorithm>
#include <utility>

namespace postern::network {

std::optional<std::vector<policy::Address>> NameCache::find(const std::string& name, Time now) const {
    const auto found = known_.find(name);
    if (found == known_.end() || found->second.until <= now) return std::nullopt;
    return found->second.addresses;
}

void NameCache::remember(const std::string& name, std::vector<policy::Address> addresses, Time now) {
    if (addresses.empty()) return;
    if (known_.size() >= kMost && !known_.contains(name)) {
        known_.erase(std::ranges::min_element(known_, {}, [](const auto& one) { return one.second.until; }));
    }
    known_.insert_or_assign(name, Known{.addresses = std::move(addresses), .until = now + kGoodFor});
}

}  // namespace postern::network
