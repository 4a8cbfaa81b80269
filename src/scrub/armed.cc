#include "scrub/armed.h"

#include "base/hash.h"
#include "base/quote.h"
#include "scrub/path_json.h"
#include "scrub/safe_files.h"
#include "state/document.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <unistd.h>

namespace postern::scrub {
namespace {

using nlohmann::json;

// What a person accepted, and which file it was. One that could not be examined is accepted whatever happens to it.
struct AcceptedPath {
    AbsPath path = AbsPath::root();
    std::uint64_t ino = 0;
    std::int64_t changed = 0;
};

struct ArmedBook {
    std::vector<ArmedPath> armed{};
    std::vector<AcceptedPath> accepted{};
};

constexpr auto kKinds = std::to_array<std::string_view>({"judged", "unexamined", "forbidden", "unseen"});
constexpr std::size_t kMaxFormer = 256U << 10U;  // bytes
constexpr state::DocumentKind kKind{.name = "list of dangerous paths", .max_bytes = 16U << 20U};

json encode(const ArmedBook& book) {
    json armed = json::array(), accepted = json::array();
    for (const ArmedPath& one : book.armed) {
        json entry{{"path", to_json(one.path)},
                   {"why", printable(one.why)},
                   {"kind", kKinds.at(static_cast<std::size_t>(one.kind))}};
        if (one.former && one.former->content.size() <= kMaxFormer) {
            entry["former"] = {{"mode", one.former->mode}, {"hex", hex(one.former->content)}};
        }
        armed.push_back(std::move(entry));
    }
    for (const AcceptedPath& one : book.accepted) {
        accepted.push_back({{"path", to_json(one.path)}, {"ino", one.ino}, {"changed", one.changed}});
    }
    return {{"armed", std::move(armed)}, {"accepted", std::move(accepted)}};
}

// Returns nullopt if there is none. Without it the path can be disarmed all the same.
std::optional<Former> former_from(const json& from) {
    if (!from.is_object()) return std::nullopt;
    const json mode = from.value("mode", json{}), content = from.value("hex", json{});
    if (!mode.is_number_integer() || !content.is_string()) return std::nullopt;
    auto bytes = from_hex(content.get<std::string>());
    if (!bytes) return std::nullopt;
    return Former{.content = std::move(*bytes), .mode = mode.get<std::uint32_t>()};
}

Result<ArmedBook> decode(const json& from, int) {
    ArmedBook out;
    const json armed = from.value("armed", json{}), accepted = from.value("accepted", json{});
    if (!armed.is_array() || !accepted.is_array()) return state::refuse(kKind);
    for (const json& one : armed) {
        if (!one.is_object()) return state::refuse(kKind, "/armed");
        auto path = to_path(one.value("path", json{}));
        const json why = one.value("why", json{}), kind = one.value("kind", json{});
        const auto known = kind.is_string() ? std::ranges::find(kKinds, kind.get<std::string>()) : kKinds.end();
        if (!path || !why.is_string() || known == kKinds.end()) return state::refuse(kKind, "/armed");
        out.armed.push_back({.path = std::move(*path),
                             .why = why.get<std::string>(),
                             .kind = static_cast<ArmedPath::Kind>(known - kKinds.begin()),
                             .former = former_from(one.value("former", json{}))});
    }
    for (const json& one : accepted) {
        if (!one.is_object()) return state::refuse(kKind, "/accepted");
        auto path = to_path(one.value("path", json{}));
        const json ino = one.value("ino", json{}), changed = one.value("changed", json{});
        if (!path || !ino.is_number_integer() || !changed.is_number_integer()) return state::refuse(kKind, "/accepted");
        out.accepted.push_back({std::move(*path), ino.get<std::uint64_t>(), changed.get<std::int64_t>()});
    }
    return out;
}

constexpr state::Format<ArmedBook> kFormat{.kind = kKind, .encode = encode, .decode = decode};

state::Document<ArmedBook> book_in(const AbsPath& file) {
    return {file, kFormat};
}

bool still_the_same(const AcceptedPath& one) {
    if (one.ino == 0) return true;
    const auto st = stat_at(AT_FDCWD, one.path.text().c_str());
    return st && st->ino == one.ino && (st->directory() || st->changed == one.changed);
}

}  // namespace

ArmedPaths::ArmedPaths(const AbsPath& state_home)
    : file_(AbsPath::resolve(state_home, "armed.json").value_or(state_home)) {}

bool ArmedPaths::exists() const {
    return ::access(file_.text().c_str(), F_OK) == 0 || errno != ENOENT;
}

Result<std::vector<ArmedPath>> ArmedPaths::below(const AbsPath& root) const {
    if (!exists()) return std::vector<ArmedPath>{};
    auto book = book_in(file_).read();
    if (!book) return tl::unexpected(book.error());
    std::erase_if(book->armed, [&](const ArmedPath& one) { return !root.contains(one.path); });
    return std::move(book->armed);
}

Status ArmedPaths::settle(const AbsPath& root, std::vector<ArmedPath> now) const {
    if (now.empty() && !exists()) return {};
    return book_in(file_).update([&](ArmedBook& book) {
        const ArmedBook before = book;
        std::erase_if(book.armed, [&](const ArmedPath& one) { return root.contains(one.path); });
        std::ranges::move(now, std::back_inserter(book.armed));
        return book.armed != before.armed;
    });
}

Result<std::optional<ArmedPath::Kind>> ArmedPaths::accept(const AbsPath& path) const {
    std::optional<ArmedPath::Kind> kind;
    const Status done = book_in(file_).update([&](ArmedBook& book) {
        const auto one = std::ranges::find(book.armed, path, &ArmedPath::path);
        if (one == book.armed.end()) return false;
        kind = one->kind;
        AcceptedPath accepted{.path = path};
        const auto st = stat_at(AT_FDCWD, path.text().c_str());
        if (st && one->kind != ArmedPath::Kind::unexamined && one->kind != ArmedPath::Kind::unseen) {
            accepted.ino = st->ino;
            accepted.changed = st->changed;
        }
        book.armed.erase(one);
        std::erase_if(book.accepted, [&](const AcceptedPath& old) { return old.path == path; });
        book.accepted.push_back(std::move(accepted));
        return true;
    });
    if (!done) return tl::unexpected(done.error());
    return kind;
}

std::vector<AbsPath> ArmedPaths::accepted() const {
    std::vector<AbsPath> out;
    if (!exists()) return out;
    const auto book = book_in(file_).read();
    for (std::size_t i = 0; book && i < book->accepted.size(); ++i) {
        if (still_the_same(book->accepted[i])) out.push_back(book->accepted[i].path);
    }
    return out;
}

}  // namespace postern::scrub
