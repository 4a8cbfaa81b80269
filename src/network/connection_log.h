// What became of all who came to the gate in one run, within bounds: what passed is not lost among what was refused, however
// often something is tried again.
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

    // Who said nothing at all is not worth a line. The same refusal again is counted.
    void add(ConnectionRecord passage);
    [[nodiscard]] const std::vector<ConnectionRecord>& entries() const& noexcept { return entries_; }
    [[nodiscard]] std::uint64_t left_out() const noexcept { return left_out_; }

private:
    using What = std::tuple<std::string, std::uint16_t, std::string>;  // host, port, reason
    std::vector<ConnectionRecord> entries_{};
    std::map<What, std::size_t> refused_{};  // their places
    std::size_t passed_ = 0;
    std::uint64_t left_out_ = 0;
};

}  // namespace postern::network
