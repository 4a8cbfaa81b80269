#include "approval/memory.h"

#include "base/file.h"
#include "base/json.h"
#include "base/quote.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace postern::approval {
namespace {

using nlohmann::json;

constexpr std::size_t kMostSessions = 100;  // the oldest ended long ago

// {"always": [PLACE…], "sessions": [{"session": NAME, "hosts": [PLACE…]}…]}, the newest session last.
Result<AbsPath> book_in(const AbsPath& state_home) {
    return AbsPath::resolve(state_home, "hosts.json");
}

bool is_list_of_texts(const json& list) {
    return list.is_array() && std::ranges::all_of(list, [](const json& entry) { return entry.is_string(); });
}

bool is_session(const json& entry) {
    return entry.is_object() && entry.contains("session") && entry.at("session").is_string() &&
           entry.contains("hosts") && is_list_of_texts(entry.at("hosts"));
}

Result<json> read_book(const AbsPath& file) {
    const auto text = read_file_if_there(file);
    if (!text) return tl::unexpected<Error>(text.error());
    if (!*text) return json{{"always", json::array()}, {"sessions", json::array()}};
    auto document = parse_json(**text, file.text());
    if (!document) return tl::unexpected<Error>(document.error());
    const bool good = document->is_object() && document->contains("always") && document->contains("sessions") &&
                      is_list_of_texts(document->at("always")) && document->at("sessions").is_array() &&
                      std::ranges::all_of(document->at("sessions"), is_session);
    if (!good) return fail(Errc::parse, "not a list of answers; remove it to be asked anew", file.text());
    return *document;
}

json& session_in(json& book, const std::string& session) {
    json& sessions = book["sessions"];
    for (json& entry : sessions) {
        if (entry["session"] == session) return entry["hosts"];
    }
    if (sessions.size() >= kMostSessions) sessions.erase(sessions.begin());
    sessions.push_back({{"session", session}, {"hosts", json::array()}});
    return sessions.back()["hosts"];
}

void add(json& list, const std::string& entry) {
    if (std::ranges::find(list, json(entry)) == list.end()) list.push_back(entry);
}

// As it stands in the file: a host as "host:port".
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
    if (longest_for(question.about) == Lasting::once) return std::nullopt;
    if (!std::ranges::all_of(bindings, [this](const Binding& b) { return kept().contains(entry_of(b)); })) {
        return std::nullopt;
    }
    return Answer{.verdict = Answer::Verdict::allowed, .lasting = Lasting::session};
}

const std::set<std::string>& Memory::kept() const {
    if (kept_) return *kept_;
    kept_.emplace();
    const auto file = book_in(state_home_);
    auto book = file ? read_book(*file) : tl::unexpected<Error>(file.error());
    if (!book) return *kept_;
    for (const json& entry : (*book)["always"]) kept_->insert(entry.get<std::string>());
    if (const std::string session = session_(); !session.empty()) {
        for (const json& entry : session_in(*book, session)) kept_->insert(entry.get<std::string>());
    }
    return *kept_;
}

Status Memory::note(const Question& question, const Answer& answer) {
    const bool yes = answer.verdict == Answer::Verdict::allowed;
    for (const Binding& binding : question.bindings) {
        if (yes) {
            allowed_.insert(binding);
        } else {
            refused_.insert_or_assign(binding.what, answer);
        }
    }
    const Lasting lasting = std::min(answer.lasting, question.longest);
    return yes && lasting != Lasting::once ? keep(question, lasting) : Status();
}

Status Memory::keep(const Question& question, Lasting lasting) {
    const bool always = lasting == Lasting::always;
    const std::string session = always ? "" : session_();
    if (!always && session.empty()) return {};
    const auto file = book_in(state_home_);
    if (!file) return tl::unexpected<Error>(file.error());
    const auto lock = lock_beside(*file);
    if (!lock) return tl::unexpected<Error>(lock.error());
    auto book = read_book(*file);
    if (!book) return tl::unexpected<Error>(std::move(book.error()));
    json& list = always ? (*book)["always"] : session_in(*book, session);
    for (const Binding& binding : question.bindings) add(list, entry_of(binding));
    kept_.reset();
    return write_file_atomically(*file, book->dump(2) + '\n', 0600);
}

std::string this_session() {
    if (const char* named = std::getenv("POSTERN_SESSION"); named != nullptr && *named != '\0') return printable(named);
    const pid_t leader = ::getsid(0);
    const auto path = AbsPath::parse("/proc/" + std::to_string(leader) + "/stat");
    const auto stat = path ? read_file_if_there(*path) : Result<std::optional<std::string>>(std::nullopt);
    if (!stat || !*stat) return {};
    return session_of(leader, **stat);
}

std::string session_of(pid_t leader, std::string_view stat) {
    constexpr int kState = 3, kStarted = 22;  // counted from 1, as the kernel's documentation does
    std::size_t at = stat.rfind(')');         // the name before it may have anything in it
    for (int field = kState; field <= kStarted && at != std::string_view::npos; ++field) at = stat.find(' ', at + 1);
    if (at == std::string_view::npos) return {};
    stat.remove_prefix(at + 1);
    return std::to_string(leader) + '@' + std::string(stat.substr(0, stat.find(' ')));
}

}  // namespace postern::approval
