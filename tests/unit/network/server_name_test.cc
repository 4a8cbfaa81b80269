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
        {wire::ClientHello{.server_name = "good.test"}, name, true},
        {wire::ClientHello{.server_name = "GOOD.Test."}, name, true},
        {wire::ClientHello{.server_name = "other.test"}, name, false},
        {wire::ClientHello{.server_name = "good.test.other.test"}, name, false},
        {wire::ClientHello{.server_name = "a.good.test"}, name, false},
        {wire::ClientHello{.server_name = "good test"}, name, false},
        {wire::ClientHello{.server_name = "good.test", .encrypted_client_hello = true}, name, false, true},
        {wire::ClientHello{.server_name = "other.test", .encrypted_client_hello = true}, name, false, true},
        {wire::ClientHello{}, name, false, true},
        {wire::ClientHello{}, address, true},
        {wire::ClientHello{.server_name = "good.test"}, address, false},
        {wire::NotTls{}, name, false},
        {wire::NotTls{}, address, false},
        {wire::BadHello{"x"}, name, false},
        {wire::Incomplete{}, name, false},
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
