#include "policy/domain_rules.h"

#include "base/glob.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include <arpa/inet.h>

namespace postern::policy {
namespace {

tl::unexpected<Error> bad(std::string_view text, std::string_view why) {
    return fail(Errc::parse, "the domain \"" + std::string(text) + "\" " + std::string(why));
}

// One spelling per address; empty if it is none. A zone (`%eth0`) is refused: it names an interface, not a host.
std::string normal_ipv6(std::string_view text) {
    in6_addr address{};
    const std::string copy(text);
    if (inet_pton(AF_INET6, copy.c_str(), &address) != 1) return {};
    std::array<char, INET6_ADDRSTRLEN> shown{};
    if (inet_ntop(AF_INET6, &address, shown.data(), shown.size()) == nullptr) return {};
    return shown.data();
}

std::vector<std::string> labels_of(std::string_view host) {
    std::vector<std::string> labels(1);
    for (const char c : host) {
        if (c == '.') {
            labels.emplace_back();
        } else {
            labels.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return labels;
}

Result<std::uint16_t> parse_port(std::string_view whole, std::string_view digits) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || value == 0 || value > 65535) {
        return bad(whole, "has a port that is no number from 1 to 65535");
    }
    return static_cast<std::uint16_t>(value);
}

Status check_labels(std::string_view text, const std::vector<std::string>& labels) {
    for (const std::string& label : labels) {
        if (label.empty()) return bad(text, "has an empty label");
        if (label.size() > 63) return bad(text, "has a label longer than 63 characters");
        for (const char c : label) {
            const auto byte = static_cast<unsigned char>(c);
            if (std::isalnum(byte) || byte >= 0x80 || c == '-' || c == '_' || c == '*') continue;
            return bad(text, "holds a character no host name has; write only the host, without scheme or path");
        }
    }
    return {};
}

}  // namespace

Result<DomainPattern> DomainPattern::compile(std::string_view text) {
    DomainPattern p;
    std::string_view host = text;
    std::string_view port;
    if (host.find("://") != std::string_view::npos) return bad(text, "is a URL; write only the host");
    if (host.starts_with('[')) {
        const std::size_t close = host.find(']');
        if (close == std::string_view::npos) return bad(text, "has [ without ]");
        port = host.substr(close + 1);
        p.address_ = normal_ipv6(host.substr(1, close - 1));
        if (p.address_.empty()) return bad(text, "is no IPv6 address");
        if (!port.empty() && port.front() != ':') return bad(text, "goes on after the address");
    } else {
        if (std::ranges::count(host, ':') > 1)
            return bad(text, "has more than one colon; put an IPv6 address in brackets");
        const std::size_t colon = std::min(host.find(':'), host.size());
        port = host.substr(colon);
        host = host.substr(0, colon);
    }
    if (!port.empty()) {
        auto number = parse_port(text, port.substr(1));
        if (!number) return tl::unexpected(number.error());
        p.port_ = *number;
    }
    if (!p.address_.empty()) return p;
    if (host.ends_with('.')) host.remove_suffix(1);
    if (host.empty()) return bad(text, "names no host");
    if (host.size() > 253) return bad(text, "is longer than a host name can be");
    p.labels_ = labels_of(host);
    if (p.labels_.front() == "*") {
        p.below_ = true;
        p.labels_.erase(p.labels_.begin());
    }
    if (auto ok = check_labels(text, p.labels_); !ok) return tl::unexpected(ok.error());
    return p;
}

bool DomainPattern::matches_host(std::string_view host) const {
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    if (host.ends_with('.')) host.remove_suffix(1);
    if (host.empty()) return false;
    if (!address_.empty()) return normal_ipv6(host) == address_;
    if (below_ && labels_.empty()) return true;
    const std::vector<std::string> labels = labels_of(host);
    const std::size_t extra = below_ ? 1 : 0;
    if (labels.size() < labels_.size() + extra || (!below_ && labels.size() != labels_.size())) return false;
    const std::size_t skip = labels.size() - labels_.size();
    for (std::size_t i = 0; i < labels_.size(); ++i) {
        if (!glob_match(labels_[i], labels[skip + i])) return false;
    }
    return true;
}

Match DomainPattern::match(std::string_view host, std::optional<std::uint16_t> port) const {
    if (!matches_host(host)) return Match::no;
    if (!port_) return Match::yes;
    if (!port) return Match::maybe;
    return *port == *port_ ? Match::yes : Match::no;
}

}  // namespace postern::policy
