// Names that are being looked up: each once, however many wait for it, and not too many at the same time.
#pragma once

#include "network/resolver.h"

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace postern::network {

// One of those who wait for the same look-up.
class SharedLookup {
public:
    // Its own descriptor for each, since events are told for each. Nothing: none can be had.
    static std::optional<SharedLookup> join(std::shared_ptr<Lookup> lookup);

    [[nodiscard]] int fd() const noexcept { return output_.get(); }
    [[nodiscard]] std::optional<std::vector<policy::Address>> read() { return lookup_->read(); }

private:
    SharedLookup(std::shared_ptr<Lookup> lookup, UniqueFd output)
        : lookup_(std::move(lookup)), output_(std::move(output)) {}
    std::shared_ptr<Lookup> lookup_;
    UniqueFd output_;
};

class Lookups {
public:
    static constexpr std::size_t kMost = 32;

    // Nothing: there are too many already, or it cannot be done here; `why` says which.
    [[nodiscard]] std::optional<SharedLookup> start(const std::string& name, std::string& why);

private:
    std::unordered_map<std::string, std::weak_ptr<Lookup>> running_{};
};

}  // namespace postern::network
