#include "network/refusal.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::network {
namespace {

using namespace std::string_literals;

TEST(Refusal, AServerOfThatPortWouldSayIt) {
    const ConnectionRecord web{.host = "bad.test", .port = 80, .reason = "because"};
    EXPECT_EQ(refusal_for_port(403, web), http_refusal(403, web));
    EXPECT_EQ(refusal_for_port(403, {.host = "bad.test", .port = 443, .reason = "because"}), "");
    EXPECT_EQ(refusal_for_port(403, {.host = "bad.test", .port = 22, .reason = "because"}),
              "SSH-2.0-Postern\r\n"
              "\0\0\0$\4\1\0\0\0\1\0\0\0\x10postern: because\0\0\0\2en\0\0\0\0"s);
}

// Whatever the reason's length.
TEST(Refusal, AnSshPacketHasWholeBlocks) {
    for (std::size_t size = 0; size < 40; ++size) {
        const std::string text = refusal_for_port(403, {.host = "h", .port = 22, .reason = std::string(size, 'r')});
        const std::string packet = text.substr(text.find('\n') + 1);
        EXPECT_EQ(packet.size() % 8, 0U) << size;
        EXPECT_EQ(static_cast<std::size_t>(packet[3]) + 4, packet.size()) << size;
        EXPECT_GE(packet[4], 4) << size;
    }
}

}  // namespace
}  // namespace postern::network
