#include "scrub/manifest.h"

#include "base/file.h"
#include "base/io.h"
#include "base/json.h"
#include "base/quote.h"
#include "scrub/path_json.h"
#include "scrub/safe_files.h"
#include "state/document.h"

#include <algorithm>
#include <array>
#include <utility>

#include <cerrno>
#include <cstdio>
#include <ctime>

#include <sys/random.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

using nlohmann::json;

constexpr state::DocumentKind kKind{
    .name = "manifest of the quarantine", .version = 2, .oldest = 1, .max_bytes = kMaxManifest};
constexpr std::string_view kMark = ".postern-";
constexpr std::size_t kMaxBefore = 1ULL << 30U;

// Begins with the time, so that the oldest sorts first.
std::string new_name() {
    timespec now{};
    (void)::clock_gettime(CLOCK_REALTIME, &now);
    std::tm parts{};
    (void)::gmtime_r(&now.tv_sec, &parts);
    std::array<char, 32> stamp{}, digits{};
    (void)std::strftime(stamp.data(), stamp.size(), "%Y%m%d-%H%M%S-", &parts);
    std::uint16_t random = 0;
    [[maybe_unused]] const ssize_t filled = ::getrandom(&random, sizeof random, 0);
    (void)std::snprintf(digits.data(), digits.size(), "%06ld%04x", now.tv_nsec / 1000, static_cast<unsigned>(random));
    return std::string(stamp.data()) + digits.data();
}

std::string_view kind_of(std::uint32_t mode) {
    switch (mode & S_IFMT) {
        case S_IFDIR: return "directory";
        case S_IFLNK: return "link";
        case S_IFREG: return "file";
        default: return "other";
    }
}

// A name that begins with a dot, so that `*` does not find it, and does not end as before, so that `*.fish` does not.
std::string dead_name(std::string_view name, const std::string& id) {
    constexpr std::size_t kLongest = 190;  // of 255 bytes that a name may have
    const std::string dot = name.starts_with('.') ? "" : ".";
    return dot + std::string(name.substr(0, kLongest)) + std::string(kMark) + id;
}

void name_things(Batch& batch) {
    std::size_t number = 0;
    for (Thing& thing : batch.things) {
        thing.stored = std::to_string(++number);
        thing.id = batch.name + '-' + thing.stored;
        thing.beside = dead_name(thing.path.name(), thing.id);
        thing.head = thing.part("HEAD");
        if (thing.former)
            thing.former->bytes = std::max<std::uint64_t>(thing.former->bytes, thing.former->content.size());
    }
}

// `things` are in the order of `before`, which has their old contents one after another.
json encode(const Batch& batch) {
    json things = json::array();
    for (const Thing& thing : batch.things) {
        json one{{"path", to_json(thing.path)}, {"root", to_json(thing.root)}, {"why", printable(thing.why)},
                 {"when", thing.when},          {"mode", thing.mode},          {"kind", kind_of(thing.mode)}};
        if (thing.former) one["former"] = {{"bytes", thing.former->bytes}, {"mode", thing.former->mode}};
        things.push_back(std::move(one));
    }
    return {{"things", std::move(things)}};
}

bool integers(const json& from, std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
        if (!from.value(key, json{}).is_number_integer()) return false;
    }
    return true;
}

Result<Thing> thing_from(const json& from, const std::string& pointer) {
    if (!from.is_object()) return state::refuse(kKind, pointer);
    auto path = to_path(from.value("path", json{})), root = to_path(from.value("root", json("/")));
    const json why = from.value("why", json{});
    if (!path || !root || !why.is_string() || !integers(from, {"when", "mode"})) return state::refuse(kKind, pointer);
    return Thing{.root = std::move(*root),
                 .path = std::move(*path),
                 .why = why.get<std::string>(),
                 .when = from.at("when").get<std::int64_t>(),
                 .mode = from.at("mode").get<std::uint32_t>()};
}

// One thing in each directory, called `thing`.
Result<Batch> decode_first_version(const json& from) {
    auto thing = thing_from(from, "");
    if (!thing) return tl::unexpected(thing.error());
    const json beside = from.value("beside", json{});
    const auto path = to_path(beside);
    if (!beside.is_null() && !path) return state::refuse(kKind, "/beside");
    thing->stored = "thing";
    thing->beside = path ? std::string(path->name()) : std::string{};
    thing->head = "HEAD.postern-quarantine";
    return Batch{.things = {std::move(*thing)}};
}

