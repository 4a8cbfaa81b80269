#include "service/server.h"

#include "base/file.h"
#include "base/quote.h"
#include "service/peer.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace postern::service {
namespace {

using approval::BrokerAct;
using approval::BrokerReply;
using approval::BrokerRequest;

constexpr std::size_t kMostConnections = 512, kMostOfOneProcess = 160, kMostPerSecond = 400;

std::string named(const Peer& peer) {
    return "process " + std::to_string(peer.process.pid);
}

}  // namespace

Status Server::serve_until(int ends) {
    for (;;) {
        std::vector<pollfd> polled{{.fd = ends, .events = POLLIN, .revents = 0},
                                   {.fd = listener_.get(), .events = POLLIN, .revents = 0}};
        std::vector<ConnectionId> ids;
        for (const auto& [id, connection] : connections_) {
            const short events = connection.unsent.empty() ? POLLIN : POLLIN | POLLOUT;
            polled.push_back({.fd = connection.socket.get(), .events = events, .revents = 0});
            ids.push_back(id);
        }
        if (::poll(polled.data(), polled.size(), timeout()) < 0) {
            if (errno == EINTR) continue;
            return fail(Errc::io, describe_errno("cannot wait for clients", errno));
        }
        if (polled[0].revents != 0) return {};
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if ((polled[i + 2].revents & POLLOUT) != 0) flush(connections_.at(ids[i]));
            if ((polled[i + 2].revents & ~POLLOUT) != 0) on_readable(ids[i]);
        }
        drop_stale(std::chrono::steady_clock::now());
        tell_person();
        close_ended();
        if (polled[1].revents != 0) accept_all();
    }
}

int Server::timeout() const {
    const bool waits =
        std::ranges::any_of(connections_, [](const auto& one) { return one.second.stage == Stage::greeted; });
    return waits || desk_.has_unnoticed() ? 500 : -1;
}

void Server::accept_all() {
    for (;;) {
        UniqueFd socket(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!socket) return;
        auto peer = peer_of(socket.get());
        if (!peer) {
            log_(LogLevel::warning, "refused: " + peer.error().what);
        } else if (peer->confined) {
            log_(LogLevel::warning, "refused: " + named(*peer) + " is in a sandbox");
        } else if (!admits(*peer, std::chrono::steady_clock::now())) {
            log_(LogLevel::warning, "refused: " + named(*peer) + " connects too often");
        } else {
            greet(std::move(socket), std::move(*peer));
        }
    }
}

bool Server::admits(const Peer& peer, Moment now) {
    if (now - second_ >= std::chrono::seconds(1)) second_ = now, in_this_second_ = 0;
    if (++in_this_second_ > kMostPerSecond || connections_.size() >= kMostConnections) return false;
    const auto of_it =
        std::ranges::count_if(connections_, [&](const auto& one) { return one.second.peer.process == peer.process; });
    return static_cast<std::size_t>(of_it) < kMostOfOneProcess;
}

void Server::greet(UniqueFd socket, Peer peer) {
    Connection& connection = connections_[++last_];
    connection = {.socket = std::move(socket),
                  .peer = std::move(peer),
                  .challenge = {.nonce = approval::random_hex(approval::kTokenBytes)},
                  .greeted = std::chrono::steady_clock::now()};
    connection.unsent = approval::hello_line(connection.challenge.nonce);
    flush(connection);
}

void Server::on_readable(ConnectionId id) {
    Connection& connection = connections_.at(id);
    std::array<char, 4096> block;  // filled by read
    for (;;) {
        const ssize_t got = ::read(connection.socket.get(), block.data(), block.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) break;
        if (got <= 0) {
            connection.stage = Stage::ends;
            connection.unsent.clear();
            return;
        }
        // One request is all that a connection may say.
        connection.received.append(block.data(), static_cast<std::size_t>(got));
        const std::size_t end = connection.received.find('\n');
        const bool more =
            connection.stage != Stage::greeted || (end != std::string::npos && end + 1 < connection.received.size());
        if (more || connection.received.size() > approval::kLongestRequest) {
            log_(LogLevel::warning, "refused: " + named(connection.peer) + " says too much");
            connection.stage = Stage::ends;
            connection.unsent.clear();
            return;
        }
        if (end != std::string::npos) on_request(id, connection.received.substr(0, end));
    }
}

