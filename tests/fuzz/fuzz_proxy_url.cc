// Parses arbitrary text as the URL of a proxy, and as NO_PROXY.
#include "fuzz_check.h"
#include "wire/proxy_url.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace postern;
using namespace postern::wire;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto proxy = parse_proxy_url(text)) {
        promise(proxy->port != 0, "there is a port");
        const auto again = policy::canonical_host(proxy->host.text);
        promise(again && *again == proxy->host, "the host is in its one spelling");
        promise(proxy->place().find('@') == std::string::npos, "the place has no login");
        promise(proxy->authorization().find_first_of("\r\n") == std::string::npos, "the login is one line");
        if (proxy->login) {
            promise(proxy->login->user.size() <= 255 && proxy->login->password.size() <= 255, "SOCKS can carry it");
        }
    }
    const NoProxy list = NoProxy::from_variable(text);
    (void)list.covers({policy::HostKind::name, "a.example"}, 443);
    (void)list.covers({policy::HostKind::ipv4, "10.0.0.1"}, 443);
    (void)list.covers({policy::HostKind::ipv6, "fd00::1"}, 443);
    return 0;
}
