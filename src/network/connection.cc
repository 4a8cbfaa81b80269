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

constexpr std::size_t kHeadRoom = 128U << 10U;  // larger than any head, greeting or hello may be
constexpr std::size_t kBodyRoom = 64U << 10U;
constexpr milliseconds kToAsk{20'000};  // time for a client to send its whole request
constexpr milliseconds kToClose{5'000};
constexpr milliseconds kForEver{std::chrono::hours(24 * 365)};
constexpr std::uint16_t kTlsPort = 443;
constexpr int kHelloPieces = 100;            // reads of one hello; each read parses it anew
constexpr int kSteps = 64;                   // steps of one turn; then other connections are served
constexpr std::uint64_t kBytes = 1U << 20U;  // bytes of one turn

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
      started_(steady_clock::now()) {
    watch_(client_.fd());
    enter(State::asking, kToAsk);
}

void Connection::enter(State state, milliseconds time_limit) {
    state_ = state;
    deadline_ = steady_clock::now() + time_limit;
}

Connection::Progress Connection::step() {
    client_.allow_reading();
    server_.allow_reading();
    const auto passed = [this] { return record_.bytes_up + record_.bytes_down; };
    const std::uint64_t enough = passed() + kBytes;
    for (int i = 0; i < kSteps && passed() < enough; ++i) {
        if (!client_) return Progress::over;
        const bool moved = advance();
        enforce_budget();
        if (!moved) return client_ ? Progress::waits : Progress::over;
    }
    return Progress::has_more;
}

void Connection::enforce_budget() {
    const std::uint64_t now = record_.bytes_up + record_.bytes_down;
    gate_.rules.budget.spend(now - std::exchange(spent_, now));
    if (state_ != State::relaying || !client_) return;
    auto why = gate_.rules.budget.exhausted();
    if (!why) return;
    record_.reason = std::move(*why);
    client_.close();
}

// Returns false after refusing the client because the budget is used up.
bool Connection::is_admitted() {
    const auto why = gate_.rules.budget.admit();
    if (why) refuse(403, *why);
    return !why;
}

bool Connection::advance() {
    const State before = state_;
    bool moved = false;
    switch (state_) {
        case State::asking: moved = target_ ? begin(*target_) : read_request(); break;
        case State::deciding: withdraw_if_client_left(); break;
        case State::connecting: moved = connect(); break;
        case State::relaying: moved = relay(); break;
        case State::closing: moved = close_gently(); break;
    }
    return moved || state_ != before;
}

bool Connection::begin(const Target& target) {
    protocol_ = wire::ClientProtocol::its_own;
    if (target.opened_by.empty()) {
        decide(target.host, target.port);
        return true;
    }
    record_.host = target.host;
    record_.port = target.port;
    record_.verdict = Verdict::allow;
    record_.rule = target.opened_by;
    if (!is_admitted()) return true;
    upstream_.emplace(target.port, target.in_sandbox ? gate_.rules.sandbox_sockets : nullptr, gate_, watch_);
    state_ = State::connecting;
    return true;
}

bool Connection::read_request() {
    auto answer = request_reader_.read(from_client_, for_client_);
    protocol_ = request_reader_.protocol();
    if (std::holds_alternative<wire::Incomplete>(answer)) {
        const bool sent = flush_answer();
        return client_ && (read_more() || sent);
    }
    if (const auto* bad = std::get_if<wire::BadRequest>(&answer)) {
        refuse(bad->status, bad->reason);
    } else if (auto* ended = std::get_if<wire::ClientRequest::Ended>(&answer)) {
        record_.reason = std::move(ended->reason);
        enter(State::closing, kToClose);
    } else {
        const auto& wanted = std::get<wire::ClientRequest::Wanted>(answer);
        decide(wanted.host, wanted.port);
    }
    return true;
}

// Closes the connection without an answer if the client ended before its request was complete.
bool Connection::read_more() {
    if (client_.ended()) client_.close();
    return client_ && client_.receive(from_client_, kHeadRoom);
}

// Sends the answers that the gate writes itself. Their bytes are not counted as passed on.
bool Connection::flush_answer() {
    std::uint64_t ignored = 0;
    const bool sent = client_.send(for_client_, ignored);
    if (client_.cannot_send()) client_.close();
    return sent && client_;
}

void Connection::decide(const std::string& host, std::uint16_t port) {
    record_.port = port;
    auto canonical = policy::canonical_host(host);
    if (!canonical) {
        record_.host = printable(host);
        return refuse(400, canonical.error().what);
    }
    host_ = std::move(*canonical);
    record_.host = host_.text;
    record_.reason = "the command ended before it was decided";
    enter(State::deciding, kForEver);
    // The answer may come after this connection is destroyed, hence `alive`. It may also come before `decide` returns;
    // then this step goes on with it and no wake-up is needed.
    deciding_now_ = true;
    withdraw_ =
        gate_.rules.decide(record_.host, port, [this, alive = std::weak_ptr<bool>(alive_)](HostVerdict verdict) {
            if (alive.expired()) return;
            on_decided(std::move(verdict));
            if (!deciding_now_) wake_();
        });
    deciding_now_ = false;
}

// Withdraws the question if the client has closed, so that no person is asked in vain.
void Connection::withdraw_if_client_left() {
    if (!client_.hung_up()) return;
    if (withdraw_) withdraw_();
    record_.reason = "the client did not wait until it was decided";
    client_.close();
}

void Connection::on_decided(HostVerdict verdict) {
    record_.allowed_if_listed = verdict.allowed_if_listed;
    record_.verdict = verdict.verdict;
    record_.reason = std::move(verdict.reason);
    record_.rule = std::move(verdict.rule);
    if (record_.verdict != Verdict::allow) return refuse(403, record_.reason);
    if (!is_admitted()) return;
    const Purpose tunnel = protocol_ == wire::ClientProtocol::socks ? Purpose::socks : Purpose::tunnel;
    upstream_.emplace(host_, record_.port, protocol_ == wire::ClientProtocol::forward ? Purpose::request : tunnel,
                      gate_, watch_);
    if (upstream_->proxy()) record_.via = upstream_->proxy()->place();
    state_ = State::connecting;
}

bool Connection::connect() {
    const UpstreamConnection::Progress progress = upstream_->step();
    deadline_ = upstream_->deadline();
    record_.address = upstream_->address();
    switch (progress) {
        case UpstreamConnection::Progress::waits: return false;
        case UpstreamConnection::Progress::moved: return true;
        case UpstreamConnection::Progress::closed:
            if (upstream_->closed().status == 403) record_.rule.clear();  // another check refused it, not that rule
            refuse(upstream_->closed().status, upstream_->closed().reason);
            return true;
        case UpstreamConnection::Progress::open: break;
    }
    server_ = upstream_->take();
    server_.allow_reading();
    on_connected();
    for_client_ += upstream_->take_early();
    return true;
}

void Connection::on_connected() {
    switch (protocol_) {
        case wire::ClientProtocol::connect: for_client_ += "HTTP/1.1 200 Connection established\r\n\r\n"; break;
        case wire::ClientProtocol::socks: for_client_ += wire::socks_reply(wire::SocksReply::succeeded); break;
        case wire::ClientProtocol::forward:
            proxy_may_refuse_ = upstream_->forwards();
            for_server_ +=
                wire::forwarded_head(request_reader_.head(), request_reader_.route(), upstream_->proxy_additions());
            body_.emplace(request_reader_.head());
            break;
        case wire::ClientProtocol::its_own:
        case wire::ClientProtocol::nothing: break;
    }
    hello_unchecked_ = protocol_ != wire::ClientProtocol::forward && (!target_ || target_->opened_by.empty());
    enter(State::relaying, hello_unchecked_ && record_.port == kTlsPort ? kToAsk : kForEver);
}

// Keeps all bytes back from the server until the TLS hello names the allowed host. On port 443 everything must be TLS.
// On other ports a client may speak another protocol, or wait for the server to speak first.
bool Connection::check_hello() {
    const HelloAnswer hello = wire::read_client_hello(from_client_);
    const bool incomplete = std::holds_alternative<wire::Incomplete>(hello);
    const bool tls_port = record_.port == kTlsPort;
    if (incomplete && !client_.ended() && hello_pieces_ < kHelloPieces) {
        const bool came = client_.receive(from_client_, kHeadRoom);
        if (came && hello_pieces_++ == 0) deadline_ = steady_clock::now() + kToAsk;
        return came;
    }
    const bool sent_nothing = from_client_.empty() && client_.ended();
    const bool needs_no_check = !tls_port && (sent_nothing || std::holds_alternative<wire::NotTls>(hello));
    std::optional<std::string> why;
    if (incomplete && !needs_no_check) {
        why = "the TLS client does not say whom it wants";
    } else if (!needs_no_check) {
        const bool may_hide = gate_.rules.hidden_server_names;
        why = server_name_objection(hello, host_, {.missing = may_hide || !tls_port, .encrypted = may_hide});
    }
    if (why) return cut_off(std::move(*why));
    hello_unchecked_ = false;
    enter(State::relaying, kForEver);
    return true;
}

// Closes without an answer: the client has been told that it is connected, so no protocol message can refuse it now.
bool Connection::cut_off(std::string reason) {
    record_.verdict = Verdict::deny;
    record_.reason = std::move(reason);
    client_.close();
    return false;
}

// Forwards only the body that belongs to the request's head. Bytes behind it could be a second request that was not
// judged.
void Connection::queue_body() {
    if (!body_) {
        for_server_ += from_client_;
        from_client_.clear();
        return;
    }
    const auto taken = body_->take(from_client_);
    if (const auto* bytes = std::get_if<std::size_t>(&taken)) {
        for_server_.append(from_client_, 0, *bytes);
    } else {
        client_.ignore_input();  // the server sees an incomplete body
    }
    from_client_.clear();
}

// Sends the bytes that were read before the tunnel was open, then moves the rest directly.
bool Connection::relay_up() {
    if (hello_unchecked_) return check_hello();
    bool moved = false;
    if (for_server_.size() < kBodyRoom) {
        if (from_client_.empty() && body_) moved = client_.receive(from_client_, kBodyRoom);
        if (!from_client_.empty()) queue_body();
    }
    moved = server_.send(for_server_, record_.bytes_up) || moved;
    if (body_ || !from_client_.empty() || !for_server_.empty()) return moved;
    return to_server_.move(client_, server_, record_.bytes_up) || moved;
}

bool Connection::relay() {
    bool moved = relay_up();
    if (!client_) return false;
    if (client_.ended() && from_client_.empty() && for_server_.empty() && to_server_.empty()) server_.end_sending();
    if (proxy_may_refuse_) {
        moved = server_.receive(for_client_, kBodyRoom) || moved;
        if (refused_by_proxy()) return true;
        if (proxy_may_refuse_) return moved;
    }
    moved = client_.send(for_client_, record_.bytes_down) || moved;
    if (for_client_.empty()) moved = to_client_.move(server_, client_, record_.bytes_down) || moved;
    if (client_.cannot_send()) {
        client_.close();
        return false;
    }
    if (!server_.ended() || !for_client_.empty() || !to_client_.empty()) return moved;
    client_.end_sending();
    if (client_.ended() || server_.cannot_send()) {
        client_.close();
    } else if (protocol_ == wire::ClientProtocol::forward) {
        // The client may still be sending a body that the server no longer reads.
        server_.close();
        enter(State::closing, kToClose);
    }
    return moved;
}

// Replaces the proxy's demand for a password (407) by our own refusal: passed on, it would look like the gate's demand,
// and a client might send a password. Interim responses (100, 103) are dropped, which HTTP permits.
bool Connection::refused_by_proxy() {
    constexpr int kWantsLogin = 407;
    constexpr std::string_view kEnd = "\r\n\r\n";
    auto status = wire::status_in(for_client_);
    for (; status && *status / 100 == 1; status = wire::status_in(for_client_)) {
        const std::size_t end = for_client_.find(kEnd);
        if (end == std::string::npos && for_client_.size() < kBodyRoom && !server_.ended()) return false;
        for_client_.erase(0, end == std::string::npos ? end : end + kEnd.size());
    }
    proxy_may_refuse_ = !status && !server_.ended();
    if (status != kWantsLogin) return false;
    for_client_.clear();
    refuse(502, wire::refusal_of(*upstream_->proxy(), kWantsLogin, "Proxy Authentication Required").reason);
    return true;
}

bool Connection::close_gently() {
    if (flush_answer()) return true;
    if (!client_ || !for_client_.empty()) return false;
    client_.end_sending();
    // Read and drop what still arrives: closing with unread bytes would reset the connection, and the client would lose
    // the answer.
    from_client_.clear();
    return read_more();
}

void Connection::refuse(int status, std::string reason) {
    record_.reason = std::move(reason);
    record_.verdict = Verdict::deny;
    server_.close();
    upstream_.reset();
    switch (protocol_) {
        case wire::ClientProtocol::socks: for_client_ += socks_refusal(status); break;
        case wire::ClientProtocol::its_own: for_client_ += refusal_for_port(status, record_); break;
        case wire::ClientProtocol::nothing:
        case wire::ClientProtocol::connect:
        case wire::ClientProtocol::forward: for_client_ += http_refusal(status, record_); break;
    }
    from_client_.clear();
    enter(State::closing, kToClose);
}

void Connection::give_up() {
    if (state_ == State::connecting) {
        upstream_->on_timeout();
        return;
    }
    if (hello_unchecked_) {
        (void)cut_off("the TLS client does not say whom it wants");
        return;
    }
    record_.reason = record_.reason.empty() ? "the client did not say what it wants" : record_.reason;
    client_.close();
}

ConnectionRecord Connection::record() const {
    ConnectionRecord out = record_;
    out.duration = std::chrono::duration_cast<milliseconds>(steady_clock::now() - started_);
    return out;
}

}  // namespace postern::network
