#include "app/run_counts.h"

#include "base/file.h"
#include "base/json.h"

#include <nlohmann/json.hpp>

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

// JSON holds UTF-8 only, a command's words may be anything.
std::string as_key(std::string_view name) {
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > ' ' && byte < 0x7f && byte != '%') {
            out += c;
        } else {
            out += '%';
            out += kDigits[byte / 16];
            out += kDigits[byte % 16];
        }
    }
    // A command's words may be long, and there may be many of them: a counter takes the room of its name.
    constexpr std::size_t kLongest = 200;
    if (out.size() <= kLongest) return out;
    std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a; two that share a counter are counted together
    for (const char c : out) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return out.substr(0, kLongest) + '#' + std::to_string(hash);
}

// Nothing from before its time. What lies in the future counts, or a clock set back would set everybody free.
void forget_old(Uses& uses, std::int64_t now) {
    std::erase_if(uses.at, [&](std::int64_t at) { return at <= now - uses.per || at > now + uses.per; });
}

Result<Book> read_book(const AbsPath& file) {
    const auto text = read_file_if_there(file);
    if (!text) return tl::unexpected<Error>(text.error());
    Book book;
    if (!*text) return book;
    const auto document = parse_json(**text, file.text());
    if (!document) return tl::unexpected<Error>(document.error());
    const auto wrong = [&] { return fail(Errc::parse, "not a list of counts; remove it to count anew", file.text()); };
    if (!document->is_object()) return wrong();
    for (const auto& [name, entry] : document->items()) {
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

Status write_book(const AbsPath& file, const Book& book) {
    json document = json::object();
    for (const auto& [name, uses] : book) document[name] = {{"per", uses.per}, {"at", uses.at}};
    const std::string text = document.dump() + '\n';
    if (text.size() > kMaxFileBytes) return fail(Errc::invalid, "too many things are being counted", file.text());
    return write_file_atomically(file, text, 0600);
}

Result<AbsPath> book_in(const AbsPath& state_home) {
    return AbsPath::resolve(state_home, "counts.json");
}

}  // namespace

Result<std::size_t> RunCounts::used(const Counter& counter, Time now) const {
    const auto file = book_in(state_home_);
    if (!file) return tl::unexpected<Error>(file.error());
    auto book = read_book(*file);
    if (!book) return tl::unexpected<Error>(std::move(book.error()));
    Uses& uses = (*book)[as_key(counter.name)];
    uses.per = counter.per.count();
    forget_old(uses, in_milliseconds(now));
    return uses.at.size();
}

Result<bool> RunCounts::take(const Counter& counter, Time now) const {
    const auto file = book_in(state_home_);
    if (!file) return tl::unexpected<Error>(file.error());
    const auto lock = lock_beside(*file);
    if (!lock) return tl::unexpected<Error>(lock.error());
    auto book = read_book(*file);
    if (!book) return tl::unexpected<Error>(std::move(book.error()));
    const std::int64_t moment = in_milliseconds(now);
    for (auto& entry : *book) forget_old(entry.second, moment);
    std::erase_if(*book, [](const auto& entry) { return entry.second.at.empty(); });
    Uses& uses = (*book)[as_key(counter.name)];
    uses.per = counter.per.count();
    forget_old(uses, moment);
    if (uses.at.size() >= counter.max) return false;
    uses.at.push_back(moment);
    if (Status written = write_book(*file, *book); !written) return tl::unexpected<Error>(std::move(written.error()));
    return true;
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
