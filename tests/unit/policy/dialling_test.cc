#include "policy/dialling.h"

#include "policy_for.h"

namespace postern::policy {
namespace {

TEST(Dialling, AnAddressNeedsItsOwnPermission) {
    struct Case {
        std::vector<std::string> allowed, denied;
        const char *host, *address;
        std::uint16_t port;
        bool may;
    };
    const Case cases[] = {
        {{"a.org"}, {}, "a.org", "93.184.216.34", 443, true},
        {{"a.org"}, {}, "a.org", "127.0.0.1", 443, false},
        {{"a.org"}, {}, "a.org", "10.0.0.1", 443, false},
        {{"a.org"}, {}, "a.org", "169.254.169.254", 80, false},
        {{"a.org"}, {}, "a.org", "::ffff:10.0.0.1", 443, false},
        {{"a.org"}, {}, "a.org", "0.0.0.0", 443, false},
        {{"a.org", "10.0.0.0/8"}, {}, "a.org", "10.0.0.1", 443, true},
        {{"a.org", "10.0.0.0/8"}, {}, "a.org", "::ffff:10.0.0.1", 443, true},
        {{"a.org", "10.0.0.0/8"}, {}, "a.org", "192.168.0.1", 443, false},
        {{"a.org", "10.0.0.1:443"}, {}, "a.org", "10.0.0.1", 443, true},
        {{"a.org", "10.0.0.1:443"}, {}, "a.org", "10.0.0.1", 22, false},
        {{"a.org", "10.0.0.*"}, {}, "a.org", "10.0.0.1", 443, true},
        {{"*"}, {}, "a.org", "10.0.0.1", 443, false},
        {{"*"}, {}, "a.org", "93.184.216.34", 443, true},
        {{"localhost"}, {}, "localhost", "127.0.0.1", 80, true},
        {{"localhost"}, {}, "localhost", "::1", 80, true},
        {{"localhost:80"}, {}, "localhost", "127.0.0.1", 22, false},
        {{"localhost"}, {}, "localhost", "10.0.0.1", 80, false},
        {{"localhost", "a.org"}, {}, "a.org", "127.0.0.1", 80, false},
        {{"*"}, {}, "localhost", "127.0.0.1", 80, false},
        {{"a.org"}, {"93.184.216.0/24"}, "a.org", "93.184.216.34", 443, false},
        {{"a.org", "10.0.0.0/8"}, {"10.0.0.1"}, "a.org", "10.0.0.1", 443, false},
        {{"a.org", "10.0.0.0/8"}, {"10.0.0.1:22"}, "a.org", "10.0.0.1", 443, true},
    };
    for (const Case& c : cases) {
        settings::Settings s = settings_for({});
        for (const std::string& entry : c.allowed) s.sandbox.network.allowed_domains.push_back({entry, {}});
        for (const std::string& entry : c.denied) s.sandbox.network.denied_domains.push_back({entry, {}});
        const auto compiled = compile(s, {.cwd = *AbsPath::parse("/w")});
        ASSERT_TRUE(compiled.has_value());
        const auto why = dial_objection(compiled->policy, *canonical_host(c.host), *Address::parse(c.address), c.port);
        EXPECT_EQ(!why.has_value(), c.may)
            << c.allowed.front() << ": " << c.host << " at " << c.address << ' ' << c.port;
    }
}

TEST(Dialling, RulesForToolsCountToo) {
    const auto may = [](const Given& given, const char* address) {
        return !dial_objection(policy_for(given), *canonical_host("a.org"), *Address::parse(address), 443);
    };
    EXPECT_TRUE(may({.allow = {"WebFetch(domain:a.org)", "WebFetch(domain:10.0.0.0/8)"}}, "10.0.0.1"));
    EXPECT_FALSE(may({.allow = {"WebFetch(domain:a.org)"}}, "10.0.0.1"));
    EXPECT_FALSE(
        may({.deny = {"WebFetch(domain:93.184.216.34)"}, .allow = {"WebFetch(domain:a.org)"}}, "93.184.216.34"));
}

TEST(Dialling, ThisMachineIsNearUnderItsPublicAddressToo) {
    const std::vector<Address> own{*Address::parse("93.184.216.34"), *Address::parse("2606:2800::1")};
    const auto may = [&](const Given& given, const char* address) {
        return !dial_objection(policy_for(given), *canonical_host("a.org"), *Address::parse(address), 443, own);
    };
    const Given by_name{.allow = {"WebFetch(domain:a.org)"}};
    EXPECT_FALSE(may(by_name, "93.184.216.34"));
    EXPECT_FALSE(may(by_name, "::ffff:93.184.216.34"));
    EXPECT_FALSE(may(by_name, "2606:2800::1"));
    EXPECT_TRUE(may(by_name, "93.184.216.35"));
    EXPECT_TRUE(may({.allow = {"WebFetch(domain:a.org)", "WebFetch(domain:93.184.216.34)"}}, "93.184.216.34"));
}

}  // namespace
}  // namespace postern::policy
