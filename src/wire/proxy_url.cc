#include "wire/proxy_url.h"

#include "base/ascii.h"
#include "policy/address.h"
#include "wire/authority.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include <sodium.h>

namespace postern::wire {
namespace {

constexpr std::size_t kLongestLogin = 255;  // of the user and of the password; the most that SOCKS5 can carry
constexpr std::uint16_t kHttpPort = 80, kSocksPort = 1080;

tl::unexpected<Error> bad(std::string why) {
    return fail(Errc::parse, std::move(why));
}

std::string base64(std::string_view text) {
    constexpr int kVariant = sodium_base64_VARIANT_ORIGINAL;
    std::string out(sodium_base64_encoded_len(text.size(), kVariant), '\0');
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    (void)sodium_bin2base64(out.data(), out.size(), bytes, text.size(), kVariant);
    out.pop_back();  // the terminating zero
    return out;
}

Result<std::string> percent_decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned value = static_cast<unsigned char>(text[i]);
        if (text[i] == '%') {
            const std::string_view digits = text.substr(i + 1, 2);
            const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
            if (error != std::errc{} || digits.size() != 2 || end != digits.data() + 2) {
                return bad("the proxy's user name or password has a % without two hexadecimal digits; write %25 for %");
            }
            i += 2;
        }
        if (value < ' ' || value == 0x7f) return bad("the proxy's user name or password has a control character");
        out += static_cast<char>(value);
    }
    return out;
}

Result<Login> parse_login(std::string_view text, Proxy::Kind kind) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    auto user = percent_decoded(text.substr(0, colon));
    if (!user) return tl::unexpected<Error>(std::move(user.error()));
    auto password = percent_decoded(text.substr(std::min(colon + 1, text.size())));
    if (!password) return tl::unexpected<Error>(std::move(password.error()));
    if (user->size() > kLongestLogin || password->size() > kLongestLogin) {
        return bad("the proxy's user name or password is longer than 255 bytes");
    }
    if (kind == Proxy::Kind::http && user->find(':') != std::string::npos) {
        return bad("the proxy's user name has a colon, which HTTP cannot carry");
    }
    if (kind == Proxy::Kind::socks5 && user->empty()) return bad("a SOCKS proxy's user name cannot be empty");
    return Login{std::move(*user), std::move(*password)};
}

Result<Proxy::Kind> parse_scheme(std::string_view text) {
    const std::string scheme = lower_case(text);
    if (scheme == "http") return Proxy::Kind::http;
    if (scheme == "socks5" || scheme == "socks5h") return Proxy::Kind::socks5;
    if (scheme == "https") return bad("a proxy that is itself reached by TLS (https://) is not supported; use http://");
    if (scheme.starts_with("socks")) return bad("of SOCKS, only socks5:// and socks5h:// are supported");
    return bad("not a proxy's URL: write http://host:port or socks5h://host:port");
}

}  // namespace

std::string Proxy::place() const {
    return endpoint(host.text, port);
}

std::string Proxy::authorization() const {
    return login ? "Basic " + base64(login->user + ':' + login->password) : std::string();
}

Result<Proxy> parse_proxy_url(std::string_view text) {
    const std::size_t mark = text.find("://");
    if (mark == std::string_view::npos) return bad("not a proxy's URL: write http://host:port or socks5h://host:port");
    const auto kind = parse_scheme(text.substr(0, mark));
    if (!kind) return tl::unexpected<Error>(kind.error());
    std::string_view place = text.substr(mark + 3);
    const std::size_t end = std::min(place.find_first_of("/?#"), place.size());
    if (place.size() > end && place.substr(end) != "/") {
        return bad("a proxy's URL ends after host and port; in a password write %2F, %3F and %23 for /, ? and #");
    }
    place = place.substr(0, end);
    Proxy proxy{.kind = *kind};
    if (const std::size_t at = place.rfind('@'); at != std::string_view::npos) {
        auto login = parse_login(place.substr(0, at), proxy.kind);
        if (!login) return tl::unexpected<Error>(std::move(login.error()));
        proxy.login = std::move(*login);
        place.remove_prefix(at + 1);
    }
    const auto parsed = parse_authority(place);
    if (const auto* wrong = std::get_if<BadRequest>(&parsed)) return bad("the proxy's URL: " + wrong->reason);
    const auto& authority = std::get<Authority>(parsed);
    auto host = policy::canonical_host(authority.host);
    if (!host) return bad("the proxy's URL: not the name or address of a host");
    proxy.host = std::move(*host);
    proxy.port = authority.port.value_or(proxy.kind == Proxy::Kind::http ? kHttpPort : kSocksPort);
    return proxy;
}

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
