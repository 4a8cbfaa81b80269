#include "approval/denials.h"

#include "approval/memory.h"
#include "state/document.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace postern::approval {
namespace {

using nlohmann::json;

constexpr std::size_t kMostSessions = 100;

struct Entry {
    std::string session;
    Denials denials;
};
using Entries = std::vector<Entry>;  // the newest last

constexpr state::DocumentKind kKind{.name = "counts of refusals", .remedy = "remove it to count anew"};

json encode(const Entries& entries) {
    json sessions = json::array();
    for (const Entry& entry : entries) {
        sessions.push_back(
            {{"session", entry.session}, {"consecutive", entry.denials.consecutive}, {"total", entry.denials.total}});
    }
    return {{"sessions", std::move(sessions)}};
}

bool read_count(const json& entry, const char* name, std::int64_t& into) {
    const auto found = entry.find(name);
    if (found == entry.end() || !found->is_number_integer()) return false;
    into = found->get<std::int64_t>();
    return into >= 0;
}

Result<Entries> decode(const json& from, int) {
    const json sessions = from.value("sessions", json{});
    if (!sessions.is_array()) return state::refuse(kKind, "/sessions");
    Entries out;
    for (const json& entry : sessions) {
        const json name = entry.is_object() ? entry.value("session", json{}) : json{};
        Denials denials;
        if (!name.is_string() || !read_count(entry, "consecutive", denials.consecutive) ||
            !read_count(entry, "total", denials.total)) {
            return state::refuse(kKind, "/sessions");
        }
        out.push_back({name.get<std::string>(), denials});
    }
    return out;
}

constexpr state::Format<Entries> kFormat{.kind = kKind, .encode = encode, .decode = decode};

state::Document<Entries> document_in(const AbsPath& state_home) {
    return {AbsPath::resolve(state_home, "denials.json").value_or(state_home), kFormat};
}

// Moves the session to the end, where it is kept longest.
Denials& newest(Entries& entries, const std::string& session) {
    const auto found = std::ranges::find(entries, session, &Entry::session);
    Entry entry = found == entries.end() ? Entry{session, {}} : *found;
    if (found != entries.end()) entries.erase(found);
    if (entries.size() >= kMostSessions) entries.erase(entries.begin());
    return entries.emplace_back(std::move(entry)).denials;
}

}  // namespace

DenialLimit limit_reached(const Denials& denials, const DenialLimits& limits) noexcept {
    if (denials.total >= limits.total) return DenialLimit::in_total;
    if (denials.consecutive >= limits.consecutive) return DenialLimit::in_a_row;
    return DenialLimit::none;
}

std::string denial_text(const Denials& denials, const DenialLimits& limits, const std::string& session) {
    const std::string look =
        "; look at what it tries, and whether a rule should change: `postern audit log --session " + session + '`';
    switch (limit_reached(denials, limits)) {
        case DenialLimit::in_total:
            return std::to_string(denials.total) + " refusals in this session, of at most " +
                   std::to_string(limits.total) + look;
        case DenialLimit::in_a_row:
            return std::to_string(denials.consecutive) + " refusals in a row, of at most " +
                   std::to_string(limits.consecutive) + look;
        case DenialLimit::none: break;
    }
    return "refusal " + std::to_string(denials.consecutive) + " of " + std::to_string(limits.consecutive) + " in a row";
}

std::string counted_session(const std::string& session, Person person) {
    return person == Person::present || session != terminal_session() ? session : "";
}

Result<Denials> DenialCounts::read() const {
    if (session_.empty()) return Denials{};
    const auto entries = document_in(state_home_).read();
    if (!entries) return tl::unexpected<Error>(entries.error());
    const auto found = std::ranges::find(*entries, session_, &Entry::session);
    return found == entries->end() ? Denials{} : found->denials;
}

Result<Denials> DenialCounts::count_refusal() const {
    Denials out;
    if (session_.empty()) return out;
    const Status kept = document_in(state_home_).update([&](Entries& entries) {
        Denials& denials = newest(entries, session_);
        ++denials.consecutive;
        ++denials.total;
        out = denials;
        return true;
    });
    if (!kept) return tl::unexpected<Error>(kept.error());
    return out;
}

Status DenialCounts::count_success(const Denials& before) const {
    if (session_.empty() || before.consecutive == 0) return {};
    return document_in(state_home_).update([&](Entries& entries) {
        const auto found = std::ranges::find(entries, session_, &Entry::session);
        if (found == entries.end() || found->denials.consecutive == 0) return false;
        found->denials.consecutive = 0;
        return true;
    });
}

}  // namespace postern::approval
