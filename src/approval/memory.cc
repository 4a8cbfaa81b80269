#include "approval/memory.h"

#include "base/process_stat.h"
#include "base/quote.h"
#include "state/document.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include <unistd.h>

namespace postern::approval {
namespace {

using nlohmann::json;

constexpr std::size_t kMostSessions = 100;  // the oldest ended long ago

using Entries = std::vector<std::string>;  // as `entry_of` writes them
struct Book {
    Entries always{};
    std::vector<std::pair<std::string, Entries>> sessions{};  // the newest last
};

constexpr state::DocumentKind kKind{.name = "list of answers", .remedy = "remove it to be asked anew", .oldest = 0};

json encode(const Book& book) {
    json sessions = json::array();
    for (const auto& [name, hosts] : book.sessions) sessions.push_back({{"session", name}, {"hosts", hosts}});
    return {{"always", book.always}, {"sessions", std::move(sessions)}};
}

bool read_entries(const json& from, Entries& into) {
    if (!from.is_array()) return false;
    for (const json& entry : from) {
        if (!entry.is_string()) return false;
        into.push_back(entry.get<std::string>());
    }
    return true;
}

Result<Book> decode(const json& from, int) {
    Book out;
    if (!read_entries(from.value("always", json{}), out.always)) return state::refuse(kKind, "/always");
    const json sessions = from.value("sessions", json{});
    if (!sessions.is_array()) return state::refuse(kKind, "/sessions");
    for (const json& entry : sessions) {
        const json name = entry.is_object() ? entry.value("session", json{}) : json{};
        auto& [session, hosts] = out.sessions.emplace_back();
        if (!name.is_string() || !read_entries(entry.value("hosts", json{}), hosts)) {
            return state::refuse(kKind, "/sessions");
        }
        session = name.get<std::string>();
    }
    return out;
}

constexpr state::Format<Book> kFormat{.kind = kKind, .encode = encode, .decode = decode};

state::Document<Book> document_in(const AbsPath& state_home) {
    return {AbsPath::resolve(state_home, "hosts.json").value_or(state_home), kFormat};
}

Entries& entries_of(Book& book, const std::string& session) {
    const auto found = std::ranges::find(book.sessions, session, [](const auto& entry) { return entry.first; });
    if (found != book.sessions.end()) return found->second;
    if (book.sessions.size() >= kMostSessions) book.sessions.erase(book.sessions.begin());
    return book.sessions.emplace_back(session, Entries{}).second;
}

// A binding as it stands in the file: a host as "host:port".
std::string entry_of(const Binding& binding) {
    return binding.files.empty() ? binding.what : binding.what + ' ' + binding.files;
}

}  // namespace

std::optional<Answer> Memory::recall(const Question& question) const {
    const auto& bindings = question.bindings;
    if (bindings.empty()) return std::nullopt;
    for (const Binding& binding : bindings) {
        if (const auto no = refused_.find(binding.what); no != refused_.end()) return no->second;
    }
    if (std::ranges::all_of(bindings, [this](const Binding& b) { return allowed_.contains(b); })) {
        return Answer{.verdict = Answer::Verdict::allowed};
    }
    // Nothing of this kind is ever kept, so the file need not be read.
    if (std::min(question.longest, longest_for(question.about)) == Lasting::once) return std::nullopt;
    if (!std::ranges::all_of(bindings, [this](const Binding& b) { return stored().contains(entry_of(b)); })) {
        return std::nullopt;
    }
    return Answer{.verdict = Answer::Verdict::allowed, .lasting = Lasting::session};
}

const std::set<std::string>& Memory::stored() const {
    if (stored_) return *stored_;
    stored_.emplace();
    auto book = document_in(state_home_).read();
    if (!book) return *stored_;
    stored_->insert(book->always.begin(), book->always.end());
    if (const std::string session = session_(); !session.empty()) {
        const Entries& entries = entries_of(*book, session);
        stored_->insert(entries.begin(), entries.end());
    }
    return *stored_;
}

Status Memory::remember(const Question& question, const Answer& answer) {
    const bool yes = answer.verdict == Answer::Verdict::allowed;
    for (const Binding& binding : question.bindings) {
        if (yes) {
            allowed_.insert(binding);
        } else {
            refused_.insert_or_assign(binding.what, answer);
        }
    }
    const Lasting lasting = std::min(answer.lasting, question.longest);
    return yes && lasting != Lasting::once ? store(question, lasting) : Status();
}

Status Memory::store(const Question& question, Lasting lasting) {
    const bool always = lasting == Lasting::always;
    const std::string session = always ? "" : session_();
    if (!always && session.empty()) return {};
    stored_.reset();
    return document_in(state_home_).update([&](Book& book) {
        Entries& list = always ? book.always : entries_of(book, session);
        bool changed = false;
        for (const Binding& binding : question.bindings) {
            const std::string entry = entry_of(binding);
            if (std::ranges::find(list, entry) != list.end()) continue;
            list.push_back(entry);
            changed = true;
        }
        return changed;
    });
}

Result<std::vector<KeptGrant>> kept_grants(const AbsPath& state_home) {
    const auto book = document_in(state_home).read();
    if (!book) return tl::unexpected<Error>(book.error());
    std::vector<KeptGrant> out;
    for (const std::string& entry : book->always) out.push_back({.what = entry});
    for (const auto& [session, entries] : book->sessions) {
        for (const std::string& entry : entries) out.push_back({.what = entry, .session = session});
    }
    return out;
}

Result<std::size_t> revoke_grants(const AbsPath& state_home, std::string_view what) {
    std::size_t count = 0;
    const auto take_from = [&](Entries& entries) { count += std::erase(entries, std::string(what)); };
    const Status kept = document_in(state_home).update([&](Book& book) {
        take_from(book.always);
        for (auto& [session, entries] : book.sessions) {
            if (session == what) count += std::exchange(entries, {}).size();
            take_from(entries);
        }
        std::erase_if(book.sessions, [](const auto& one) { return one.second.empty(); });
        return count > 0;
    });
    if (!kept) return tl::unexpected<Error>(kept.error());
    return count;
}

std::string this_session() {
    const char* named = std::getenv("POSTERN_SESSION");
    return named != nullptr && *named != '\0' ? printable(named) : terminal_session();
}

std::string terminal_session() {
    const pid_t leader = ::getsid(0);
    const auto stat = read_process_stat(leader);
    return stat ? std::to_string(leader) + '@' + std::to_string(stat->started) : "";
}

}  // namespace postern::approval
