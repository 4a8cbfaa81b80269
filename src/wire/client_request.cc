#include "wire/client_request.h"

#include "base/overloaded.h"
#include "policy/address.h"
#include "wire/socks5.h"

#include <algorithm>
#include <utility>

namespace postern::wire {
namespace {

std::string host_in(const SocksRequest& request) {
    if (const auto* name = std::get_if<std::string>(&request.host)) return *name;
    policy::Address address;
    std::visit(Overloaded{[&](const Ipv4Bytes& bytes) { std::ranges::copy(bytes, address.bytes.begin()); },
                          [&](const Ipv6Bytes& bytes) {
                              address.family = policy::Family::v6;
                              address.bytes = bytes;
                          },
                          [](const std::string&) {}},
               request.host);
    return address.text();
}

}  // namespace

ClientRequest::Answer ClientRequest::read(std::string& in, std::string& out) {
    if (in.empty()) return Incomplete{};
    if (protocol_ == ClientProtocol::nothing && in.front() == 5) protocol_ = ClientProtocol::socks;
    return protocol_ == ClientProtocol::socks ? read_socks(in, out) : read_http(in);
}

ClientRequest::Answer ClientRequest::read_http(std::string& in) {
    auto parsed = head_reader_.read(in);
    if (std::holds_alternative<Incomplete>(parsed)) return Incomplete{};
    if (auto* bad = std::get_if<BadRequest>(&parsed)) return std::move(*bad);
    head_ = std::move(std::get<Head>(parsed));
    auto routed = route_of(*head_);
    if (auto* bad = std::get_if<BadRequest>(&routed)) return std::move(*bad);
    route_ = std::move(std::get<Route>(routed));
    in.erase(0, head_->size);
    protocol_ = route_->kind == Route::Kind::connect ? ClientProtocol::connect : ClientProtocol::forward;
    return Wanted{route_->host, route_->port};
}

ClientRequest::Answer ClientRequest::read_socks(std::string& in, std::string& out) {
    if (!greeted_) {
        const auto parsed = parse_socks_greeting(in);
        if (std::holds_alternative<Incomplete>(parsed)) return Incomplete{};
        if (const auto* bad = std::get_if<BadSocks>(&parsed)) return Ended{bad->reason};
        const auto& greeting = std::get<SocksGreeting>(parsed);
        in.erase(0, greeting.size);
        out += socks_method_answer(greeting.method);
        if (greeting.method == SocksMethod::none_acceptable)
            return Ended{"the client wants to prove who it is, which is not needed here"};
        greeted_ = true;
    }
    const auto parsed = parse_socks_request(in);
    if (std::holds_alternative<Incomplete>(parsed)) return Incomplete{};
    if (const auto* bad = std::get_if<BadSocks>(&parsed)) {
        if (bad->reply) out += socks_reply(*bad->reply);
        return Ended{bad->reason};
    }
    const auto& request = std::get<SocksRequest>(parsed);
    Wanted wanted{host_in(request), request.port};
    in.erase(0, request.size);
    return wanted;
}

}  // namespace postern::wire
