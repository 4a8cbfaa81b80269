#include "policy/domain_rules.h"

#include "base/glob.h"
#include "base/quantity.h"
#include "base/quote.h"

#include <algorithm>

namespace postern::policy {
namespace {

tl::unexpected<Error> bad(std::string_view text, std::string_view why) {
    return fail(Errc::parse, "the domain \"" + printable(text) + "\" " + std::string(why));
}

struct Parts {
    std::string_view host{};
    std::string_view port{};  // with its colon; empty if there is none
};

Result<Parts> split_port(std::string_view text) {
    if (text.starts_with('[')) {
        const std::size_t close = text.find(']');
        if (close == std::string_view::npos) return bad(text, "has [ without ]");
        const std::string_view rest = text.substr(close + 1);
        if (!rest.empty() && rest.front() != ':') return bad(text, "goes on after the address");
        return Parts{text.substr(0, close + 1), rest};
    }
    if (std::ranges::count(text, ':') > 1) return bad(text, "has more than one colon; put an IPv6 address in brackets");
    const std::size_t colon = std::min(text.find(':'), text.size());
    return Parts{text.substr(0, colon), text.substr(colon)};
}

bool is_number_pattern(std::string_view label) {
    return is_number_label(label) || label.find_first_not_of("0123456789*") == std::string_view::npos;
}

// Returns true for a canonical part of a dotted quad. A pattern with wildcards cannot be canonicalised, so it must be
// written in canonical form.
bool is_quad_part(std::string_view label) {
    if (label.find('*') != std::string_view::npos) return true;
    return canonical_host("0.0.0." + std::string(label)) == HostName{HostKind::ipv4, "0.0.0." + std::string(label)};
}

}  // namespace

Result<DomainPattern> DomainPattern::compile(std::string_view text) {
    DomainPattern p;
    if (text.empty()) return bad(text, "names no host");
    if (text.find("://") != std::string_view::npos) return bad(text, "is a URL; write only the host");
    if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
        if (!Address::parse(text.substr(0, slash)))
            return bad(text, "has a slash and is no range of addresses; write only the host, without a path");
        auto range = AddressRange::parse(text);
        if (!range) return tl::unexpected<Error>(std::move(range.error()));
        p.range_ = *range;
        return p;
    }
    const auto parts = split_port(text);
    if (!parts) return tl::unexpected<Error>(parts.error());
    if (!parts->port.empty()) {
        const auto number = parse_port(parts->port.substr(1));
        if (!number) return bad(text, "has a port that is no number from 1 to 65535");
        p.port_ = *number;
    }
    const bool stars = parts->host.find('*') != std::string_view::npos;
    if (auto ok = stars ? p.compile_stars(parts->host) : p.compile_host(parts->host); !ok)
        return tl::unexpected<Error>(std::move(ok.error()));
    return p;
}

Status DomainPattern::compile_host(std::string_view text) {
    const auto host = canonical_host(text);
    if (!host) return tl::unexpected<Error>(host.error());
    if (host->kind == HostKind::name) {
        for (const std::string_view label : split_labels(host->text)) labels_.emplace_back(label);
        return {};
    }
    auto range = AddressRange::parse(host->text);
    if (!range) return tl::unexpected<Error>(std::move(range.error()));
    range_ = *range;
    return {};
}

Status DomainPattern::compile_stars(std::string_view text) {
    auto labels = canonical_labels(text);
    if (!labels) return tl::unexpected<Error>(std::move(labels.error()));
    labels_ = std::move(*labels);
    if (labels_.front() == "*") {
        below_ = true;
        labels_.erase(labels_.begin());
    }
    // `10.*` looks as if it matched 10.1.2.3 but does not, so it is refused instead of silently matching nothing.
    const bool has_digit = std::ranges::any_of(
        labels_, [](const std::string& l) { return l.find_first_of("0123456789") != std::string::npos; });
    const bool numbers = has_digit && std::ranges::all_of(labels_, is_number_pattern);
    if (!numbers && (labels_.empty() || !is_number_label(labels_.back()))) return {};
    const bool four = below_ ? labels_.size() < 4 : labels_.size() == 4;
    if (!numbers || !four || !std::ranges::all_of(labels_, is_quad_part))
        return bad(text, "fits no address; write a range, such as 10.0.0.0/8");
    return {};
}

Match DomainPattern::match_host(const HostName& host) const {
    if (is_everything()) return Match::yes;
    if (range_) {
        if (host.kind == HostKind::name) return Match::no;
        const auto address = Address::parse(host.text);
        if (!address) return Match::maybe;  // not made by canonical_host()
        if (range_->contains(*address)) return Match::yes;
        const auto inside = address->ipv4_inside();
        return std::ranges::any_of(inside, [this](const Address& a) { return range_->contains(a); }) ? Match::maybe
                                                                                                     : Match::no;
    }
    if (host.kind == HostKind::ipv6) return Match::no;
    const std::vector<std::string_view> labels = split_labels(host.text);
    if (below_ ? labels.size() <= labels_.size() : labels.size() != labels_.size()) return Match::no;
    const std::size_t skip = labels.size() - labels_.size();
    for (std::size_t i = 0; i < labels_.size(); ++i) {
        if (!glob_match(labels_[i], labels[skip + i])) return Match::no;
    }
    return Match::yes;
}

Match DomainPattern::with_port(Match host, std::optional<std::uint16_t> port) const noexcept {
    if (!port_ || host == Match::no) return host;
    if (!port) return Match::maybe;
    return *port == *port_ ? host : Match::no;
}

Match DomainPattern::match(const HostName& host, std::optional<std::uint16_t> port) const {
    return with_port(match_host(host), port);
}

Match DomainPattern::match(std::string_view host, std::optional<std::uint16_t> port) const {
    if (const auto known = canonical_host(host)) return match(*known, port);
    return with_port(is_everything() ? Match::yes : Match::maybe, port);
}

bool DomainPattern::matches(std::string_view host, std::optional<std::uint16_t> port) const {
    const auto known = canonical_host(host);
    return known && match(*known, port) == Match::yes;
}

}  // namespace postern::policy
