#include "policy/address.h"

#include <gtest/gtest.h>

#include <cstring>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/un.h>

namespace postern::policy {
namespace {

Address address(std::string_view text) {
    const auto parsed = Address::parse(text);
    EXPECT_TRUE(parsed) << text;
    return parsed.value_or(Address{});
}

template <class Sockaddr>
Result<Address> from(const Sockaddr& raw, std::size_t size = sizeof(Sockaddr)) {
    return Address::from_sockaddr(std::as_bytes(std::span(&raw, 1)).first(size));
}

TEST(Address, ParsesAndPrints) {
    struct Case {
        const char* text;
        const char* shown;  // empty if refused
    };
    const Case cases[] = {
        {"127.0.0.1", "127.0.0.1"},
        {"255.255.255.255", "255.255.255.255"},
        {"0:0:0:0:0:0:0:1", "::1"},
        {"FE80::00A", "fe80::a"},
        {"::ffff:1.2.3.4", "::ffff:1.2.3.4"},
        {"", ""},
        {"1.2.3", ""},
        {"010.0.0.1", ""},
        {"256.0.0.1", ""},
        {"[::1]", ""},
        {"fe80::1%eth0", ""},
        {" 1.2.3.4", ""},
        {"1.2.3.4 ", ""},
        {":", ""},
        {"1::2::3", ""},
        {"example.org", ""},
    };
    for (const Case& c : cases) {
        const auto parsed = Address::parse(c.text);
        EXPECT_EQ(parsed ? parsed->text() : "", c.shown) << c.text;
    }
    EXPECT_FALSE(Address::parse(std::string_view("1.2.3.4\0", 8)));
    EXPECT_EQ(Address::v4(0x7f000001), address("127.0.0.1"));
    EXPECT_EQ(address("::ffff:1.2.3.4").unmapped(), address("1.2.3.4"));
    EXPECT_EQ(address("::1.2.3.4").unmapped(), address("::1.2.3.4"));
}

TEST(Address, FromSocketAddresses) {
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(80);
    v4.sin_addr.s_addr = htonl(0x0a000001);
    EXPECT_EQ(from(v4), address("10.0.0.1"));
    EXPECT_FALSE(from(v4, sizeof(v4) - 1));
    sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    inet_pton(AF_INET6, "fe80::1", &v6.sin6_addr);
    v6.sin6_scope_id = 3;
    EXPECT_EQ(from(v6), address("fe80::1"));
    EXPECT_EQ(from(v6, offsetof(sockaddr_in6, sin6_scope_id)), address("fe80::1")) << "as the kernel takes it";
    EXPECT_FALSE(from(v6, sizeof(sockaddr_in)));
    sockaddr_un path{};
    path.sun_family = AF_UNIX;
    EXPECT_FALSE(from(path));
    EXPECT_FALSE(from(v4, 0));
}

TEST(Address, ReachesSoFar) {
    struct Case {
        const char* text;
        AddressReach reach;
        const char* why;
    };
    const Case cases[] = {
        {"8.8.8.8", AddressReach::global, "public"},
        {"0.0.0.0", AddressReach::unspecified, "this host, dialled"},
        {"0.0.0.1", AddressReach::reserved, "this network"},
        {"10.255.255.255", AddressReach::private_network, "the last of it"},
        {"11.0.0.0", AddressReach::global, "the first behind it"},
        {"100.63.255.255", AddressReach::global, "before"},
        {"100.64.0.0", AddressReach::shared, "first"},
        {"100.100.100.200", AddressReach::shared, "metadata"},
        {"100.128.0.0", AddressReach::global, "behind"},
        {"127.0.0.1", AddressReach::loopback, "itself"},
        {"127.255.255.254", AddressReach::loopback, "all of it"},
        {"169.254.169.254", AddressReach::link_local, "metadata"},
        {"168.63.129.16", AddressReach::link_local, "metadata at a public address"},
        {"168.63.129.17", AddressReach::global, "its neighbour"},
        {"172.15.255.255", AddressReach::global, "before"},
        {"172.16.0.0", AddressReach::private_network, "first"},
        {"172.31.255.255", AddressReach::private_network, "last"},
        {"172.32.0.0", AddressReach::global, "behind"},
        {"192.0.0.192", AddressReach::reserved, "metadata"},
        {"192.0.2.1", AddressReach::reserved, "documentation"},
        {"192.88.99.1", AddressReach::reserved, "6to4 relay"},
        {"192.168.1.1", AddressReach::private_network, "a home"},
        {"198.19.255.255", AddressReach::reserved, "benchmarks"},
        {"198.51.100.1", AddressReach::reserved, "documentation"},
        {"203.0.113.1", AddressReach::reserved, "documentation"},
        {"224.0.0.1", AddressReach::multicast, "first"},
        {"239.255.255.255", AddressReach::multicast, "last"},
        {"240.0.0.1", AddressReach::reserved, "class E"},
        {"255.255.255.255", AddressReach::reserved, "broadcast"},
        {"2606:4700::1", AddressReach::global, "public"},
        {"::", AddressReach::unspecified, "this host, dialled"},
        {"::1", AddressReach::loopback, "itself"},
        {"::2", AddressReach::reserved, "0.0.0.2 inside"},
        {"fe80::1", AddressReach::link_local, "link"},
        {"febf::1", AddressReach::link_local, "last"},
        {"fec0::1", AddressReach::private_network, "site-local"},
        {"fc00::1", AddressReach::private_network, "unique local"},
        {"fd00:ec2::254", AddressReach::private_network, "metadata"},
        {"fd20:ce::254", AddressReach::private_network, "metadata"},
        {"ff02::1", AddressReach::multicast, "all nodes"},
        {"100::1", AddressReach::reserved, "discard"},
        {"2001:db8::1", AddressReach::reserved, "documentation"},
        {"3fff:fff::1", AddressReach::reserved, "documentation"},
        {"3fff:1000::1", AddressReach::global, "behind"},
        {"2001:200::1", AddressReach::global, "behind the protocol assignments"},
        {"2001:1ff::1", AddressReach::reserved, "the last of them"},
        {"4000::1", AddressReach::reserved, "not given out"},
        {"5f00::1", AddressReach::reserved, "segment routing"},
        {"::ffff:8.8.8.8", AddressReach::global, "mapped"},
        {"::ffff:127.0.0.1", AddressReach::loopback, "mapped"},
        {"::ffff:0.0.0.0", AddressReach::unspecified, "mapped"},
        {"::127.0.0.1", AddressReach::loopback, "compatible"},
        {"::8.8.8.8", AddressReach::reserved, "compatible: withdrawn"},
        {"64:ff9b::8.8.8.8", AddressReach::global, "NAT64"},
        {"64:ff9b::169.254.169.254", AddressReach::link_local, "NAT64"},
        {"64:ff9b:1::8.8.8.8", AddressReach::private_network, "NAT64 of one's own"},
        {"64:ff9b:2::1", AddressReach::reserved, "behind"},
        {"2002:808:808::1", AddressReach::global, "6to4"},
        {"2002:7f00:1::1", AddressReach::loopback, "6to4"},
        {"2002:a9fe:a9fe::", AddressReach::link_local, "6to4"},
        {"2001:0:808:808::f7f7:f7f7", AddressReach::reserved, "Teredo"},
        {"2001:0:a00:1::f7f7:f7f7", AddressReach::private_network, "Teredo: the server"},
        {"2001:0:808:808::80ff:fffe", AddressReach::loopback, "Teredo: the client, 127.0.0.1"},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(to_string(reach_of(address(c.text))), to_string(c.reach)) << c.text << ": " << c.why;
    }
}

TEST(AddressRange, ParsesAndPrints) {
    struct Case {
        const char* text;
        const char* shown;  // empty if refused
    };
    const Case cases[] = {
        {"10.0.0.0/8", "10.0.0.0/8"},
        {"10.1.2.3/8", "10.0.0.0/8"},
        {"10.1.2.3/13", "10.0.0.0/13"},
        {"10.15.2.3/13", "10.8.0.0/13"},
        {"1.2.3.4/0", "0.0.0.0/0"},
        {"1.2.3.4/32", "1.2.3.4"},
        {"1.2.3.4", "1.2.3.4"},
        {"fd12::1/8", "fd00::/8"},
        {"::/0", "::/0"},
        {"::1", "::1"},
        {"::ffff:10.1.2.3/104", "10.0.0.0/8"},
        {"::ffff:10.1.2.3", "10.1.2.3"},
        {"::ffff:10.1.2.3/64", "::/64"},
        {"10.0.0.0/", ""},
        {"10.0.0.0/33", ""},
        {"10.0.0.0/08", ""},
        {"10.0.0.0/-1", ""},
        {"10.0.0.0/+8", ""},
        {"10.0.0.0/8:443", ""},
        {"10.0.0.0/255.0.0.0", ""},
        {"10/8", ""},
        {"::/129", ""},
        {"[fd00::]/8", ""},
        {"example.org/8", ""},
        {"/8", ""},
        {"", ""},
    };
    for (const Case& c : cases) {
        const auto parsed = AddressRange::parse(c.text);
        EXPECT_EQ(parsed ? parsed->text() : "", c.shown) << c.text;
        EXPECT_TRUE(!parsed || AddressRange::parse(parsed->text()) == parsed) << c.text << ": again";
    }
}

TEST(AddressRange, Contains) {
    struct Case {
        const char* range;
        const char* address;
        bool expected;
    };
    const Case cases[] = {
        {"10.0.0.0/8", "10.255.0.1", true},  {"10.0.0.0/8", "11.0.0.0", false},
        {"10.0.0.0/9", "10.128.0.0", false}, {"0.0.0.0/0", "1.2.3.4", true},
        {"0.0.0.0/0", "::1", false},         {"::/0", "1.2.3.4", false},
        {"::/0", "::ffff:1.2.3.4", true},    {"10.0.0.0/8", "::ffff:10.0.0.1", true},
        {"fd00::/8", "fdff::1", true},       {"fd00::/8", "fe00::1", false},
        {"1.2.3.4", "1.2.3.4", true},        {"1.2.3.4", "1.2.3.5", false},
        {"::ffff:0:0/96", "1.2.3.4", true},  {"::1", "::1", true},
        {"10.0.0.0/8", "a00::", false},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(AddressRange::parse(c.range)->contains(address(c.address)), c.expected)
            << c.range << " | " << c.address;
    }
}

}  // namespace
}  // namespace postern::policy
