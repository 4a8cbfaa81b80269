// Any bytes as a SOCKS5 greeting, as a request, and as one after the other.
#include "fuzz_check.h"
#include "wire/socks5.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace postern;
using namespace postern::wire;

namespace {

template <class Good, class Parse>
const Good* check(Parse parse, std::string_view bytes, decltype(parse(bytes))& parsed) {
    parsed = parse(bytes);
    // No message is longer than 262 bytes.
    for (std::size_t part = 0; part < std::min<std::size_t>(bytes.size(), 300); ++part) {
        const auto early = parse(bytes.substr(0, part));
        if (!std::holds_alternative<Incomplete>(early)) promise(early == parsed, "in pieces it is the same");
    }
    promise(bytes.size() < 262 || !std::holds_alternative<Incomplete>(parsed), "it does not wait for ever");
    const auto* good = std::get_if<Good>(&parsed);
    if (good) promise(good->size <= bytes.size() && good->size > 1, "the message is part of the input");
    return good;
}

void check_request(std::string_view bytes) {
    decltype(parse_socks_request(bytes)) parsed;
    const auto* request = check<SocksRequest>(parse_socks_request, bytes, parsed);
    if (!request) return;
    promise(request->port != 0, "there is a port");
    if (const auto* name = std::get_if<std::string>(&request->host)) {
        promise(!name->empty() && name->size() <= 255, "a name has a length");
        promise(std::ranges::all_of(*name, [](char c) { return c > ' ' && c < '\x7f'; }), "a name can be shown");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    check_request(bytes);
    decltype(parse_socks_greeting(bytes)) parsed;
    const auto* greeting = check<SocksGreeting>(parse_socks_greeting, bytes, parsed);
    if (greeting) check_request(bytes.substr(greeting->size));
    return 0;
}
