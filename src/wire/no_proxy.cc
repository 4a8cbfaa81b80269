#include "wire/no_proxy.h"

#include "policy/address.h"
#include "wire/authority.h"

#include <algorithm>
#include <string>

namespace postern::wire {

Status NoProxy::add(std::string_view entry) {
    const auto compile = [this](const std::string& text) -> Status {
        auto pattern = policy::DomainPattern::compile(text);
        if (!pattern) return tl::unexpected<Error>(std::move(pattern.error()));
        patterns_.push_back(std::move(*pattern));
        return {};
    };
    if (entry.starts_with('.')) return compile('*' + std::string(entry));
    if (policy::Address::parse(entry)) return compile(bracketed(entry));
    if (entry.find_first_of("*/[") != std::string_view::npos) return compile(std::string(entry));
    if (Status itself = compile(std::string(entry)); !itself) return itself;
    const auto host = policy::canonical_host(entry.substr(0, entry.find(':')));
    const bool has_names_below = host && host->kind == policy::HostKind::name;
    return has_names_below ? compile("*." + std::string(entry)) : Status{};
}

NoProxy NoProxy::from_variable(std::string_view text) {
    NoProxy out;
    while (!text.empty()) {
        const std::string_view entry = text.substr(0, text.find_first_of(", \t\n"));
        text.remove_prefix(std::min(entry.size() + 1, text.size()));
        if (!entry.empty()) (void)out.add(entry);
    }
    return out;
}

bool NoProxy::covers(const policy::HostName& host, std::uint16_t port) const {
    return std::ranges::any_of(patterns_, [&](const policy::DomainPattern& pattern) {
        return pattern.match(host, port) == policy::Match::yes;
    });
}

}  // namespace postern::wire
