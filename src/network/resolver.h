// Looks names up as this machine does: files, DNS, all that nsswitch.conf lists. A child process (`getent ahosts`) does
// it, because the system's resolver blocks and loads foreign code into its caller.
#pragma once

#include "base/unique_fd.h"
#include "policy/address.h"

#include <chrono>
#include <optional>
#include <string>
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

}  // namespace postern::network
