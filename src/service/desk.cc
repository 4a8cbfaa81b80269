#include "service/desk.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace postern::service {

// The agent is what started `postern run`: the processes above it, up to the leader of a session. A person who answers
// does so from another session, such as another terminal.
bool is_below_asker(const Peer& peer, const Peer& asker) {
    std::vector<ProcessMark> agent{asker.process};
    for (std::size_t i = 0; i < asker.ancestors.size(); ++i) {
        const ProcessMark& above = asker.ancestors[i];
        if (above.pid == 1) break;
        agent.push_back(above);
        if (i < asker.ancestor_sessions.size() && asker.ancestor_sessions[i] == above.pid) break;
    }
    const auto is_agent = [&](const ProcessMark& one) { return std::ranges::find(agent, one) != agent.end(); };
    return peer.session == asker.session || is_agent(peer.process) || std::ranges::any_of(peer.ancestors, is_agent);
}

std::optional<std::string> Desk::add(approval::BrokerQuestion question, const Peer& asker, ConnectionId connection) {
    if (standing_.size() >= kMostQuestions) return std::nullopt;
    using namespace std::chrono;
    question.id = approval::random_hex(4);
    question.pid = asker.process.pid;
    question.asked_ms = duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
    standing_.push_back({std::move(question), asker, connection});
    return standing_.back().question.id;
}

bool Desk::remove(ConnectionId connection) {
    return std::erase_if(standing_, [&](const Standing& one) { return one.connection == connection; }) > 0;
}

Desk::Answered Desk::answer(const std::string& id, const Peer& who) {
    const auto at = std::ranges::find_if(standing_, [&](const Standing& one) { return one.question.id == id; });
    if (at == standing_.end()) return {.error = "no question " + id + " stands (any more)"};
    if (is_below_asker(who, at->asker)) {
        return {.error =
                    "this terminal is the one that asks: an agent must not answer its own questions; answer from "
                    "another terminal"};
    }
    const ConnectionId connection = at->connection;
    standing_.erase(at);
    return {.connection = connection};
}

std::vector<approval::BrokerQuestion> Desk::unnoticed_since(std::int64_t asked_ms) {
    std::vector<approval::BrokerQuestion> out;
    for (Standing& one : standing_) {
        if (one.question.asked_ms > asked_ms || std::exchange(one.noticed, true)) continue;
        out.push_back(one.question);
    }
    return out;
}

bool Desk::has_unnoticed() const {
    return std::ranges::any_of(standing_, [](const Standing& one) { return !one.noticed; });
}

std::vector<approval::BrokerQuestion> Desk::list() const {
    std::vector<approval::BrokerQuestion> out;
    for (const Standing& one : standing_) out.push_back(one.question);
    return out;
}

}  // namespace postern::service
