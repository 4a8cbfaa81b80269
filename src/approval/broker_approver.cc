#include "approval/broker_approver.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <sys/socket.h>
#include <unistd.h>

namespace postern::approval {

bool BrokerApprover::available() const {
    const auto access = read_access(state_home_);
    return access && !access->socket.empty() && connect_to(access->socket).has_value();
}

void BrokerApprover::ask(Loop& loop, Ticket ticket, const Question& question, Answered answered) {
    Open& open = open_.emplace_back(Open{.ticket = ticket,
                                         .loop = loop,
                                         .question = shown_to_others(question),
                                         .answered = std::move(answered),
                                         .asked = std::chrono::steady_clock::now()});
    open.question.session = asking_.session;
    open.question.actor = asking_.actor;
    open.limit = std::make_unique<Timer>(loop, patience_.answer, [this, ticket] {
        if (Open* late = find(ticket)) {
            finish(*late, {.verdict = Answer::Verdict::nobody, .message = "nobody answered in time"});
        }
    });
    connect(open);
}

BrokerApprover::Open* BrokerApprover::find(Ticket ticket) {
    const auto at = std::ranges::find(open_, ticket, &Open::ticket);
    return at == open_.end() ? nullptr : &*at;
}

// The approvals file is read each time: a new broker has a new token.
void BrokerApprover::connect(Open& open) {
    disconnect(open);
    const auto access = read_access(state_home_);
    if (!access) return finish(open, {.verdict = Answer::Verdict::nobody, .message = text_of(access.error())});
    if (access->socket.empty()) return finish(open, {.verdict = Answer::Verdict::nobody});
    // A broker that ends takes its socket away. One that was killed leaves it, and is soon started again.
    if (::access(access->socket.c_str(), F_OK) != 0) return finish(open, {.verdict = Answer::Verdict::nobody});
    auto socket = connect_to(access->socket);
    if (!socket) return lose(open);
    open.socket = std::move(*socket);
    open.token = access->token;
    open.stage = Stage::greeting;
    open.challenge = {};
    open.loop.serve({.fd = open.socket.get(), .ready = [this, ticket = open.ticket] { return on_readable(ticket); }});
}

// Tries again soon, and for a while.
void BrokerApprover::lose(Open& open) {
    const auto now = std::chrono::steady_clock::now();
    disconnect(open);
    if (open.lost == Moment{}) open.lost = now;
    if (now - open.lost >= patience_.back) {
        return finish(open, {.verdict = Answer::Verdict::nobody, .message = "the broker is gone"});
    }
    open.retry = std::make_unique<Timer>(open.loop, patience_.retry, [this, ticket = open.ticket] {
        if (Open* lost = find(ticket)) connect(*lost);
    });
}

void BrokerApprover::disconnect(Open& open) {
    if (open.socket) open.loop.leave(open.socket.get());
    open.socket.reset();
    open.received.clear();
    open.retry.reset();
}

bool BrokerApprover::on_readable(Ticket ticket) {
    Open* open = find(ticket);
    if (open == nullptr) return false;
    std::array<char, 4096> block;  // filled by read
    const ssize_t got = ::read(open->socket.get(), block.data(), block.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    if (got <= 0) return lose(*open), false;
    open->received.append(block.data(), static_cast<std::size_t>(got));
    for (std::size_t end = 0; (end = open->received.find('\n')) != std::string::npos;) {
        const std::string line = open->received.substr(0, end);
        open->received.erase(0, end + 1);
        if (!on_line(*open, line)) return false;
    }
    if (open->received.size() > kLongestRequest) return lose(*open), false;
    return true;
}

// Returns false if the connection is over; the question may be, too.
bool BrokerApprover::on_line(Open& open, const std::string& line) {
    if (open.stage == Stage::greeting) return on_hello(open, line);
    const auto said = parse_signed(line);
    const auto reply = said && is_genuine(open.token, Speaker::broker, open.challenge, *said)
                           ? parse_reply(said->body)
                           : fail(Errc::invalid, "not signed by the broker");
    if (reply && reply->answer) {
        finish(open, *reply->answer);
    } else {
        const std::string why = reply ? "the broker refuses: " + reply->error : reply.error().what;
        finish(open, {.verdict = Answer::Verdict::nobody, .message = why});
    }
    return false;
}

bool BrokerApprover::on_hello(Open& open, const std::string& line) {
    auto nonce = parse_hello(line);
    if (!nonce) {
        finish(open, {.verdict = Answer::Verdict::nobody, .message = "the broker speaks another language"});
        return false;
    }
    open.challenge = {.nonce = std::move(*nonce)};
    const std::string counter = random_hex(kTokenBytes);
    const BrokerRequest request{.act = BrokerAct::ask, .challenge = counter, .question = open.question};
    std::string text = signed_line(open.token, Speaker::client, open.challenge, request_body(request));
    open.challenge.counter = counter;
    // A line fits into the socket's buffer, or something is wrong.
    const ssize_t sent = ::send(open.socket.get(), text.data(), text.size(), MSG_NOSIGNAL);
    if (sent != static_cast<ssize_t>(text.size())) return lose(open), false;
    open.stage = Stage::waiting;
    open.lost = {};
    return true;
}

void BrokerApprover::finish(Open& open, const Answer& answer) {
    disconnect(open);
    const auto at = std::ranges::find(open_, open.ticket, &Open::ticket);
    std::list<Open> over;
    over.splice(over.begin(), open_, at);
    const Answered answered = std::move(over.front().answered);
    over.clear();
    answered(answer);
}

void BrokerApprover::withdraw(Ticket ticket) {
    Open* open = find(ticket);
    if (open == nullptr) return;
    disconnect(*open);
    std::erase_if(open_, [ticket](const Open& one) { return one.ticket == ticket; });
}

}  // namespace postern::approval
