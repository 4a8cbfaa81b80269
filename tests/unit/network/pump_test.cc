#include "network/pump.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace postern::network {
namespace {

struct Ends {
    UniqueFd far, near;  // one connection over the loopback; neither end blocks
};

Ends connection() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    const UniqueFd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    EXPECT_EQ(::bind(listener.get(), any, size), 0);
    EXPECT_EQ(::listen(listener.get(), 1), 0);
    EXPECT_EQ(::getsockname(listener.get(), any, &size), 0);
    Ends ends;
    ends.far.reset(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    EXPECT_EQ(::connect(ends.far.get(), any, size), 0);
    ends.near.reset(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    EXPECT_TRUE(ends.near);
    return ends;
}

// Returns text without repetitions, so that mixed-up parts are noticed.
std::string pattern(std::size_t size) {
    std::string out;
    for (std::uint32_t state = 1; out.size() < size; state = state * 1664525U + 1013904223U) {
        out += static_cast<char>(state >> 24U);
    }
    return out;
}

class FlowTest : public testing::Test {
protected:
    FlowTest() { (void)std::signal(SIGPIPE, SIG_IGN); }

    bool move() { return flow->move(from, to, count); }

    // Moves bytes until nothing happens, as events from both ends would cause.
    void settle() {
        from.allow_reading();
        while (move()) {
        }
    }

    // Writes as much of `text` as the source's socket takes now.
    void write(std::string_view& text) const {
        const ssize_t sent = ::send(source.get(), text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent > 0) text.remove_prefix(static_cast<std::size_t>(sent));
    }

    std::string read(std::size_t most) const {
        std::string out(most, '\0');
        const ssize_t got = ::recv(sink.get(), out.data(), most, MSG_DONTWAIT);
        out.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        return out;
    }

    // Sends all of `text` through the pump to a sink that reads `most` bytes at a time.
    std::string pass(std::string_view text, std::size_t most) {
        const std::size_t size = text.size();
        std::string out;
        for (int i = 0; out.size() < size && i < 1'000'000; ++i) {
            write(text);
            settle();
            out += read(most);
        }
        return out;
    }

    std::size_t free_pipes() {
        std::vector<Pipe> taken;
        while (auto pipe = pipes.take()) taken.push_back(std::move(*pipe));
        const std::size_t count_of_them = taken.size();
        for (Pipe& pipe : taken) pipes.give_back(std::move(pipe));
        return count_of_them;
    }

    // Fills everything between a source and a sink that does not read.
    void fill() {
        const std::string text = pattern(1 << 20U);
        for (bool full = false; !full;) {
            std::string_view rest = text;
            write(rest);
            full = rest.size() == text.size();
            settle();
        }
    }

    Ends before = connection(), behind = connection();
    UniqueFd source = std::move(before.far), sink = std::move(behind.far);
    Stream from{std::move(before.near)}, to{std::move(behind.near)};
    Pipes pipes;
    std::optional<Pump> flow{std::in_place, pipes};
    std::uint64_t count = 0;
};

TEST_F(FlowTest, NothingHappensWithoutBytes) {
    EXPECT_FALSE(move());
    EXPECT_TRUE(flow->empty());
    EXPECT_FALSE(from.ended());
}

TEST_F(FlowTest, FewBytes) {
    EXPECT_EQ(pass("hello", 100), "hello");
    EXPECT_EQ(count, 5U);
    EXPECT_TRUE(flow->empty());
}

TEST_F(FlowTest, ManyBytesArriveAsTheyWere) {
    const std::string text = pattern(20'000'000);
    EXPECT_TRUE(pass(text, 1 << 20U) == text);
    EXPECT_EQ(count, text.size());
}

TEST_F(FlowTest, ManyBytesToASlowReader) {
    const std::string text = pattern(20'000'000);
    EXPECT_TRUE(pass(text, 10'007) == text);
    EXPECT_EQ(count, text.size());
    EXPECT_TRUE(flow->empty());
    EXPECT_EQ(free_pipes(), Pipes::kMost);
}

TEST_F(FlowTest, ManyBytesWithoutAPipe) {
    std::vector<Pipe> others;
    while (auto pipe = pipes.take()) others.push_back(std::move(*pipe));
    const std::string text = pattern(5'000'000);
    EXPECT_TRUE(pass(text, 100'003) == text);
    EXPECT_EQ(count, text.size());
}

TEST_F(FlowTest, TheEndComesBehindTheBytes) {
    EXPECT_EQ(pass("hello", 100), "hello");
    std::string_view last = "last";
    write(last);
    (void)::shutdown(source.get(), SHUT_WR);
    settle();
    EXPECT_TRUE(from.ended());
    EXPECT_TRUE(flow->empty());
    EXPECT_EQ(read(100), "last");
    EXPECT_FALSE(move());
}

TEST_F(FlowTest, TheEndIsSeenThroughAPipeToo) {
    const std::string text = pattern(2 * Pump::kPipeAfter);
    EXPECT_TRUE(pass(text, 1 << 20U) == text);
    (void)::shutdown(source.get(), SHUT_WR);
    settle();
    EXPECT_TRUE(from.ended());
    EXPECT_TRUE(flow->empty());
    EXPECT_EQ(free_pipes(), Pipes::kMost);
}

TEST_F(FlowTest, TakesNoMoreThanItCanSendOn) {
    fill();
    EXPECT_FALSE(flow->empty());
    EXPECT_FALSE(move());
    EXPECT_EQ(free_pipes(), Pipes::kMost - 1);
}

TEST_F(FlowTest, WhatADeafEndShouldGetIsDropped) {
    fill();
    const std::uint64_t sent = count;
    sink.reset();  // closing with unread bytes resets the connection
    settle();
    EXPECT_TRUE(to.cannot_send());
    EXPECT_TRUE(flow->empty());
    EXPECT_EQ(free_pipes(), Pipes::kMost);
    (void)::shutdown(source.get(), SHUT_WR);
    settle();
    EXPECT_TRUE(from.ended());
    EXPECT_EQ(count, sent);
}

TEST_F(FlowTest, AFlowThatIsGivenUpLeavesNothingInAPipe) {
    fill();
    flow.reset();
    EXPECT_EQ(free_pipes(), Pipes::kMost);
    auto pipe = pipes.take();
    ASSERT_TRUE(pipe);
    EXPECT_EQ(pipe->bytes, 0U);
    char byte = 0;
    EXPECT_EQ(::read(pipe->out.get(), &byte, 1), -1);  // the pipe is empty
}

TEST(Stream, IsNotAskedTwiceInOneTurn) {
    Ends ends = connection();
    Stream stream(std::move(ends.near));
    char byte = 0;
    EXPECT_EQ(stream.read({&byte, 1}), std::nullopt);
    EXPECT_EQ(::send(ends.far.get(), "x", 1, 0), 1);
    EXPECT_EQ(stream.read({&byte, 1}), std::nullopt);
    stream.allow_reading();
    EXPECT_EQ(stream.read({&byte, 1}), 1U);
    EXPECT_EQ(byte, 'x');
}

TEST(Pipes, AreMadeAsWantedAndServeAgain) {
    Pipes pipes;
    auto first = pipes.take();
    ASSERT_TRUE(first);
    const int fd = first->out.get();
    pipes.give_back(std::move(*first));
    auto again = pipes.take();
    ASSERT_TRUE(again);
    EXPECT_EQ(again->out.get(), fd);
}

TEST(Pipes, AreBounded) {
    Pipes pipes;
    std::vector<Pipe> taken;
    for (std::size_t i = 0; i < Pipes::kMost; ++i) {
        auto pipe = pipes.take();
        ASSERT_TRUE(pipe);
        taken.push_back(std::move(*pipe));
    }
    EXPECT_FALSE(pipes.take());
    taken.back().bytes = 1;  // a pipe that is not empty is closed, not kept
    pipes.give_back(std::move(taken.back()));
    EXPECT_TRUE(pipes.take());
}

}  // namespace
}  // namespace postern::network
