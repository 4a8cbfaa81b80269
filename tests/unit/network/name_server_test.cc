#include "network/name_server.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace postern::network {
namespace {

using policy::Address;

// Allows names that begin with `good`, up to a number of addresses.
struct Asked {
    std::size_t room = 3;
    std::vector<std::string> decided{}, refused{};
    std::vector<std::string> waits{};
    NameBook book{};
    NameServer server{UniqueFd(),
                      book,
                      {.decide =
                           [this](const policy::HostName& name) {
                               decided.push_back(name.text);
                               if (name.text.starts_with("good")) return NameRules::Verdict{.ports = {80, 443}};
                               return NameRules::Verdict{.why = {.reason = "because", .rule = "the rule"}};
                           },
                       .listen_at =
                           [this](const Address& address, const std::vector<std::uint16_t>& ports) {
                               if (waits.size() == room) return false;
                               waits.push_back(address.text() + " x" + std::to_string(ports.size()));
                               return true;
                           },
                       .refused =
                           [this](const ConnectionRecord& record) {
                               refused.push_back(record.host + ": " + record.reason + " (" + record.rule + ')');
                           }}};

    std::string answer(const std::string& name, wire::DnsType type = wire::DnsType::a) {
        const wire::DnsAnswer got = server.answer({.name = name, .type = type});
        std::string text = std::to_string(static_cast<int>(got.status));
        if (const auto* address = std::get_if<Address>(&got.record)) text += ' ' + address->text();
        if (const auto* other = std::get_if<std::string>(&got.record)) text += ' ' + *other;
        return got.why.empty() ? text : text + " (" + got.why + ')';
    }
};

using Strings = std::vector<std::string>;

TEST(NameServer, AName) {
    Asked asked;
    EXPECT_EQ(asked.answer("Good.test"), "0 127.80.0.1");
    EXPECT_EQ(asked.answer("good.test."), "0 127.80.0.1");
    EXPECT_EQ(asked.answer("good2.test"), "0 127.80.0.2");
    EXPECT_EQ(asked.answer("good.test", wire::DnsType::any), "0 127.80.0.1");
    EXPECT_EQ(asked.waits, (Strings{"127.80.0.1 x2", "127.80.0.2 x2"}));
    EXPECT_EQ(asked.decided, (Strings{"good.test", "good2.test"}));
}

TEST(NameServer, ANameHasNothingButItsAddress) {
    Asked asked;
    EXPECT_EQ(asked.answer("good.test", wire::DnsType::aaaa), "0");
    EXPECT_EQ(asked.answer("good.test", wire::DnsType{16}), "0");
    EXPECT_EQ(asked.waits, Strings{});
    EXPECT_EQ(asked.answer("good.test"), "0 127.80.0.1");
    EXPECT_EQ(asked.answer("good.test", wire::DnsType::aaaa), "0");
}

TEST(NameServer, EveryOtherNameDoesNotExist) {
    Asked asked;
    EXPECT_EQ(asked.answer("bad.test"), "3 (because)");
    EXPECT_EQ(asked.answer("bad.test", wire::DnsType::aaaa), "3 (because)");
    EXPECT_EQ(asked.answer("secret-in-a-name.bad.test", wire::DnsType{16}), "3 (because)");
    EXPECT_EQ(asked.refused,
              (Strings{"bad.test: because (the rule)", "secret-in-a-name.bad.test: because (the rule)"}));
    for (const char* none : {"", "a b", "10.0.0.1", "0x7f.1", "-a.test", "a..b"})
        EXPECT_EQ(asked.answer(none), "3") << none;
}

TEST(NameServer, TheLoopbackIsTheSandboxsOwn) {
    Asked asked;
    EXPECT_EQ(asked.answer("localhost"), "0 127.0.0.1");
    EXPECT_EQ(asked.answer("a.localhost", wire::DnsType::aaaa), "0 ::1");
    EXPECT_EQ(asked.answer("localhost", wire::DnsType{16}), "0");
    EXPECT_EQ(asked.decided, Strings{});
}

TEST(NameServer, AnAddressLeadsBackToItsName) {
    Asked asked;
    EXPECT_EQ(asked.answer("1.0.80.127.in-addr.arpa", wire::DnsType::ptr), "3");
    EXPECT_EQ(asked.answer("good.test"), "0 127.80.0.1");
    EXPECT_EQ(asked.answer("1.0.80.127.in-addr.arpa", wire::DnsType::ptr), "0 good.test");
    EXPECT_EQ(asked.answer("8.8.8.8.in-addr.arpa", wire::DnsType::ptr), "3");
    EXPECT_EQ(asked.answer("good.test", wire::DnsType::ptr), "3");
}

TEST(NameServer, ThereIsAnEndToIt) {
    Asked asked;
    asked.room = NameBook::kMost + 1;
    for (std::size_t i = 0; i < NameBook::kMost; ++i) {
        EXPECT_EQ(asked.answer("good" + std::to_string(i)).substr(0, 2), "0 ");
    }
    EXPECT_EQ(asked.answer("good.too.many"), "2 (postern cannot wait for more names)");
    EXPECT_EQ(asked.answer("good0"), "0 127.80.0.1");
    Asked full;
    full.room = 0;
    EXPECT_EQ(full.answer("good.test"), "2 (postern cannot wait for more names)");
}

}  // namespace
}  // namespace postern::network
