#include "policy/network_access.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace postern::policy {
namespace {

using shell::kHole;

HostUse host_in(std::string_view authority) {
    const std::string_view host = authority.substr(0, authority.find_first_of("/?#"));
    const std::string_view bare = host.substr(host.rfind('@') + 1);
    if (bare.find(kHole) != std::string_view::npos) return {.host = {}, .literal = false};
    return {.host = std::string(bare)};
}

bool fetches(std::string_view name) {
    static constexpr std::array<std::string_view, 10> kNames{"curl", "wget", "aria2c", "http", "https", "xh", "lynx", "w3m", "git", "axel"};
    return std::ranges::find(kNames, name.substr(name.rfind('/') + 1)) != kNames.end();
}

}  // namespace

std::vector<HostUse> host_uses(const shell::Command& command) {
    std::vector<HostUse> out;
    for (const shell::Redirection& r : command.redirections) {
        const std::string_view target = r.target.text;
        if (!target.starts_with("/dev/tcp/") && !target.starts_with("/dev/udp/")) continue;
        HostUse use = host_in(target.substr(9));
        const std::size_t port = target.find('/', 9);
        if (use.literal && port != std::string_view::npos && target.find(kHole) == std::string_view::npos) {
            use.host += ":" + std::string(target.substr(port + 1));
        }
        out.push_back(std::move(use));
    }
    if (!fetches(command.name())) return out;
    const bool bare_hosts = !command.name().ends_with("git");
    for (std::size_t i = 1; i < command.words.size(); ++i) {
        const std::string_view word = command.words[i].text;
        if (const std::size_t scheme = word.find("://"); scheme != std::string_view::npos) {
            out.push_back(host_in(word.substr(scheme + 3)));
        } else if (bare_hosts && command.words[i].starts_dynamic()) {
            out.push_back({.host = {}, .literal = false});
        } else if (bare_hosts && !word.starts_with('-') && word.find_first_of(". :[") != std::string_view::npos &&
                   word.find_first_of(" \t") == std::string_view::npos) {
            out.push_back(host_in(word));  // curl example.org
        }
    }
    return out;
}

}  // namespace postern::policy