Result<Batch> decode(const json& from, int version) {
    if (version == 1) return decode_first_version(from);
    const json things = from.value("things", json{});
    if (!things.is_array()) return state::refuse(kKind, "/things");
    Batch out;
    for (const json& one : things) {
        const std::string pointer = "/things/" + std::to_string(out.things.size());
        auto thing = thing_from(one, pointer);
        if (!thing) return tl::unexpected(thing.error());
        if (one.contains("former")) {
            const json& former = one["former"];
            if (!former.is_object() || !integers(former, {"bytes", "mode"})) return state::refuse(kKind, pointer);
            thing->former = Former{.mode = former.at("mode").get<std::uint32_t>(),
                                   .bytes = former.at("bytes").get<std::uint64_t>()};
        }
        out.things.push_back(std::move(*thing));
    }
    return out;
}

constexpr state::Format<Batch> kFormat{.kind = kKind, .encode = encode, .decode = decode};

// Fills in the old contents. Without them they cannot be put back, but all else can be done.
void read_before(const AbsPath& directory, Batch& batch) {
    const auto all = read_at(AT_FDCWD, (directory.text() + '/' + kBefore).c_str(), kMaxBefore);
    std::size_t at = 0;
    for (Thing& thing : batch.things) {
        if (!thing.former) continue;
        const std::uint64_t size = thing.former->bytes;
        if (!all || size > all->size() - at) {
            thing.former.reset();
            continue;
        }
        thing.former->content = all->substr(at, size);
        at += size;
    }
}

Status write_new(int directory, const char* name, std::string_view bytes) {
    const UniqueFd fd(::openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!fd) return fail(Errc::io, describe_errno("cannot create", errno), name);
    if (!write_all(fd.get(), bytes)) return fail(Errc::io, describe_errno("cannot write", errno), name);
    if (::fsync(fd.get()) != 0) return fail(Errc::io, describe_errno("cannot flush", errno), name);
    return {};
}

}  // namespace

std::string Thing::part(std::string_view name) const {
    return '.' + std::string(name) + std::string(kMark) + id;
}

std::optional<std::string> Thing::part_of(std::string_view name) const {
    const std::string end = std::string(kMark) + id;
    if (!name.starts_with('.') || !name.ends_with(end) || name.size() <= end.size() + 1) return std::nullopt;
    return std::string(name.substr(1, name.size() - end.size() - 1));
}

Batch new_batch(std::vector<Thing> things) {
    Batch out{.name = new_name(), .things = std::move(things)};
    name_things(out);
    return out;
}

std::size_t bytes_in_manifest(const Thing& thing) {
    constexpr std::size_t kFixed = 256, kLongest = 6;  // of one byte of text, as \u0000
    return kFixed + kLongest * (thing.path.text().size() + thing.root.text().size() + thing.why.size());
}

Status write_manifest(int directory, const Batch& batch) {
    const auto text = state::encode(kFormat, batch, kManifest);
    if (!text) return tl::unexpected(text.error());
    std::string before;
    for (const Thing& thing : batch.things) before += thing.former ? thing.former->content : "";
    // Left by an attempt that failed.
    for (const char* name : {kBefore, kManifest}) (void)::unlinkat(directory, name, 0);
    if (!before.empty()) {
        if (auto written = write_new(directory, kBefore, before); !written) return written;
    }
    return replace_at(directory, kManifest, *text, 0600, Flush::to_disk, unused_name("manifest-"));
}

Result<Batch> read_manifest(const AbsPath& directory, Formers formers) {
    const state::Document<Batch> document(AbsPath::resolve(directory, kManifest).value_or(directory), kFormat);
    auto batch = document.read();
    if (!batch) return batch;
    batch->name = std::string(directory.name());
    const bool first_version = batch->things.size() == 1 && !batch->things.front().stored.empty();
    if (first_version) {
        batch->things.front().id = batch->name;
    } else {
        name_things(*batch);
    }
    if (formers == Formers::read) read_before(directory, *batch);
    return batch;
}

}  // namespace postern::scrub
