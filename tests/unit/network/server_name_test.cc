#include "network/server_name.h"

#include <gtest/gtest.h>

namespace postern::network {
namespace {

TEST(ServerName, MustBeTheHostThatWasAllowed) {
    const policy::HostName name = *policy::canonical_host("good.test"), address = *policy::canonical_host("10.0.0.1");
    struct Case {
        HelloAnswer hello;
        policy::HostName host;
        bool good;
        bool good_if_hidden = good;
    };
    const Case cases[] = {
        {ClientHello{.server_name = "good.test"}, name, true},
        {ClientHello{.server_name = "GOOD.Test."}, name, true},
        {ClientHello{.server_name = "other.test"}, name, false},
        {ClientHello{.server_name = "good.test.other.test"}, name, false},
        {ClientHello{.server_name = "a.good.test"}, name, false},
        {ClientHello{.server_name = "good test"}, name, false},
        {ClientHello{.server_name = "good.test", .encrypted_client_hello = true}, name, false, true},
        {ClientHello{.server_name = "other.test", .encrypted_client_hello = true}, name, false, true},
        {ClientHello{}, name, false, true},
        {ClientHello{}, address, true},
        {ClientHello{.server_name = "good.test"}, address, false},
        {NotTls{}, name, false},
        {NotTls{}, address, false},
        {BadHello{"x"}, name, false},
        {Incomplete{}, name, false},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(!server_name_objection(c.hello, c.host, {}).has_value(), c.good)
            << c.host.text << ' ' << c.hello.index();
        EXPECT_EQ(!server_name_objection(c.hello, c.host, {.missing = true, .encrypted = true}).has_value(),
                  c.good_if_hidden)
            << c.host.text << ' ' << c.hello.index();
    }
}

}  // namespace
}  // namespace postern::network
