#include "network/connection.h"

#include "base/file.h"
#include "base/overloaded.h"
#include "base/quote.h"
#include "network/client_hello.h"
#include "network/socks5.h"
#include "policy/host_name.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>
#include <variant>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace postern::network {
namespace {

using policy::Verdict;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kHeadRoom = 128U << 10U;  // more than any head, greeting or hello may have
constexpr std::size_t kRelayRoom = 256U << 10U;
constexpr milliseconds kToAsk{20'000};  // for a client to say what it wants, all of it
constexpr milliseconds kToResolve{20'000};
constexpr milliseconds kToDial{30'000};  // each address
constexpr milliseconds kToClose{5'000};
constexpr milliseconds kForEver{std::chrono::hours(24 * 365)};
constexpr std::uint16_t kTlsPort = 443;
constexpr int kSteps = 64;  // then it is another's turn

std::string_view status_text(int status) {
    switch (status) {
        case 400: return "Bad Request";
        case 403: return "Forbidden";
        case 408: return "Request Timeout";
        case 431: return "Request Header Fields Too Large";
        case 501: return "Not Implemented";
        case 502: return "Bad Gateway";
        case 504: return "Gateway Timeout";
        default: return "Error";
    }
}

// A whole answer, for people and programs: what was refused, why, and what would allow it.
std::string http_refusal(int status, const Passage& passage) {
    nlohmann::json body = {{"error", "postern: " + printable(passage.reason)}};
    if (!passage.host.empty()) {
        body["host"] = passage.host;
        body["port"] = passage.port;
    }
    if (!passage.rule.empty()) body["rule"] = passage.rule;
    if (status == 403 && passage.rule.empty() && !passage.host.empty()) {
        body["allow"] = {{"sandbox", {{"network", {{"allowedDomains", {passage.host}}}}}}};
    }
    const std::string text = body.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) + '\n';
    std::string reason =
        printable(passage.reason);  // in a header too: clients do not show the body of a refused CONNECT
    std::ranges::replace_if(
        reason, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
    return "HTTP/1.1 " + std::to_string(status) + ' ' + std::string(status_text(status)) +
           "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(text.size()) +
           "\r\nX-Postern-Reason: " + reason + "\r\nConnection: close\r\n\r\n" + text;
}

SocksReply socks_refusal(int status) {
    switch (status) {
        case 403: return SocksReply::not_allowed;
        case 502: return SocksReply::host_unreachable;
        case 504: return SocksReply::ttl_expired;
        default: return SocksReply::general_failure;
    }
}

std::string host_in(const SocksRequest& request) {
    if (const auto* name = std::get_if<std::string>(&request.host)) return *name;
    policy::Address address;
    std::visit(Overloaded{[&](const Ipv4Bytes& bytes) { std::ranges::copy(bytes, address.bytes.begin()); },
                          [&](const Ipv6Bytes& bytes) {
                              address.family = policy::Family::v6;
                              address.bytes = bytes;
                          },
                          [](const std::string&) {}},
               request.host);
    return address.text();
}

socklen_t fill(const policy::Address& address, std::uint16_t port, sockaddr_storage& to) {
    if (address.family == policy::Family::v4) {
        auto& v4 = reinterpret_cast<sockaddr_in&>(to);
        v4.sin_family = AF_INET;
        v4.sin_port = htons(port);
        std::memcpy(&v4.sin_addr, address.bytes.data(), sizeof v4.sin_addr);
        return sizeof v4;
    }
    auto& v6 = reinterpret_cast<sockaddr_in6&>(to);
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(port);
    std::memcpy(&v6.sin6_addr, address.bytes.data(), sizeof v6.sin6_addr);
    return sizeof v6;
}

}  // namespace

Connection::Connection(UniqueFd client, const GateRules& rules, std::function<void(int)> watch,
                       std::function<void()> wake)
    : rules_(rules),
      watch_(std::move(watch)),
      wake_(std::move(wake)),
      client_(std::move(client)),
      begun_(steady_clock::now()) {
    watch_(client_.get());
    enter(State::first_byte, kToAsk);
}

void Connection::enter(State state, milliseconds patience) {
    state_ = state;
    deadline_ = steady_clock::now() + patience;
}

Connection::Progress Connection::step() {
    for (int i = 0; i < kSteps; ++i) {
        if (!client_) return Progress::over;
        if (!advance()) return client_ ? Progress::waits : Progress::over;
    }
    return Progress::has_more;
}

bool Connection::advance() {
    const State before = state_;
    bool moved = false;
    switch (state_) {
        case State::first_byte: moved = read_first_byte(); break;
        case State::http: moved = read_http(); break;
        case State::socks_greeting: moved = read_socks_greeting(); break;
        case State::socks_request: moved = read_socks_request(); break;
        case State::deciding: break;
        case State::resolving: moved = resolve(); break;
        case State::connecting: moved = finish_dialling(); break;
        case State::hello: moved = check_hello(); break;
        case State::relaying: moved = relay(); break;
        case State::closing: moved = close_gently(); break;
    }
    return moved || state_ != before;
}

// True if bytes came, or the end.
bool Connection::receive(int fd, std::string& into, std::size_t most, bool& ended) {
    if (ended || into.size() >= most) return false;
    std::array<char, 64U << 10U> part;  // filled by recv
    const ssize_t got = ::recv(fd, part.data(), std::min(part.size(), most - into.size()), MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return errno == EINTR;
    if (got <= 0) {
        ended = true;
        return true;
    }
    into.append(part.data(), static_cast<std::size_t>(got));
    return true;
}

bool Connection::send(int fd, std::string& from, std::uint64_t& count) {
    if (from.empty()) return false;
    const ssize_t sent = ::send(fd, from.data(), from.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) return errno == EINTR;
    if (sent < 0) {  // the other end is gone: nothing more can be passed on
        client_.reset();
        return false;
    }
    from.erase(0, static_cast<std::size_t>(sent));
    count += static_cast<std::uint64_t>(sent);
    return true;
}

bool Connection::read_first_byte() {
    const bool came = receive(client_.get(), in_, kHeadRoom, client_ended_);
    if (in_.empty()) {
        if (client_ended_) client_.reset();
        return came;
    }
    if (in_.front() == 5) {
        speaks_ = Speaks::socks;
        enter(State::socks_greeting, kToAsk);
    } else {
        enter(State::http, kToAsk);
    }
    return true;
}

bool Connection::read_http() {
    auto parsed = head_reader_.read(in_);
    if (std::holds_alternative<Incomplete>(parsed)) return read_more();
    if (const auto* bad = std::get_if<BadRequest>(&parsed)) {
        refuse(bad->status, bad->reason);
        return true;
    }
    head_ = std::move(std::get<Head>(parsed));
    auto routed = route_of(*head_);
    if (const auto* bad = std::get_if<BadRequest>(&routed)) {
        refuse(bad->status, bad->reason);
        return true;
    }
    route_ = std::move(std::get<Route>(routed));
    in_.erase(0, head_->size);
    speaks_ = route_->kind == Route::Kind::connect ? Speaks::connect : Speaks::forward;
    decide(route_->host, route_->port);
    return true;
}

bool Connection::read_socks_greeting() {
    const auto parsed = parse_socks_greeting(in_);
    if (std::holds_alternative<Incomplete>(parsed)) return read_more();
    if (const auto* bad = std::get_if<BadSocks>(&parsed)) {
        passage_.reason = bad->reason;
        client_.reset();
        return false;
    }
    const auto& greeting = std::get<SocksGreeting>(parsed);
    in_.erase(0, greeting.size);
    down_ += socks_method_answer(greeting.method);
    if (greeting.method == SocksMethod::none_acceptable) {
        passage_.reason = "the client wants to prove who it is, which is not needed here";
        enter(State::closing, kToClose);
        return true;
    }
    enter(State::socks_request, kToAsk);
    return true;
}

bool Connection::read_socks_request() {
    std::uint64_t ignored = 0;
    if (send(client_.get(), down_, ignored)) return true;
    if (!client_) return false;
    const auto parsed = parse_socks_request(in_);
    if (std::holds_alternative<Incomplete>(parsed)) return read_more();
    if (const auto* bad = std::get_if<BadSocks>(&parsed)) {
        passage_.reason = bad->reason;
        if (bad->reply) down_ += socks_reply(*bad->reply);
        enter(State::closing, kToClose);
        return true;
    }
    const auto& request = std::get<SocksRequest>(parsed);
    in_.erase(0, request.size);
    decide(host_in(request), request.port);
    return true;
}

// Whoever closes before it has said what it wants gets no answer.
bool Connection::read_more() {
    if (client_ended_) client_.reset();
    return client_ && receive(client_.get(), in_, kHeadRoom, client_ended_);
}

void Connection::decide(const std::string& host, std::uint16_t port) {
    passage_.port = port;
    const auto canonical = policy::canonical_host(host);
    if (!canonical) {
        passage_.host = printable(host);
        return refuse(400, canonical.error().what);
    }
    passage_.host = canonical->text;
    enter(State::deciding, kForEver);
    // The answer may come when this connection is gone.
    rules_.decide(passage_.host, port, [this, alive = std::weak_ptr<bool>(alive_)](HostVerdict verdict) {
        if (alive.expired()) return;
        on_decided(std::move(verdict));
        wake_();
    });
}

void Connection::on_decided(HostVerdict verdict) {
    passage_.verdict = verdict.verdict;
    passage_.reason = std::move(verdict.reason);
    passage_.rule = std::move(verdict.rule);
    if (passage_.verdict != Verdict::allow) return refuse(403, passage_.reason);
    if (const auto address = policy::Address::parse(passage_.host)) {
        candidates_ = {*address};
        enter(State::resolving, kToResolve);
        return;
    }
    auto lookup = Lookup::start(passage_.host);
    if (!lookup) return refuse(502, "the name cannot be looked up: no getent here");
    lookup_.emplace(std::move(*lookup));
    watch_(lookup_->fd());
    enter(State::resolving, kToResolve);
}

bool Connection::resolve() {
    if (lookup_) {
        auto found = lookup_->read();
        if (!found) return false;
        lookup_.reset();
        candidates_ = std::move(*found);
        if (candidates_.empty()) {
            refuse(502, "there is no host of this name");
            return true;
        }
    }
    // All of them: a name that leads to both sides of a wall is not trusted with either.
    for (const policy::Address& address : candidates_) {
        if (const auto why = rules_.objection(passage_.host, address, passage_.port)) {
            passage_.verdict = Verdict::deny;
            passage_.rule.clear();
            refuse(403, *why);
            return true;
        }
    }
    return dial_next();
}

bool Connection::dial_next() {
    while (!candidates_.empty()) {
        const policy::Address address = candidates_.front();
        candidates_.erase(candidates_.begin());
        sockaddr_storage to{};
        const socklen_t size = fill(address, passage_.port, to);
        server_.reset(::socket(to.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        if (!server_) continue;
        passage_.address = address.text();
        const int connected = ::connect(server_.get(), reinterpret_cast<const sockaddr*>(&to), size);
        if (connected != 0 && errno != EINPROGRESS) {
            last_error_ = describe_errno("cannot connect to " + passage_.address, errno);
            continue;
        }
        watch_(server_.get());
        enter(State::connecting, kToDial);
        return true;
    }
    refuse(502, last_error_.empty() ? "no address of it can be reached" : last_error_);
    return true;
}

bool Connection::finish_dialling() {
    int error = 0;
    socklen_t size = sizeof error;
    sockaddr_storage peer{};
    socklen_t peer_size = sizeof peer;
    if (::getsockopt(server_.get(), SOL_SOCKET, SO_ERROR, &error, &size) != 0) error = errno;
    if (error != 0) {
        last_error_ = describe_errno("cannot connect to " + passage_.address, error);
        return dial_next();
    }
    if (::getpeername(server_.get(), reinterpret_cast<sockaddr*>(&peer), &peer_size) != 0) return false;  // not yet
    const int yes = 1;
    (void)::setsockopt(server_.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    on_connected();
    return true;
}

void Connection::on_connected() {
    switch (speaks_) {
        case Speaks::connect: down_ += "HTTP/1.1 200 Connection established\r\n\r\n"; break;
        case Speaks::socks: down_ += socks_reply(SocksReply::succeeded); break;
        case Speaks::forward:
            up_ += forwarded_head(*head_, *route_);
            body_.emplace(*head_);
            break;
        case Speaks::nothing: break;
    }
    const bool tls = speaks_ != Speaks::forward && passage_.port == kTlsPort;
    enter(tls ? State::hello : State::relaying, tls ? kToAsk : kForEver);
}

// Whoever was let through to one host must not talk to another that shares its address.
bool Connection::check_hello() {
    std::uint64_t ignored = 0;
    if (send(client_.get(), down_, ignored)) return true;
    if (!client_) return false;
    const auto parsed = read_client_hello(in_);
    if (std::holds_alternative<Incomplete>(parsed)) return read_more();
    const auto* hello = std::get_if<ClientHello>(&parsed);
    std::string why;
    if (hello == nullptr) {
        why = "what came for port 443 is no TLS";
    } else if (hello->encrypted_client_hello) {
        why = "the TLS server name is encrypted, so it cannot be compared";
    } else if (!hello->server_name) {
        // An address is no server name: none can be given.
        if (!policy::Address::parse(passage_.host)) why = "the TLS client names no server";
    } else {
        const auto named = policy::canonical_host(*hello->server_name);
        if (!named || named->text != passage_.host) why = "the TLS client names another server: " + *hello->server_name;
    }
    if (!why.empty()) {
        passage_.verdict = Verdict::deny;
        passage_.reason = why;
        client_.reset();  // it was told that it is connected: there is no other way to say no
        return false;
    }
    enter(State::relaying, kForEver);
    return true;
}

// Of what the client sends behind a request's head, only that request's body goes on.
void Connection::take_body() {
    if (!body_) {
        up_ += in_;
        in_.clear();
        return;
    }
    const auto taken = body_->take(in_);
    if (const auto* bytes = std::get_if<std::size_t>(&taken)) {
        up_.append(in_, 0, *bytes);
    } else {
        client_ended_ = true;  // the server sees a body that was cut off
    }
    in_.clear();
}

bool Connection::relay() {
    bool moved = false;
    if (up_.size() < kRelayRoom) {
        if (in_.empty()) moved = receive(client_.get(), in_, kRelayRoom, client_ended_) || moved;
        if (!in_.empty()) take_body();
    }
    moved = send(server_.get(), up_, passage_.bytes_up) || moved;
    if (!client_) return false;
    moved = receive(server_.get(), down_, kRelayRoom, server_ended_) || moved;
    moved = send(client_.get(), down_, passage_.bytes_down) || moved;
    if (!client_) return false;
    if (client_ended_ && up_.empty() && !std::exchange(told_server_, true)) (void)::shutdown(server_.get(), SHUT_WR);
    if (server_ended_ && down_.empty() && !std::exchange(told_client_, true)) (void)::shutdown(client_.get(), SHUT_WR);
    const bool done = server_ended_ && down_.empty() && (client_ended_ || speaks_ == Speaks::forward);
    if (done) client_.reset();
    return moved;
}

bool Connection::close_gently() {
    std::uint64_t ignored = 0;
    if (send(client_.get(), down_, ignored)) return true;
    if (!client_) return false;
    if (down_.empty()) {
        if (!std::exchange(told_client_, true)) (void)::shutdown(client_.get(), SHUT_WR);
        // What still comes is read and dropped: closing with it unread would take the answer away from the client.
        in_.clear();
        const bool came = receive(client_.get(), in_, kHeadRoom, client_ended_);
        if (client_ended_) client_.reset();
        return came;
    }
    return false;
}

void Connection::refuse(int status, std::string reason) {
    passage_.reason = std::move(reason);
    passage_.verdict = Verdict::deny;
    server_.reset();
    if (speaks_ == Speaks::socks) {
        down_ += socks_reply(socks_refusal(status));
    } else {
        down_ += http_refusal(status, passage_);
    }
    in_.clear();
    enter(State::closing, kToClose);
}

void Connection::give_up() {
    if (state_ == State::connecting) {
        last_error_ = "cannot connect to " + passage_.address + ": it does not answer";
        (void)dial_next();
        return;
    }
    if (state_ == State::resolving) return refuse(504, "the name could not be looked up in time");
    passage_.reason = passage_.reason.empty() ? "the client did not say what it wants" : passage_.reason;
    client_.reset();
}

Passage Connection::passage() const {
    Passage out = passage_;
    out.duration = std::chrono::duration_cast<milliseconds>(steady_clock::now() - begun_);
    return out;
}

}  // namespace postern::network
