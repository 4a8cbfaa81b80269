// Name look-ups of the gate. A child process (`getent ahosts`) looks a name up as this machine does (files, DNS, all that
// nsswitch.conf lists), because the system's resolver blocks and loads foreign code into its caller. There is one look-up
// per name, however many connections wait for it, and a bounded number at once.
#pragma once

#include "base/unique_fd.h"
#include "policy/address.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace postern::network {

class Lookup {
public:
    // Returns nullopt if the child cannot be started.
    static std::optional<Lookup> start(const std::string& name);
    Lookup(Lookup&& other) noexcept;
    Lookup& operator=(Lookup&&) = delete;
    ~Lookup();  // kills the child

    [[nodiscard]] int fd() const noexcept { return output_.get(); }  // call `read` when readable
    // Returns all addresses without duplicates, in the order to try them; an empty list if the name does not exist;
    // nullopt if the answer is not complete yet.
    [[nodiscard]] std::optional<std::vector<policy::Address>> read();

private:
    Lookup(pid_t child, UniqueFd output) : child_(child), output_(std::move(output)) {}

    pid_t child_;
    UniqueFd output_;
    std::string text_{};
    std::optional<std::vector<policy::Address>> found_{};  // kept for others that share this look-up
};

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

// Remembers addresses for a minute, so that many requests to one host need one look-up. Failed look-ups are not
// remembered. Whether an address may be dialled is checked again for each connection.
class NameCache {
public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr std::chrono::seconds kGoodFor{60};
    static constexpr std::size_t kMost = 256;

    // Returns the addresses, or nullopt if the name must be looked up.
    [[nodiscard]] std::optional<std::vector<policy::Address>> find(const std::string& name, Time now) const;
    void remember(const std::string& name, std::vector<policy::Address> addresses, Time now);
    void forget(const std::string& name) { known_.erase(name); }  // after none answered: the host may have moved

private:
    struct Known {
        std::vector<policy::Address> addresses;
        Time until;
    };
    std::unordered_map<std::string, Known> known_{};
};

}  // namespace postern::network
