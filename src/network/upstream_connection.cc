#include "network/upstream_connection.h"

#include "wire/authority.h"
#include "wire/proxy_answer.h"

#include <utility>

namespace postern::network {
namespace {

using policy::Address;
using policy::Family;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kToResolve{20'000};
constexpr milliseconds kToDial{30'000};   // for each address
constexpr milliseconds kToAgree{30'000};  // for a proxy to dial and answer

}  // namespace

UpstreamConnection::UpstreamConnection(policy::HostName host, std::uint16_t port, Purpose purpose, GateShared& gate,
                                       std::function<void(int)> watch)
    : host_(std::move(host)), port_(port), purpose_(purpose), gate_(gate), watch_(std::move(watch)) {
    begin();
}

UpstreamConnection::UpstreamConnection(std::uint16_t port, SocketSource* inside, GateShared& gate,
                                       std::function<void(int)> watch)
    : port_(port), purpose_(Purpose::tunnel), gate_(gate), watch_(std::move(watch)) {
    dialler_.emplace(std::vector{Address::loopback(Family::v4), Address::loopback(Family::v6)}, port_, watch_, inside);
    dial_next();
}

void UpstreamConnection::begin() {
    const wire::Proxy* const proxy = upstream_for(gate_.rules.upstreams, host_, port_, purpose_);
    if (const auto address = Address::parse(host_.text)) check(*address);
    if (proxy && policy::is_localhost(host_)) check(Address::loopback(Family::v4));
    if (closed_) return;
    proxy_ = proxy;
    const std::string& next = dialled_name();
    if (const auto address = Address::parse(next)) return dial({*address});
    if (auto known = gate_.names.find(next, steady_clock::now())) return check_and_dial(std::move(*known));
    std::string why;
    auto lookup = gate_.lookups.start(next, why);
    if (!lookup) return unreachable(502, why);
    lookup_.emplace(std::move(*lookup));
    watch_(lookup_->fd());
    set_deadline(kToResolve);
}

UpstreamConnection::Progress UpstreamConnection::step() {
    bool moved = false;
    if (!closed_ && !open_) {
        if (lookup_) {
            moved = resolve();
        } else if (!server_) {
            moved = finish_dialling();
        } else {
            moved = continue_handshake();
        }
    }
    if (closed_) return Progress::closed;
    if (open_) return Progress::open;
    return moved ? Progress::moved : Progress::waits;
}

bool UpstreamConnection::resolve() {
    auto found = lookup_->read();
    if (!found) return false;
    lookup_.reset();
    if (found->empty()) {
        unreachable(502, "there is no host of this name");
    } else {
        gate_.names.remember(dialled_name(), *found, steady_clock::now());
        check_and_dial(std::move(*found));
    }
    return true;
}

// Refuses the name if any of its addresses is forbidden. Addresses of configured proxies are not checked: the user
// chose them.
void UpstreamConnection::check_and_dial(std::vector<Address> addresses) {
    for (const Address& address : addresses) {
        if (!proxy_ && !closed_) check(address);
    }
    if (!closed_) dial(std::move(addresses));
}

void UpstreamConnection::check(const Address& address) {
    if (const auto why = gate_.rules.objection(host_, address, port_)) close(403, *why);
}

void UpstreamConnection::dial(std::vector<Address> addresses) {
    dialler_.emplace(std::move(addresses), proxy_ ? proxy_->port : port_, watch_);
    dial_next();
}

void UpstreamConnection::dial_next() {
    if (dialler_->next()) return set_deadline(kToDial);
    gate_.names.forget(dialled_name());
    unreachable(502, dialler_->error());
}

bool UpstreamConnection::finish_dialling() {
    switch (dialler_->check()) {
        case Dialler::State::waits: return false;
        case Dialler::State::failed: dial_next(); return true;
        case Dialler::State::connected: break;
    }
    server_ = Stream(dialler_->take());
    open_ = !proxy_ || forwards();
    if (!open_) handshake_.emplace(*proxy_, host_, port_);
    set_deadline(kToAgree);
    return true;
}

bool UpstreamConnection::continue_handshake() {
    std::uint64_t ignored = 0;
    server_.allow_reading();
    const bool sent = server_.send(handshake_->to_send(), ignored);
    const bool came = server_.receive(in_, wire::kAnswerLimit);
    switch (handshake_->read(in_)) {
        case wire::Handshake::Progress::open: open_ = true; return true;
        case wire::Handshake::Progress::refused: closed_ = handshake_->closed(); return true;
        case wire::Handshake::Progress::waits: break;
    }
    if (server_.ended() || server_.cannot_send()) {
        close(502, "the proxy " + proxy_->place() + " closed the connection without an answer");
    }
    return sent || came;
}

void UpstreamConnection::on_timeout() {
    if (lookup_) return unreachable(504, "the name could not be looked up in time");
    if (server_) return close(504, "the proxy " + proxy_->place() + " does not answer");
    dialler_->on_timeout();
    dial_next();
}

std::optional<wire::ProxyAdditions> UpstreamConnection::proxy_additions() const {
    if (!forwards()) return std::nullopt;
    return wire::ProxyAdditions{.host = wire::bracketed(host_.text), .authorization = proxy_->authorization()};
}

void UpstreamConnection::close(int status, std::string reason) {
    closed_ = wire::Closed{.status = status, .reason = std::move(reason)};
}

void UpstreamConnection::unreachable(int status, const std::string& why) {
    close(status, proxy_ ? "the proxy " + proxy_->place() + " cannot be reached: " + why : why);
}

void UpstreamConnection::set_deadline(milliseconds how_long) {
    deadline_ = steady_clock::now() + how_long;
}

}  // namespace postern::network
