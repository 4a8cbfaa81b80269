#include "network/refusal.h"

#include "base/quote.h"
#include "network/socks5.h"

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

}  // namespace

std::string http_refusal(int status, const Passage& passage) {
    const std::string reason = printable(passage.reason);
    nlohmann::json body = {{"error", "postern: " + reason}};
    if (!passage.host.empty()) {
        body["host"] = passage.host;
        body["port"] = passage.port;
    }
    if (!passage.rule.empty()) body["rule"] = passage.rule;
    const bool by_rules = status == 403 && passage.via.empty();  // and not by a proxy that has rules of its own
    if (by_rules && passage.rule.empty() && !passage.host.empty()) {
        body["allow"] = {{"sandbox", {{"network", {{"allowedDomains", {passage.host}}}}}}};
    }
    const std::string text = body.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) + '\n';
    // In a header too: clients do not show the body of a refused CONNECT.
    return "HTTP/1.1 " + std::to_string(status) + ' ' + std::string(status_text(status)) +
           "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(text.size()) +
           "\r\nX-Postern-Reason: " + reason + "\r\nConnection: close\r\n\r\n" + text;
}

std::string socks_refusal(int status) {
    switch (status) {
        case 403: return socks_reply(SocksReply::not_allowed);
        case 502: return socks_reply(SocksReply::host_unreachable);
        case 504: return socks_reply(SocksReply::ttl_expired);
        default: return socks_reply(SocksReply::general_failure);
    }
}

}  // namespace postern::network
