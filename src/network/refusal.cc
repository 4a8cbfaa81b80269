#include "network/refusal.h"

#include "base/quote.h"
#include "wire/socks5.h"

#include <nlohmann/json.hpp>

#include <string_view>

namespace postern::network {
namespace {

std::string_view status_text(int status) {
    switch (status) {
        case 400: return "Bad Request";
        case 403: return "Forbidden";
        case 414: return "URI Too Long";
        case 431: return "Request Header Fields Too Large";
        case 501: return "Not Implemented";
        case 502: return "Bad Gateway";
        case 504: return "Gateway Timeout";
        case 505: return "HTTP Version Not Supported";
        default: return "Error";
    }
}

void put(std::string& out, std::uint32_t number) {
    for (const unsigned shift : {24U, 16U, 8U, 0U}) out += static_cast<char>(number >> shift & 0xffU);
}

void put(std::string& out, std::string_view text) {
    put(out, static_cast<std::uint32_t>(text.size()));
    out += text;
}

// A server's version line and SSH_MSG_DISCONNECT, which may come before encryption starts (RFC 4253, 6 and 11.1).
std::string ssh_refusal(std::string_view reason) {
    constexpr std::uint32_t kNotAllowed = 1;
    std::string message(1, '\1');  // SSH_MSG_DISCONNECT
    put(message, kNotAllowed);
    put(message, reason);
    put(message, std::string_view("en"));
    // The whole packet (two length fields, message, padding) must be a multiple of eight bytes, with four bytes of
    // padding at least.
    const std::size_t padding = 4 + (8 - (message.size() + 5 + 4) % 8) % 8;
    std::string packet;
    put(packet, static_cast<std::uint32_t>(message.size() + 1 + padding));
    packet += static_cast<char>(padding);
    return "SSH-2.0-Postern\r\n" + packet + message + std::string(padding, '\0');
}

// Shortens a reason for the status line, the only part of a refused CONNECT that most clients show. ASCII only.
std::string in_status_line(std::string reason) {
    constexpr std::size_t kMost = 300;
    for (char& c : reason) c = static_cast<unsigned char>(c) < 0x80 ? c : '?';
    return reason.substr(0, kMost);
}

}  // namespace

std::string http_refusal(int status, const ConnectionRecord& record) {
    const std::string reason = printable(record.reason);
    nlohmann::json body = {{"error", "postern: " + reason}};
    if (!record.host.empty()) {
        body["host"] = record.host;
        body["port"] = record.port;
    }
    if (!record.rule.empty()) body["rule"] = record.rule;
    if (record.allowed_if_listed) {
        body["allow"] = {{"sandbox", {{"network", {{"allowedDomains", {record.host}}}}}}};
    }
    const std::string text = body.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) + '\n';
    // The reason is in the status line and a header too, because clients do not show the body of a refused CONNECT.
    return "HTTP/1.1 " + std::to_string(status) + ' ' + std::string(status_text(status)) +
           (reason.empty() ? "" : "; " + in_status_line(reason)) +
           "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(text.size()) +
           "\r\nX-Postern-Reason: " + reason + "\r\nConnection: close\r\n\r\n" + text;
}

std::string refusal_for_port(int status, const ConnectionRecord& record) {
    constexpr std::uint16_t kHttp = 80, kSsh = 22;
    if (record.port == kHttp) return http_refusal(status, record);
    if (record.port == kSsh) return ssh_refusal("postern: " + printable(record.reason));
    return {};
}

std::string socks_refusal(int status) {
    switch (status) {
        case 403: return wire::socks_reply(wire::SocksReply::not_allowed);
        case 502: return wire::socks_reply(wire::SocksReply::host_unreachable);
        case 504: return wire::socks_reply(wire::SocksReply::ttl_expired);
        default: return wire::socks_reply(wire::SocksReply::general_failure);
    }
}

}  // namespace postern::network
