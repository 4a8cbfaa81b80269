#include "policy/network_access.h"

#include "programs/reading.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <string_view>

namespace postern::policy {
namespace {

using shell::kHole;
using shell::Word;

// Returns true for words that cannot be a host. A word without a scheme may also be a file, or data to be sent.
bool is_no_host(std::string_view word) {
    if (word.substr(0, word.find_first_of("/?#")).find(kHole) != std::string_view::npos) return false;
    const std::string host = parse_endpoint(word).host;
    return host.find_first_not_of('.') == std::string::npos ||
           host.find_first_of("\"'=<>()&|;+~") != std::string::npos || host.find("%{") != std::string::npos;
}

// Appends the host of a URL, of host:path or of a bare name.
void add_host(const Word& word, std::vector<HostPort>& out) {
    const std::string_view text = word.text;
    const std::size_t scheme = text.find("://");
    if (scheme == std::string_view::npos) {
        if (word.starts_dynamic()) return out.push_back({});
        if (text.find_first_of(" \t") == std::string_view::npos && !is_no_host(text))
            out.push_back(parse_endpoint(text));
        return;
    }
    const std::string_view authority = text.substr(scheme + 3);
    if (!authority.starts_with('/')) out.push_back(parse_endpoint(authority));  // file:///x has no host
}

// A program that talks to hosts fetches every address that it is given: `npm install https://example.org/x.tgz`.
bool names_host(const programs::WordUse& use, const programs::Row& row) {
    using enum programs::WordRole;
    switch (use.meaning.role) {
        case url:
        case host: return true;
        case remote_read:
        case remote_write: return use.word.starts_dynamic() || use.word.text.find(':') < use.word.text.find('/');
        default: return row.contacts && use.word.text.find("://") != std::string::npos;
    }
}

}  // namespace

HostPort parse_endpoint(std::string_view authority) {
    authority = authority.substr(0, authority.find_first_of("/?#"));
    // Clients differ on whether a backslash ends the host. Such a text is kept whole, and matches no host name.
    if (authority.find('\\') == std::string_view::npos) authority = authority.substr(authority.rfind('@') + 1);
    if (authority.find(kHole) != std::string_view::npos) return {};
    HostPort out;
    const std::size_t colon = authority.rfind(':');
    const bool has_port = colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos &&
                          (authority.starts_with('[') || authority.find(':') == colon);
    if (has_port) {
        std::uint16_t port = 0;
        const std::string_view digits = authority.substr(colon + 1);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
        if (error == std::errc{} && end == digits.data() + digits.size()) out.port = port;
        authority = authority.substr(0, colon);
    }
    out.host = authority;
    return out;
}

std::vector<HostPort> hosts_named_by(const shell::Command& command) {
    std::vector<HostPort> out;
    for (const shell::Redirection& r : command.redirections) {
        const std::string_view target = r.target.text;
        if (!target.starts_with("/dev/tcp/") && !target.starts_with("/dev/udp/")) continue;
        const std::size_t slash = target.find('/', 9);
        const std::string_view host = target.substr(9, slash - 9);
        out.push_back(parse_endpoint(
            slash == std::string_view::npos ? host : std::string(host) + ":" + std::string(target.substr(slash + 1))));
    }
    if (command.words.empty()) return out;
    const programs::Reading reading = programs::read(command.words, programs::ProgramPlaces::any);
    for (const programs::WordUse& use : reading.uses) {
        if (names_host(use, *reading.row)) add_host(use.word, out);
    }
    if (reading.explains_all()) return out;
    // Nobody knows what the words are for. A word that begins at run time may be a host only where there are hosts at all.
    const bool contacts = !out.empty() || (reading.row != nullptr && reading.row->contacts);
    for (const Word& word : std::span(command.words).subspan(1)) {
        const bool option = word.text.starts_with('-') && word.text.find("://") == std::string::npos;
        const bool looks_like_one = word.text.find_first_of(".:") != std::string::npos;
        if (word.starts_dynamic() ? contacts : looks_like_one && !option) add_host(word, out);
    }
    return out;
}

}  // namespace postern::policy
