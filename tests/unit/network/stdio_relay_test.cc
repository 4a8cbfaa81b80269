#include "network/stdio_relay.h"

#include "base/unique_fd.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <csignal>
#include <future>
#include <string>
#include <thread>

#include <sys/socket.h>
#include <unistd.h>

namespace postern::network {
namespace {

// A program that writes to `in` and reads `out`, and a server at the other end of the connection.
struct Ends {
    UniqueFd in, out, server;
    std::promise<void> ended;
    std::thread relaying;

    explicit Ends(std::string early = {}) {
        std::array<int, 2> to{}, from{}, connection{};
        EXPECT_EQ(::pipe(to.data()) | ::pipe(from.data()), 0);
        EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, connection.data()), 0);
        in = UniqueFd(to[1]);
        out = UniqueFd(from[0]);
        server = UniqueFd(connection[0]);
        (void)std::signal(SIGPIPE, SIG_IGN);
        relaying = std::thread([this, to, from, connection, early = std::move(early)] {
            const UniqueFd own_in(to[0]), own_socket(connection[1]);
            relay({.in = own_in.get(), .out = from[1], .socket = own_socket.get()}, early);
            ended.set_value();
        });
    }
    ~Ends() {
        in.reset();
        out.reset();
        server.reset();
        if (relaying.joinable()) relaying.join();
    }
    Ends(const Ends&) = delete;
    Ends& operator=(const Ends&) = delete;
};

std::string read_all(int fd) {
    std::string out;
    std::array<char, 4096> part{};
    for (ssize_t got = 0; (got = ::read(fd, part.data(), part.size())) > 0;)
        out.append(part.data(), static_cast<std::size_t>(got));
    return out;
}

void write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t wrote = ::write(fd, text.data(), text.size());
        if (wrote <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(wrote));
    }
}

TEST(Relay, TheProgramEndsFirstAndStillHearsTheAnswer) {
    Ends ends("early ");
    write_all(ends.in.get(), "question");
    ends.in.reset();
    EXPECT_EQ(read_all(ends.server.get()), "question") << "the server sees the end";
    write_all(ends.server.get(), "answer");
    ends.server.reset();
    EXPECT_EQ(read_all(ends.out.get()), "early answer");
    ends.relaying.join();
}

TEST(Relay, TheServerEndsFirstAndStillHearsTheRest) {
    Ends ends;
    write_all(ends.server.get(), "greeting");
    ASSERT_EQ(::shutdown(ends.server.get(), SHUT_WR), 0);
    EXPECT_EQ(read_all(ends.out.get()), "greeting") << "the program sees the end";
    write_all(ends.in.get(), "rest");
    ends.in.reset();
    EXPECT_EQ(read_all(ends.server.get()), "rest");
    ends.relaying.join();
}

TEST(Relay, BothWaysAtOnceWithoutWaitingForEachOther) {
    const std::string much(3'000'000, 'x');
    Ends ends;
    std::thread up([&] {
        write_all(ends.in.get(), much);
        ends.in.reset();
    });
    std::string down;
    std::thread reader([&] { down = read_all(ends.out.get()); });
    write_all(ends.server.get(), much);  // nobody reads the other direction yet
    ASSERT_EQ(::shutdown(ends.server.get(), SHUT_WR), 0);
    EXPECT_EQ(read_all(ends.server.get()).size(), much.size());
    up.join();
    reader.join();
    EXPECT_EQ(down.size(), much.size());
    ends.relaying.join();
}

TEST(Relay, NobodyReadsAnyMore) {
    Ends ends;
    auto ended = ends.ended.get_future();
    EXPECT_EQ(ended.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout) << "it has a reader yet";
    ends.out.reset();
    EXPECT_EQ(ended.wait_for(std::chrono::seconds(60)), std::future_status::ready) << "though neither side said a word";
}

TEST(Relay, TheServerTakesNoMore) {
    Ends ends;
    ends.server.reset();
    write_all(ends.in.get(), std::string(1000, 'x'));
    EXPECT_EQ(read_all(ends.out.get()), "");
    ends.relaying.join();
}

}  // namespace
}  // namespace postern::network
