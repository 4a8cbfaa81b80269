#include "network/connection.h"

#include "base/quote.h"
#include "network/refusal.h"
#include "network/server_name.h"
#include "wire/proxy_answer.h"
#include "wire/socks5.h"

#include <utility>
#include <variant>

namespace postern::network {
namespace {

using policy::Verdict;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kHeadRoom = 128U << 10U;  // more than any head, greeting or hello may have
constexpr std::size_t kBodyRoom = 64U << 10U;
constexpr milliseconds kToAsk{20'000};  // for a client to say what it wants, all of it
constexpr milliseconds kToClose{5'000};
constexpr milliseconds kForEver{std::chrono::hours(24 * 365)};
constexpr std::uint16_t kTlsPort = 443;
constexpr int kHelloPieces = 100;            // it is read anew with each
constexpr int kSteps = 64;                   // then it is another's turn
constexpr std::uint64_t kBytes = 1U << 20U;  // also then

}  // namespace

Connection::Connection(UniqueFd client, std::optional<Target> target, GateShared& gate, std::function<void(int)> watch,
                       std::function<void()> wake)
    : target_(std::move(target)),
      gate_(gate),
      watch_(std::move(watch)),
      wake_(std::move(wake)),
      client_(std::move(client)),
      to_server_(gate.pipes),
      to_client_(gate.pipes),
      begun_(steady_clock::now()) {
    watch_(client_.fd());
    enter(State::asking, kToAsk);
}

void Connection::enter(State state, milliseconds patience) {
    state_ = state;
    deadline_ = steady_clock::now() + patience;
}

Connection::Progress Connection::step() {
    client_.look_again();
    server_.look_again();
    const auto passed = [this] { return passage_.bytes_up + passage_.bytes_down; };
    const std::uint64_t enough = passed() + kBytes;
    for (int i = 0; i < kSteps && passed() < enough; ++i) {
        if (!client_) return Progress::over;
        const bool moved = advance();
        keep_to_budget();
        if (!moved) return client_ ? Progress::waits : Progress::over;
    }
    return Progress::has_more;
}

void Connection::keep_to_budget() {
    const std::uint64_t now = passage_.bytes_up + passage_.bytes_down;
    gate_.rules.budget.spend(now - std::exchange(spent_, now));
    if (state_ != State::relaying || !client_) return;
    auto why = gate_.rules.budget.exhausted();
    if (!why) return;
    passage_.reason = std::move(*why);
    client_.close();
}

// False: it has been refused.
bool Connection::is_admitted() {
    const auto why = gate_.rules.budget.admit();
    if (why) refuse(403, *why);
    return !why;
}

bool Connection::advance() {
    const State before = state_;
    bool moved = false;
    switch (state_) {
        case State::asking: moved = target_ ? begin(*target_) : ask(); break;
        case State::deciding: stop_waiting_for_nobody(); break;
        case State::connecting: moved = connect(); break;
        case State::relaying: moved = relay(); break;
        case State::closing: moved = close_gently(); break;
    }
    return moved || state_ != before;
}

bool Connection::begin(const Target& target) {
    speaks_ = wire::ClientProtocol::its_own;
    if (target.opened_by.empty()) {
        decide(target.host, target.port);
        return true;
    }
    passage_.host = target.host;
    passage_.port = target.port;
    passage_.verdict = Verdict::allow;
    passage_.rule = target.opened_by;
    if (!is_admitted()) return true;
    way_.emplace(target.port, target.inside ? gate_.rules.inside : nullptr, gate_, watch_);
    state_ = State::connecting;
    return true;
}

bool Connection::ask() {
    auto answer = asking_.read(in_, down_);
    speaks_ = asking_.speaks();
    if (std::holds_alternative<wire::Incomplete>(answer)) {
        const bool sent = flush_answer();
        return client_ && (read_more() || sent);
    }
    if (const auto* bad = std::get_if<wire::BadRequest>(&answer)) {
        refuse(bad->status, bad->reason);
    } else if (auto* ended = std::get_if<wire::ClientRequest::Ended>(&answer)) {
        passage_.reason = std::move(ended->reason);
        enter(State::closing, kToClose);
    } else {
        const auto& wanted = std::get<wire::ClientRequest::Wanted>(answer);
        decide(wanted.host, wanted.port);
    }
    return true;
}

// Whoever closes before it has said what it wants gets no answer.
bool Connection::read_more() {
    if (client_.ended()) client_.close();
    return client_ && client_.receive(in_, kHeadRoom);
}

// What we have to say ourselves; it does not count as passed on.
bool Connection::flush_answer() {
    std::uint64_t ignored = 0;
    const bool sent = client_.send(down_, ignored);
    if (client_.deaf()) client_.close();
    return sent && client_;
}

void Connection::decide(const std::string& host, std::uint16_t port) {
    passage_.port = port;
    auto canonical = policy::canonical_host(host);
    if (!canonical) {
        passage_.host = printable(host);
        return refuse(400, canonical.error().what);
    }
    host_ = std::move(*canonical);
    passage_.host = host_.text;
    passage_.reason = "the command ended before it was decided";
    enter(State::deciding, kForEver);
    // The answer may come when this connection is gone; or at once, and then this step goes on with it.
    deciding_now_ = true;
    withdraw_ =
        gate_.rules.decide(passage_.host, port, [this, alive = std::weak_ptr<bool>(alive_)](HostVerdict verdict) {
            if (alive.expired()) return;
            on_decided(std::move(verdict));
            if (!deciding_now_) wake_();
        });
    deciding_now_ = false;
}

// A person need not be asked for somebody who is gone.
void Connection::stop_waiting_for_nobody() {
    if (!client_.hung_up()) return;
    if (withdraw_) withdraw_();
    passage_.reason = "the client did not wait until it was decided";
    client_.close();
}

void Connection::on_decided(HostVerdict verdict) {
    passage_.listing_helps = verdict.listing_helps;
    passage_.verdict = verdict.verdict;
    passage_.reason = std::move(verdict.reason);
    passage_.rule = std::move(verdict.rule);
    if (passage_.verdict != Verdict::allow) return refuse(403, passage_.reason);
    if (!is_admitted()) return;
    const Purpose tunnel = speaks_ == wire::ClientProtocol::socks ? Purpose::socks : Purpose::tunnel;
    way_.emplace(host_, passage_.port, speaks_ == wire::ClientProtocol::forward ? Purpose::request : tunnel, gate_,
                 watch_);
    if (way_->proxy()) passage_.via = way_->proxy()->place();
    state_ = State::connecting;
}

bool Connection::connect() {
    const UpstreamConnection::Progress progress = way_->step();
    deadline_ = way_->deadline();
    passage_.address = way_->address();
    switch (progress) {
        case UpstreamConnection::Progress::waits: return false;
        case UpstreamConnection::Progress::moved: return true;
        case UpstreamConnection::Progress::closed:
            if (way_->closed().status == 403) passage_.rule.clear();  // it was not that rule
            refuse(way_->closed().status, way_->closed().reason);
            return true;
        case UpstreamConnection::Progress::open: break;
    }
    server_ = way_->take();
    server_.look_again();
    on_connected();
    down_ += way_->take_early();
    return true;
}

void Connection::on_connected() {
    switch (speaks_) {
        case wire::ClientProtocol::connect: down_ += "HTTP/1.1 200 Connection established\r\n\r\n"; break;
        case wire::ClientProtocol::socks: down_ += wire::socks_reply(wire::SocksReply::succeeded); break;
        case wire::ClientProtocol::forward:
            proxy_may_refuse_ = way_->forwards();
            up_ += wire::forwarded_head(asking_.head(), asking_.route(), way_->by_proxy());
            body_.emplace(asking_.head());
            break;
        case wire::ClientProtocol::its_own:
        case wire::ClientProtocol::nothing: break;
    }
    hello_due_ = speaks_ != wire::ClientProtocol::forward && (!target_ || target_->opened_by.empty());
    enter(State::relaying, hello_due_ && passage_.port == kTlsPort ? kToAsk : kForEver);
}

// Nothing goes to the server before it is clear whom a TLS client wants. To port 443 only such come; elsewhere whoever speaks
// something else, or waits for the server to speak first, is let be.
bool Connection::check_hello() {
    const HelloAnswer hello = wire::read_client_hello(in_);
    const bool incomplete = std::holds_alternative<wire::Incomplete>(hello);
    const bool tls_port = passage_.port == kTlsPort;
    if (incomplete && !client_.ended() && hello_pieces_ < kHelloPieces) {
        const bool came = client_.receive(in_, kHeadRoom);
        if (came && hello_pieces_++ == 0) deadline_ = steady_clock::now() + kToAsk;
        return came;
    }
    const bool says_nothing = in_.empty() && client_.ended();
    const bool let_be = !tls_port && (says_nothing || std::holds_alternative<wire::NotTls>(hello));
    std::optional<std::string> why;
    if (incomplete && !let_be) {
        why = "the TLS client does not say whom it wants";
    } else if (!let_be) {
        const bool may_hide = gate_.rules.hidden_server_names;
        why = server_name_objection(hello, host_, {.missing = may_hide || !tls_port, .encrypted = may_hide});
    }
    if (why) return cut_off(std::move(*why));
    hello_due_ = false;
    enter(State::relaying, kForEver);
    return true;
}

// It was told that it is connected, or thinks so: there is no other way to say no.
bool Connection::cut_off(std::string reason) {
    passage_.verdict = Verdict::deny;
    passage_.reason = std::move(reason);
    client_.close();
    return false;
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
        client_.take_no_more();  // the server sees a body that was cut off
    }
    in_.clear();
}

// The tunnel itself comes behind what was read of it while it was being made.
bool Connection::relay_up() {
    if (hello_due_) return check_hello();
    bool moved = false;
    if (up_.size() < kBodyRoom) {
        if (in_.empty() && body_) moved = client_.receive(in_, kBodyRoom);
        if (!in_.empty()) take_body();
    }
    moved = server_.send(up_, passage_.bytes_up) || moved;
    if (body_ || !in_.empty() || !up_.empty()) return moved;
    return to_server_.move(client_, server_, passage_.bytes_up) || moved;
}

bool Connection::relay() {
    bool moved = relay_up();
    if (!client_) return false;
    if (client_.ended() && in_.empty() && up_.empty() && to_server_.empty()) server_.end_sending();
    if (proxy_may_refuse_) {
        moved = server_.receive(down_, kBodyRoom) || moved;
        if (refused_by_proxy()) return true;
        if (proxy_may_refuse_) return moved;
    }
    moved = client_.send(down_, passage_.bytes_down) || moved;
    if (down_.empty()) moved = to_client_.move(server_, client_, passage_.bytes_down) || moved;
    if (client_.deaf()) {
        client_.close();
        return false;
    }
    if (!server_.ended() || !down_.empty() || !to_client_.empty()) return moved;
    client_.end_sending();
    if (client_.ended() || server_.deaf()) {
        client_.close();
    } else if (speaks_ == wire::ClientProtocol::forward) {
        // It may still be sending a body that nobody wants any more.
        server_.close();
        enter(State::closing, kToClose);
    }
    return moved;
}

// Passed on, its demand for a password would look like ours, and a client might give it one. What it says before its answer
// (100, 103) is not passed on: it may be left out.
bool Connection::refused_by_proxy() {
    constexpr int kWantsLogin = 407;
    constexpr std::string_view kEnd = "\r\n\r\n";
    auto status = wire::status_in(down_);
    for (; status && *status / 100 == 1; status = wire::status_in(down_)) {
        const std::size_t end = down_.find(kEnd);
        if (end == std::string::npos && down_.size() < kBodyRoom && !server_.ended()) return false;
        down_.erase(0, end == std::string::npos ? end : end + kEnd.size());
    }
    proxy_may_refuse_ = !status && !server_.ended();
    if (status != kWantsLogin) return false;
    down_.clear();
    refuse(502, wire::refusal_of(*way_->proxy(), kWantsLogin, "Proxy Authentication Required").reason);
    return true;
}

bool Connection::close_gently() {
    if (flush_answer()) return true;
    if (!client_ || !down_.empty()) return false;
    client_.end_sending();
    // What still comes is read and dropped: closing with it unread would take the answer away from the client.
    in_.clear();
    return read_more();
}

void Connection::refuse(int status, std::string reason) {
    passage_.reason = std::move(reason);
    passage_.verdict = Verdict::deny;
    server_.close();
    way_.reset();
    switch (speaks_) {
        case wire::ClientProtocol::socks: down_ += socks_refusal(status); break;
        case wire::ClientProtocol::its_own: down_ += refusal_for_port(status, passage_); break;
        case wire::ClientProtocol::nothing:
        case wire::ClientProtocol::connect:
        case wire::ClientProtocol::forward: down_ += http_refusal(status, passage_); break;
    }
    in_.clear();
    enter(State::closing, kToClose);
}

void Connection::give_up() {
    if (state_ == State::connecting) {
        way_->too_late();
        return;
    }
    if (hello_due_) {
        (void)cut_off("the TLS client does not say whom it wants");
        return;
    }
    passage_.reason = passage_.reason.empty() ? "the client did not say what it wants" : passage_.reason;
    client_.close();
}

ConnectionRecord Connection::passage() const {
    ConnectionRecord out = passage_;
    out.duration = std::chrono::duration_cast<milliseconds>(steady_clock::now() - begun_);
    return out;
}

}  // namespace postern::network
