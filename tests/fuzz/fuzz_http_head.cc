// Any bytes as a request to the proxy: head, route, what is sent on, body.
#include "fuzz_check.h"
#include "wire/http_body.h"
#include "wire/http_head.h"
#include "wire/http_route.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace postern;
using namespace postern::wire;

namespace {

void check_forwarded(const Head& head, const Route& route) {
    const std::string out = forwarded_head(head, route);
    // It may be a little longer than what came, so at the limits it need not pass them again.
    if (head.headers.size() + 3 > kHeaderLimit || out.size() > kHeadLimit) return;
    const auto parsed = parse_request_head(out);
    const auto* again = std::get_if<Head>(&parsed);
    promise(again != nullptr, "what is sent on can be read");
    promise(again->size == out.size(), "and is one head");
    promise(again->method == head.method && again->target == route.target && again->minor == head.minor,
            "the request stays the same");
    promise(again->content_length == head.content_length && again->chunked == head.chunked, "and so does its body");
    promise(std::holds_alternative<BadRequest>(route_of(*again)), "no proxy takes it further");
    const auto host = std::ranges::find(again->headers, "host", &Header::name);
    promise(host->value == route.host + (route.port == 80 ? "" : ':' + std::to_string(route.port)),
            "the server hears its own name");
    for (const Header& header : again->headers) {
        promise(header.name != "connection" || header.value == "close", "nothing keeps the connection open");
        for (const std::string_view ours : {"proxy-authorization", "proxy-authenticate", "proxy-connection",
                                            "keep-alive", "te", "trailer", "upgrade"}) {
            promise(header.name != ours, "what is for the proxy stays here");
        }
    }
    // The same request, asked again in the proxy's form, goes to the same place.
    if (route.target == "*") return;
    Head proxied = *again;
    proxied.target = "http://" + host->value + route.target;
    promise(route_of(proxied) == std::variant<BadRequest, Route>(route), "and nowhere else");
}

// The bytes of the body, or -1 for a refusal; `step` at a time.
std::ptrdiff_t body_size(const Head& head, std::string_view bytes, std::size_t step, bool& done) {
    BodyReader reader(head);
    std::size_t size = 0;
    while (!bytes.empty()) {
        const auto piece = bytes.substr(0, step);
        const auto taken = reader.take(piece);
        if (std::holds_alternative<BadRequest>(taken)) return -1;
        promise(std::get<std::size_t>(taken) <= piece.size(), "no more is taken than given");
        promise(reader.done() || std::get<std::size_t>(taken) == piece.size(), "nothing is left before the end");
        size += std::get<std::size_t>(taken);
        bytes.remove_prefix(piece.size());
    }
    done = reader.done();
    return static_cast<std::ptrdiff_t>(size);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto parsed = parse_request_head(bytes);
    HeadReader reader;
    // Every size would take quadratic time for a long input.
    for (std::size_t part = 0; part < size; part += 1 + size / 64) {
        const auto early = parse_request_head(bytes.substr(0, part));
        promise(reader.read(bytes.substr(0, part)) == early, "a reader gives the same answer");
        if (std::holds_alternative<Incomplete>(early)) continue;
        promise(early == parsed, "in pieces it is the same");
        break;
    }
    const auto* head = std::get_if<Head>(&parsed);
    if (!head) return 0;
    promise(head->size <= size && head->size <= kHeadLimit, "the head is part of the input");
    promise(std::holds_alternative<Incomplete>(parse_request_head(bytes.substr(0, head->size - 1))),
            "all of it counts");
    promise(!(head->chunked && head->content_length), "the body has one length");

    const auto rest = bytes.substr(head->size);
    bool done = false, done_in_pieces = false;
    const auto body = body_size(*head, rest, std::max<std::size_t>(rest.size(), 1), done);
    promise(body_size(*head, rest, 1, done_in_pieces) == body && done == done_in_pieces,
            "a body in pieces is the same");

    const auto routed = route_of(*head);
    if (const auto* route = std::get_if<Route>(&routed)) {
        promise(route->port != 0 && !route->host.empty(), "a route leads somewhere");
        if (route->kind == Route::Kind::connect) {
            promise(BodyReader(*head).done(), "a tunnel has no body");
        } else {
            check_forwarded(*head, *route);
        }
    }
    return 0;
}
