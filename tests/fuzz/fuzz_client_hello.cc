// Any bytes as the beginning of a TLS connection.
#include "fuzz_check.h"
#include "wire/client_hello.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace postern;
using namespace postern::wire;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto whole = read_client_hello(bytes);
    // Every size would take quadratic time for a long input.
    for (std::size_t part = 0; part < size; part += 1 + size / 64) {
        const auto early = read_client_hello(bytes.substr(0, part));
        if (!std::holds_alternative<Incomplete>(early)) promise(early == whole, "in pieces it is the same");
    }
    promise(size < kClientHelloLimit || !std::holds_alternative<Incomplete>(whole), "it does not wait for ever");
    promise(read_client_hello(std::string(bytes) + '\x16') == whole || std::holds_alternative<Incomplete>(whole),
            "what follows changes nothing");
    const auto* hello = std::get_if<ClientHello>(&whole);
    if (!hello || !hello->server_name) return 0;
    const std::string& name = *hello->server_name;
    promise(!name.empty() && name.size() <= 255, "a name has a length");
    promise(std::ranges::all_of(name, [](char c) { return c > ' ' && c < '\x7f'; }), "a name can be shown");
    return 0;
}
