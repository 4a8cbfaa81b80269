#include "network/socket_source.h"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <string>
#include <vector>

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace postern::network {
namespace {

using policy::Address;

const Address kHere = Address::v4(INADDR_LOOPBACK);

// A socket has 20 milliseconds to come into being, which other work on this machine may use up.
UniqueFd make(SocketSource& source) {
    UniqueFd made = source.make();
    for (int tries = 0; !made && tries < 100; ++tries) made = source.make();
    return made;
}

class Source : public testing::TestWithParam<int> {
protected:
    static UniqueFd plain() { return UniqueFd(::socket(GetParam(), SOCK_STREAM | SOCK_CLOEXEC, 0)); }
    static UniqueFd caller(const Endpoint& to) {
        UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        const SocketAddress at = socket_address(to);
        EXPECT_EQ(::connect(fd.get(), at.get(), at.size), 0);
        return fd;
    }
};

TEST_P(Source, MakesListenersOnAnyLoopbackAddress) {
    auto source = SocketSource::open(plain(), plain());
    ASSERT_TRUE(source);
    EXPECT_EQ(source->family(), GetParam());
    for (const std::uint32_t address : {0x7f500001U, 0x7f500002U, 0x7f000001U}) {
        const UniqueFd listener = source->make_listener({Address::v4(address), 0});
        ASSERT_TRUE(listener);
        const auto at = local_end(listener.get());
        ASSERT_TRUE(at);
        EXPECT_EQ(at->address, Address::v4(address));
        // Nothing is left of the connection from which it was made.
        pollfd now{.fd = listener.get(), .events = POLLIN, .revents = 0};
        EXPECT_EQ(::poll(&now, 1, 0), 0);
        const UniqueFd client = caller(*at);
        EXPECT_EQ(::poll(&now, 1, 60'000), 1);
        const UniqueFd server(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
        ASSERT_TRUE(server);
        EXPECT_EQ(local_end(server.get()), at);
        EXPECT_EQ(remote_end(server.get()), local_end(client.get()));
    }
}

TEST_P(Source, MakesSocketsThatCanCall) {
    auto source = SocketSource::open(plain(), plain());
    ASSERT_TRUE(source);
    const UniqueFd listener = source->make_listener({kHere, 0});
    const auto at = local_end(listener.get());
    ASSERT_TRUE(at);
    const UniqueFd made = make(*source);
    ASSERT_TRUE(made);
    const SocketAddress to = socket_address(*at, source->family());
    EXPECT_TRUE(::connect(made.get(), to.get(), to.size) == 0 || errno == EINPROGRESS);
    const UniqueFd server(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    ASSERT_TRUE(server);
    EXPECT_EQ(::write(server.get(), "x", 1), 1);
    pollfd now{.fd = made.get(), .events = POLLIN, .revents = 0};
    EXPECT_EQ(::poll(&now, 1, 60'000), 1);
    char byte = 0;
    EXPECT_EQ(::read(made.get(), &byte, 1), 1);
}

TEST_P(Source, APortThatIsTakenIsAnErrorAndNothingWorse) {
    auto source = SocketSource::open(plain(), plain());
    ASSERT_TRUE(source);
    const UniqueFd first = source->make_listener({kHere, 0});
    const auto at = local_end(first.get());
    ASSERT_TRUE(at);
    EXPECT_FALSE(source->make_listener(*at));
    EXPECT_EQ(errno, EADDRINUSE);
    EXPECT_TRUE(source->make_listener({Address::v4(0x7f500001), at->port}));
}

// A process in the same namespace could connect in between, but nothing listens between two calls of make().
TEST_P(Source, NobodyCanCallInBetween) {
    UniqueFd listener = plain();
    const int watched = ::dup(listener.get());
    auto source = SocketSource::open(std::move(listener), plain());
    ASSERT_TRUE(source);
    ASSERT_TRUE(make(*source));
    int listens = 1;
    socklen_t size = sizeof listens;
    EXPECT_EQ(::getsockopt(watched, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size), 0);
    EXPECT_EQ(listens, 0);
    ASSERT_TRUE(make(*source));
    ::close(watched);
}

TEST_P(Source, ThousandsLeaveNothingBehind) {
    auto source = SocketSource::open(plain(), plain());
    ASSERT_TRUE(source);
    const int before = UniqueFd(::dup(0)).get();
    for (int i = 0; i < 2000; ++i) ASSERT_TRUE(make(*source)) << i;
    EXPECT_EQ(UniqueFd(::dup(0)).get(), before);
}

INSTANTIATE_TEST_SUITE_P(Families, Source, testing::Values(AF_INET, AF_INET6));

TEST(SocketSource, RefusesWhatIsNoSocket) {
    EXPECT_FALSE(SocketSource::open(UniqueFd(), UniqueFd()));
    EXPECT_FALSE(SocketSource::open(UniqueFd(::dup(0)), UniqueFd(::dup(0))));
}

}  // namespace
}  // namespace postern::network
