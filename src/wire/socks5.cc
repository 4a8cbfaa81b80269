#include "wire/socks5.h"

#include <algorithm>

namespace postern::wire {
namespace {

constexpr unsigned kVersion = 5;
constexpr unsigned kConnect = 1;
constexpr std::size_t kAddress = 4;  // where the address begins, behind version, command, reserved byte and its type

enum AddressType : unsigned { ipv4 = 1, name = 3, ipv6 = 4 };

unsigned byte_at(std::string_view bytes, std::size_t at) {
    return static_cast<unsigned char>(bytes[at]);
}

BadSocks bad(std::optional<SocksReply> reply, std::string reason) {
    return {.reply = reply, .reason = std::move(reason)};
}

std::optional<BadSocks> check_version(unsigned version) {
    if (version == kVersion) return std::nullopt;
    if (version == 4) return bad(std::nullopt, "this is SOCKS4; only SOCKS5 is spoken here (socks5h://)");
    return bad(std::nullopt, "this is not SOCKS5");
}

template <std::size_t N>
std::array<std::uint8_t, N> address_bytes(std::string_view bytes) {
    std::array<std::uint8_t, N> out{};
    std::ranges::transform(bytes.substr(0, N), out.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
    return out;
}

// The first four bytes, as far as they are there.
std::optional<BadSocks> check_beginning(std::string_view bytes) {
    if (!bytes.empty()) {
        if (auto wrong = check_version(byte_at(bytes, 0))) return wrong;
    }
    if (bytes.size() > 1 && byte_at(bytes, 1) != kConnect) {
        return bad(SocksReply::command_not_supported, "only CONNECT is served");
    }
    if (bytes.size() > 2 && byte_at(bytes, 2) != 0) {
        return bad(SocksReply::general_failure, "the reserved byte is not zero");
    }
    if (bytes.size() > 3) {
        const unsigned type = byte_at(bytes, 3);
        if (type != AddressType::ipv4 && type != AddressType::name && type != AddressType::ipv6) {
            return bad(SocksReply::address_type_not_supported, "an unknown type of address");
        }
    }
    return std::nullopt;
}

}  // namespace

std::variant<Incomplete, BadSocks, SocksGreeting> parse_socks_greeting(std::string_view bytes) {
    if (bytes.empty()) return Incomplete{};
    if (auto wrong = check_version(byte_at(bytes, 0))) return std::move(*wrong);
    if (bytes.size() < 2) return Incomplete{};
    const std::size_t size = 2 + byte_at(bytes, 1);
    if (bytes.size() < size) return Incomplete{};
    const bool offered = bytes.substr(2, size - 2).find('\0') != std::string_view::npos;
    return SocksGreeting{.method = offered ? SocksMethod::no_authentication : SocksMethod::none_acceptable,
                         .size = size};
}

std::variant<Incomplete, BadSocks, SocksRequest> parse_socks_request(std::string_view bytes) {
    if (auto wrong = check_beginning(bytes)) return std::move(*wrong);
    if (bytes.size() <= kAddress) return Incomplete{};
    const unsigned type = byte_at(bytes, 3);
    std::size_t at = kAddress;
    std::size_t length = type == AddressType::ipv4 ? 4 : 16;
    if (type == AddressType::name) {
        length = byte_at(bytes, at++);
        if (length == 0) return bad(SocksReply::general_failure, "the name is empty");
    }
    const auto host = bytes.substr(at, length);
    if (type == AddressType::name && !std::ranges::all_of(host, [](char c) { return c > ' ' && c < '\x7f'; })) {
        return bad(SocksReply::general_failure, "the name is not printable ASCII");
    }
    const std::size_t size = at + length + 2;
    if (bytes.size() < size) return Incomplete{};
    SocksRequest request;
    if (type == AddressType::ipv4) request.host = address_bytes<4>(host);
    if (type == AddressType::ipv6) request.host = address_bytes<16>(host);
    if (type == AddressType::name) request.host = std::string(host);
    request.port = static_cast<std::uint16_t>(byte_at(bytes, size - 2) << 8 | byte_at(bytes, size - 1));
    if (request.port == 0) return bad(SocksReply::general_failure, "port 0");
    request.size = size;
    return request;
}

std::string socks_method_answer(SocksMethod method) {
    return {static_cast<char>(kVersion), static_cast<char>(method)};
}

std::string socks_reply(SocksReply reply) {
    std::string out{static_cast<char>(kVersion), static_cast<char>(reply), '\0', static_cast<char>(AddressType::ipv4)};
    out.append(6, '\0');
    return out;
}

}  // namespace postern::wire
