// Runs name look-ups: one per name, however many connections wait for it, and a bounded number at once.
#pragma once

#include "network/resolver.h"

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace postern::network {

// One connection's share in a look-up.
class SharedLookup {
public:
    // Duplicates the descriptor, because the event loop wants a separate one for each connection. Returns nullopt if
    // none is left.
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

    // Joins or starts a look-up. Returns nullopt, and the reason in `why`, if too many are running or it cannot be
    // started.
    [[nodiscard]] std::optional<SharedLookup> start(const std::string& name, std::string& why);

private:
    std::unordered_map<std::string, std::weak_ptr<Lookup>> running_{};
};

}  // namespace postern::network