void Server::on_request(ConnectionId id, const std::string& line) {
    Connection& connection = connections_.at(id);
    const bool late = std::chrono::steady_clock::now() - connection.greeted >= approval::kNonceLife;
    const auto said = approval::parse_signed(line);
    const bool genuine = said && approval::is_genuine(token_, approval::Speaker::client, connection.challenge, *said);
    if (!genuine || late) {
        log_(LogLevel::warning,
             "refused: " + named(connection.peer) + (late ? " is too late" : " does not know the token"));
        connection.stage = Stage::ends;
        return;
    }
    const auto request = approval::parse_request(said->body);
    if (!request) {
        log_(LogLevel::warning, named(connection.peer) + ": " + request.error().what);
        connection.stage = Stage::ends;
        return;
    }
    connection.challenge.counter = request->challenge;
    act(id, connection, *request);
}

void Server::act(ConnectionId id, Connection& connection, const BrokerRequest& request) {
    connection.stage = Stage::ends;
    switch (request.act) {
        case BrokerAct::ask: {
            const auto name = desk_.add(*request.question, connection.peer, id);
            if (!name) return reply(connection, {.error = "too many questions stand already"});
            connection.stage = Stage::asks;
            log_(LogLevel::info, "asked " + *name + ": `" + printable(request.question->subject.substr(0, 200)) +
                                     "` by " + named(connection.peer));
            return tell_watchers();
        }
        case BrokerAct::list: return reply(connection, {.questions = desk_.list()});
        case BrokerAct::watch: connection.stage = Stage::watches; return reply(connection, {.questions = desk_.list()});
        case BrokerAct::answer: return answer(connection, request);
    }
}

void Server::answer(Connection& connection, const BrokerRequest& request) {
    const Desk::Answered answered = desk_.answer(request.id, connection.peer);
    if (!answered.error.empty()) {
        log_(LogLevel::warning,
             named(connection.peer) + " cannot answer " + printable(request.id) + ": " + answered.error);
        return reply(connection, {.error = answered.error});
    }
    const auto asker = connections_.find(answered.connection);
    if (asker == connections_.end()) return reply(connection, {.error = "it does not wait any more"});
    reply(asker->second, {.answer = request.answer});
    asker->second.stage = Stage::ends;
    const bool yes = request.answer.verdict == approval::Answer::Verdict::allowed;
    log_(LogLevel::info, "answered " + request.id + (yes ? ": yes" : ": no") + " by " + named(connection.peer));
    reply(connection, {.done = true});
    tell_watchers();
}

void Server::reply(Connection& connection, const BrokerReply& reply) {
    connection.unsent +=
        approval::signed_line(token_, approval::Speaker::broker, connection.challenge, approval::reply_body(reply));
    if (connection.unsent.size() > approval::kLongestReply) {  // a watcher that does not read
        connection.stage = Stage::ends;
        connection.unsent.clear();
    }
    flush(connection);
}

void Server::flush(Connection& connection) {
    while (!connection.unsent.empty()) {
        const ssize_t sent =
            ::send(connection.socket.get(), connection.unsent.data(), connection.unsent.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && errno == EAGAIN) return;
        if (sent < 0) {
            connection.stage = Stage::ends;
            connection.unsent.clear();
            return;
        }
        connection.unsent.erase(0, static_cast<std::size_t>(sent));
    }
}

void Server::tell_person() {
    using namespace std::chrono;
    const auto before = duration_cast<milliseconds>((system_clock::now() - kUnnoticed).time_since_epoch());
    for (const approval::BrokerQuestion& one : desk_.unnoticed_since(before.count())) notifier_.tell(one);
}

void Server::tell_watchers() {
    for (auto& [id, connection] : connections_) {
        if (connection.stage == Stage::watches) reply(connection, {.questions = desk_.list()});
    }
}

// One that does not say anything while its nonce is good.
void Server::drop_stale(Moment now) {
    for (auto& [id, connection] : connections_) {
        if (connection.stage != Stage::greeted || now - connection.greeted < approval::kNonceLife) continue;
        connection.stage = Stage::ends;
        connection.unsent.clear();
    }
}

void Server::close_ended() {
    bool changed = false;
    for (auto at = connections_.begin(); at != connections_.end();) {
        const bool over = at->second.stage == Stage::ends && at->second.unsent.empty();
        if (over) changed = desk_.remove(at->first) || changed;
        at = over ? connections_.erase(at) : std::next(at);
    }
    if (changed) tell_watchers();
}

}  // namespace postern::service
