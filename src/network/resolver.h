// Names to addresses as this machine sees them: files, DNS, whatever nsswitch.conf says. A child process does the asking
// (`getent ahosts`), because the system's resolver brings code of its own into whoever calls it, and waits.
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
    // Nothing if the child cannot be started.
    static std::optional<Lookup> start(const std::string& name);
    Lookup(Lookup&& other) noexcept;
    Lookup& operator=(Lookup&&) = delete;
    ~Lookup();  // ends the child

    [[nodiscard]] int fd() const noexcept { return output_.get(); }  // readable: call `read`
    // All addresses, each once, in the order to be tried; none: there is no such name. Nothing: not done yet.
    [[nodiscard]] std::optional<std::vector<policy::Address>> read();

private:
    Lookup(pid_t child, UniqueFd output) : child_(child), output_(std::move(output)) {}

    pid_t child_;
    UniqueFd output_;
    std::string text_{};
    std::optional<std::vector<policy::Address>> found_{};  // for whoever else waits
};

}  // namespace postern::network
