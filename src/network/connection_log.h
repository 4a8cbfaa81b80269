// Records what became of every connection to the gate in one run, within bounds. Passed and refused connections have
// separate limits, so that repeated refusals cannot push out those that passed.
#pragma once

#include "network/connection_record.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace postern::network {

class ConnectionLog {
public:
    static constexpr std::size_t kMostPassed = 10'000, kMostRefused = 1'000;

    // Leaves out a client that sent nothing. A repeated refusal raises `times` of the first one.
    void add(ConnectionRecord record);
    [[nodiscard]] const std::vector<ConnectionRecord>& entries() const& noexcept { return entries_; }
    [[nodiscard]] std::uint64_t left_out() const noexcept { return left_out_; }

private:
    using RefusalKey = std::tuple<std::string, std::uint16_t, std::string>;  // host, port, reason
    std::vector<ConnectionRecord> entries_{};
    std::map<RefusalKey, std::size_t> refused_{};  // indexes into entries_
    std::size_t passed_ = 0;
    std::uint64_t left_out_ = 0;
};

}  // namespace postern::network
