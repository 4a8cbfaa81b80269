#include "app/remembered_hosts.h"

#include "base/process_stat.h"
#include "base/quote.h"
#include "state/document.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include <unistd.h>

namespace postern::app {
namespace {

using nlohmann::json;

constexpr std::size_t kMostSessions = 100;

using Hosts = std::vector<std::string>;
struct Book {
    Hosts always{};
    std::vector<std::pair<std::string, Hosts>> sessions{};  // the newest last
};

constexpr state::Kind kKind{.name = "list of hosts", .remedy = "remove it to be asked anew", .oldest = 0};

json encode(const Book& book) {
    json sessions = json::array();
    for (const auto& [name, hosts] : book.sessions) sessions.push_back({{"session", name}, {"hosts", hosts}});
    return {{"always", book.always}, {"sessions", std::move(sessions)}};
}

bool read_hosts(const json& from, Hosts& into) {
    if (!from.is_array()) return false;
    for (const json& entry : from) {
        if (!entry.is_string()) return false;
        into.push_back(entry.get<std::string>());
    }
    return true;
}

Result<Book> decode(const json& from, int) {
    Book out;
    if (!read_hosts(from.value("always", json{}), out.always)) return state::refuse(kKind, "/always");
    const json sessions = from.value("sessions", json{});
    if (!sessions.is_array()) return state::refuse(kKind, "/sessions");
    for (const json& entry : sessions) {
        const json name = entry.is_object() ? entry.value("session", json{}) : json{};
        auto& [session, hosts] = out.sessions.emplace_back();
        if (!name.is_string() || !read_hosts(entry.value("hosts", json{}), hosts)) {
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

Hosts& hosts_of(Book& book, const std::string& session) {
    const auto found = std::ranges::find(book.sessions, session, [](const auto& entry) { return entry.first; });
    if (found != book.sessions.end()) return found->second;
    if (book.sessions.size() >= kMostSessions) book.sessions.erase(book.sessions.begin());
    return book.sessions.emplace_back(session, Hosts{}).second;
}

}  // namespace

bool RememberedHosts::holds(const std::string& place) const {
    if (!known_) {
        known_.emplace();
        auto book = document_in(state_home_).read();
        if (!book) return false;
        known_->insert(book->always.begin(), book->always.end());
        if (const std::string session = session_(); !session.empty()) {
            const Hosts& hosts = hosts_of(*book, session);
            known_->insert(hosts.begin(), hosts.end());
        }
    }
    return known_->contains(place);
}

Status RememberedHosts::remember(const std::string& place, approval::Lasting lasting) {
    const bool always = lasting == approval::Lasting::always;
    if (lasting == approval::Lasting::once) return {};
    const std::string session = always ? "" : session_();
    if (!always && session.empty()) return {};
    known_.reset();
    return document_in(state_home_).update([&](Book& book) {
        Hosts& hosts = always ? book.always : hosts_of(book, session);
        if (std::ranges::find(hosts, place) != hosts.end()) return false;
        hosts.push_back(place);
        return true;
    });
}

std::string this_session() {
    if (const char* named = std::getenv("POSTERN_SESSION"); named != nullptr && *named != '\0') return printable(named);
    const pid_t leader = ::getsid(0);
    const auto stat = read_process_stat(leader);
    return stat ? std::to_string(leader) + '@' + std::to_string(stat->started) : "";
}

}  // namespace postern::app
