// Any bytes as what a proxy says: read alone, and in a whole handshake, in one piece and in many.
#include "fuzz_check.h"
#include "wire/handshake.h"
#include "wire/proxy_answer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

using namespace postern;
using namespace postern::wire;

namespace {

constexpr std::size_t kPieces = 300;

template <class Good, class Parse>
void check(Parse parse, std::string_view bytes, std::size_t longest) {
    const auto parsed = parse(bytes);
    for (std::size_t part = 0; part < std::min(bytes.size(), kPieces); ++part) {
        const auto early = parse(bytes.substr(0, part));
        if (!std::holds_alternative<Incomplete>(early)) promise(early == parsed, "in pieces it is the same");
    }
    promise(bytes.size() < longest || !std::holds_alternative<Incomplete>(parsed), "it does not wait for ever");
    if (const auto* good = std::get_if<Good>(&parsed)) {
        promise(good->size <= bytes.size() && good->size > 1, "the answer is part of the input");
    }
}

struct Talk {
    std::string sent{}, left{};
    Handshake::Progress end = Handshake::Progress::waits;
    Closed closed{};
    bool operator==(const Talk&) const = default;
};

Talk talk(const Proxy& proxy, std::string_view says, std::size_t piece) {
    Handshake handshake(proxy, {policy::HostKind::name, "a.test"}, 443);
    Talk out;
    while (true) {
        out.end = handshake.read(out.left);
        out.sent += std::exchange(handshake.to_send(), {});
        if (out.end != Handshake::Progress::waits || says.empty()) break;
        out.left += says.substr(0, piece);
        says.remove_prefix(std::min(piece, says.size()));
    }
    out.left += says;
    if (out.end == Handshake::Progress::refused) {
        out.left.clear();  // nobody reads on
        out.closed = handshake.closed();
        promise(out.closed.status >= 400 && out.closed.reason.size() < 1000, "a refusal can be told");
        promise(out.closed.reason.find_first_of("\r\n") == std::string::npos, "in one line");
    }
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    check<HttpAnswer>(parse_http_answer, bytes, kAnswerLimit);
    check<SocksByte>(parse_socks_method, bytes, 2);
    check<SocksByte>(parse_socks_login, bytes, 2);
    check<SocksByte>(parse_socks_outcome, bytes, 262);
    for (const auto kind : {Proxy::Kind::http, Proxy::Kind::socks5}) {
        const Proxy proxy{kind, {policy::HostKind::name, "p"}, 1, Login{"u", "pa55"}};
        const Talk whole = talk(proxy, bytes, bytes.size() + 1);
        promise(talk(proxy, bytes.substr(0, kPieces), 1) == talk(proxy, bytes.substr(0, kPieces), kPieces),
                "it does not matter how it comes");
        promise(whole.sent.size() < 200, "little is said");
    }
    return 0;
}
