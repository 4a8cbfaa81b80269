// The hosts that are reached without the proxy, as NO_PROXY names them:
//
//   example.org        that host and every name below it    .example.org  *.example.org   the names below it only
//   10.0.0.1  ::1      that address                         10.0.0.0/8  fd00::/8          a range of them
//   example.org:8080   for one port                         *                             every host
#pragma once

#include "base/result.h"
#include "policy/domain_rules.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace postern::wire {

class NoProxy {
public:
    Status add(std::string_view entry);
    // Commas and blanks in between. What makes no sense is left out, as every other reader of the variable does.
    static NoProxy from_variable(std::string_view text);

    [[nodiscard]] bool covers(const policy::HostName& host, std::uint16_t port) const;
    bool operator==(const NoProxy&) const = default;

private:
    std::vector<policy::DomainPattern> patterns_;
};

}  // namespace postern::wire
