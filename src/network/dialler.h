// Tries addresses one after the other until one answers.
#pragma once

#include "base/unique_fd.h"
#include "network/socket_source.h"
#include "policy/address.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace postern::network {

class Dialler {
public:
    // `from` makes the sockets in another network namespace. Null means our own network.
    Dialler(std::vector<policy::Address> addresses, std::uint16_t port, std::function<void(int fd)> watch,
            SocketSource* from = nullptr)
        : addresses_(std::move(addresses)), port_(port), watch_(std::move(watch)), socket_source_(from) {}

    // Begins to connect to the next address. Returns false if there is none left.
    [[nodiscard]] bool next();
    enum class State : std::uint8_t { waits, connected, failed };
    [[nodiscard]] State check();
    void on_timeout() { error_ = "cannot connect to " + address_ + ": it does not answer"; }

    [[nodiscard]] const std::string& address() const& noexcept { return address_; }
    [[nodiscard]] const std::string& error() const& noexcept { return error_; }  // of the last address that failed
    [[nodiscard]] UniqueFd take() { return std::move(socket_); }

private:
    std::vector<policy::Address> addresses_;
    std::uint16_t port_;
    std::function<void(int)> watch_;
    SocketSource* socket_source_;
    UniqueFd socket_{};
    std::string address_{}, error_ = "no address of it can be reached";
};

}  // namespace postern::network
