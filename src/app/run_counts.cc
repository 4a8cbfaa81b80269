#include "app/run_counts.h"

#include "base/hash.h"
#include "base/json.h"
#include "state/document.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace postern::app {
namespace {

using nlohmann::json;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

struct Uses {
    std::int64_t per = 0;  // milliseconds
    std::vector<std::int64_t> at{};
};
using Book = std::map<std::string, Uses>;

std::int64_t in_milliseconds(RunCounts::Time time) {
    return duration_cast<milliseconds>(time.time_since_epoch()).count();
}

constexpr std::size_t kLongestKey = 200;

// Printable ASCII of a bounded length: JSON holds UTF-8 only, and the words of a command may be any number of any bytes.
std::string as_key(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c > ' ' && c < 0x7f && c != '%') {
            out += c;
        } else {
            out += '%' + hex({&c, 1});
        }
    }
    if (out.size() <= kLongestKey) return out;
    return out.substr(0, kLongestKey) + '#' + content_hash(out);
}

// Forgets uses that are too old to count. Those in the future still count, so that a clock set back frees nobody.
void forget_old(Uses& uses, std::int64_t now) {
    std::erase_if(uses.at, [&](std::int64_t at) { return at <= now - uses.per || at > now + uses.per; });
}

constexpr state::DocumentKind kKind{.name = "list of counts", .remedy = "remove it to count anew", .oldest = 0};

json encode(const Book& book) {
    json counters = json::object();
    for (const auto& [name, uses] : book) counters[name] = {{"per", uses.per}, {"at", uses.at}};
    return {{"counters", std::move(counters)}};
}

// Before version 1 the counters were all there was, and long names ended in another hash.
Result<Book> decode(const json& from, int version) {
    const json counters = version == 0 ? from : from.value("counters", json{});
    if (!counters.is_object()) return state::refuse(kKind, "/counters");
    Book book;
    for (const auto& [name, entry] : counters.items()) {
        const auto wrong = [&key = name] { return state::refuse(kKind, pointer_to("/counters", key)); };
        if (version == 0 && name.size() > kLongestKey) return wrong();
        if (!entry.is_object() || !entry.contains("per") || !entry.contains("at")) return wrong();
        const json &per = entry.at("per"), &at = entry.at("at");
        if (!per.is_number_integer() || !at.is_array()) return wrong();
        Uses& uses = book[name];
        uses.per = per.get<std::int64_t>();
        for (const json& stamp : at) {
            if (!stamp.is_number_integer()) return wrong();
            uses.at.push_back(stamp.get<std::int64_t>());
        }
    }
    return book;
}

constexpr state::Format<Book> kFormat{.kind = kKind, .encode = encode, .decode = decode};

state::Document<Book> document_in(const AbsPath& state_home) {
    return {AbsPath::resolve(state_home, "counts.json").value_or(state_home), kFormat};
}

Uses& uses_of(Book& book, const RunCounts::Counter& counter, std::int64_t now) {
    Uses& uses = book[as_key(counter.name)];
    uses.per = counter.per.count();
    forget_old(uses, now);
    return uses;
}

}  // namespace

Result<std::size_t> RunCounts::used(const Counter& counter, Time now) const {
    auto book = document_in(state_home_).read();
    if (!book) return tl::unexpected<Error>(std::move(book.error()));
    return uses_of(*book, counter, in_milliseconds(now)).at.size();
}

Result<bool> RunCounts::take(const Counter& counter, Time now) const {
    bool taken = false;
    const Status done = document_in(state_home_).update([&](Book& book) {
        const std::int64_t moment = in_milliseconds(now);
        for (auto& entry : book) forget_old(entry.second, moment);
        std::erase_if(book, [](const auto& entry) { return entry.second.at.empty(); });
        Uses& uses = uses_of(book, counter, moment);
        taken = uses.at.size() < counter.max;
        if (taken) uses.at.push_back(moment);
        return taken;
    });
    if (!done) return tl::unexpected<Error>(done.error());
    return taken;
}

std::optional<policy::Reason> count_once_more(const RunCounts& counts, const policy::LimitHit& hit) {
    const auto taken =
        counts.take({policy::counter_of(hit), hit.limit->max, hit.limit->per}, std::chrono::system_clock::now());
    if (taken && *taken) return std::nullopt;
    policy::Reason reason = policy::limit_reason(hit);
    if (!taken)
        reason.message = "it cannot be counted, so it is not run: " + taken.error().where + ": " + taken.error().what;
    return reason;
}

}  // namespace postern::app
