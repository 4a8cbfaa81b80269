#include "scrub/quarantine.h"

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

#include <dirent.h>
#include <sys/random.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

using nlohmann::json;

// Larger files are moved, not copied, before their old content comes back.
constexpr std::uint64_t kMaxReplaced = 1U << 20U;
constexpr const char* kThing = "thing";

struct Manifest {
    AbsPath path = AbsPath::root();  // where it was
    std::string why{};
    std::int64_t when = 0;
    std::uint64_t bytes = 0;
    std::uint32_t mode = 0;
    std::optional<AbsPath> beside{};  // its path if it had to stay, under another name
    bool written = false;             // false if there is no manifest
};

// Begins with the time, so that the oldest sorts first.
std::string new_id() {
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

constexpr state::DocumentKind kKind{.name = "manifest of the quarantine", .max_bytes = 16U << 20U};

json encode(const Manifest& manifest) {
    return {{"path", to_json(manifest.path)},
            {"why", printable(manifest.why)},
            {"when", manifest.when},
            {"bytes", manifest.bytes},
            {"mode", manifest.mode},
            {"kind", kind_of(manifest.mode)},
            {"beside", manifest.beside ? to_json(*manifest.beside) : json{}}};
}

Result<Manifest> decode(const json& from, int) {
    auto path = to_path(from.value("path", json{}));
    if (!path) return state::refuse(kKind, "/path");
    const json beside = from.value("beside", json{}), why = from.value("why", json{});
    Manifest out{.path = std::move(*path), .beside = to_path(beside), .written = true};
    if (!beside.is_null() && !out.beside) return state::refuse(kKind, "/beside");
    if (!why.is_string()) return state::refuse(kKind, "/why");
    for (const char* key : {"when", "bytes", "mode"}) {
        if (!from.value(key, json{}).is_number_integer()) return state::refuse(kKind, pointer_to("", key));
    }
    out.why = why.get<std::string>();
    out.when = from.at("when").get<std::int64_t>();
    out.bytes = from.at("bytes").get<std::uint64_t>();
    out.mode = from.at("mode").get<std::uint32_t>();
    return out;
}

constexpr state::Format<Manifest> kFormat{.kind = kKind, .encode = encode, .decode = decode};

state::Document<Manifest> manifest_in(const AbsPath& entry) {
    return {AbsPath::resolve(entry, "manifest.json").value_or(entry), kFormat};
}

int rename_new(int from, const std::string& name, int to, const std::string& as) {
    // Replaces nothing that is there. A file system without this flag says EINVAL; a look before has to do there.
    if (::renameat2(from, name.c_str(), to, as.c_str(), RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return errno;
    if (stat_at(to, as.c_str())) return EEXIST;
    return ::renameat(from, name.c_str(), to, as.c_str()) == 0 ? 0 : errno;
}

// Renames the thing if that is possible, else copies and removes it.
Status move_across(int from, const std::string& name, int to, const std::string& as) {
    int error = rename_new(from, name, to, as);
    if (error == EACCES || error == EPERM) {
        const Opened parent(from, "."), own(from, name.c_str());  // a directory to be moved has to be writable itself
        error = rename_new(from, name, to, as);
    }
    if (error == 0) return {};
    if (error != EXDEV) return fail(Errc::io, describe_errno("cannot be moved", error));
    if (auto copied = copy_tree(from, name, to, as); !copied) {
        (void)remove_tree(to, as);
        return copied;
    }
    const Opened parent(from, ".");
    if (remove_tree(from, name)) return {};
    // A part may be gone already, so the copy stays.
    return fail(Errc::io, describe_errno("was copied but cannot be removed", errno));
}

// Leaves a thing where it is, under a name that no tool looks for and no repository any more. For one that is too large
// to be copied to another file system.
Status disarm(int parent, const std::string& name, const std::string& beside) {
    const Opened writable(parent, ".");
    if (const int error = rename_new(parent, name, parent, beside); error != 0) {
        return fail(Errc::io, describe_errno("cannot be renamed", error));
    }
    const UniqueFd inside(::openat(parent, beside.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!inside) return {};
    const Opened own(inside.get(), ".");
    (void)rename_new(inside.get(), "HEAD", inside.get(), "HEAD.postern-quarantine");
    return {};
}

// One directory of the quarantine.
struct Entry {
    std::string id;
    Result<Manifest> manifest;
    bool holds_thing = false;

    // An interruption leaves a manifest, or not even that, without the thing: it is still where it was, or was found
    // again under another id. An entry whose manifest cannot be read does not count as interrupted.
    [[nodiscard]] bool unfinished() const { return manifest && !manifest->beside && !holds_thing; }
    [[nodiscard]] bool restorable() const { return manifest && manifest->written && !unfinished(); }
};

Result<std::vector<Entry>> entries_of(const AbsPath& quarantine) {
    std::vector<Entry> out;
    if (!stat_at(AT_FDCWD, quarantine.text().c_str()) && errno == ENOENT) return out;
    const auto listed = list_at(AT_FDCWD, quarantine.text().c_str());
    if (!listed) return tl::unexpected(listed.error());
    for (const Listed& one : *listed) {
        const auto directory = AbsPath::resolve(quarantine, one.name);
        if (!directory) continue;
        out.push_back({.id = one.name,
                       .manifest = manifest_in(*directory).read(),
                       .holds_thing = stat_at(AT_FDCWD, (directory->text() + '/' + kThing).c_str()).has_value()});
    }
    return out;
}

// Oldest first.
std::vector<Kept> kept_in(const std::vector<Entry>& entries) {
    std::vector<Kept> out;
    for (const Entry& entry : entries) {
        if (!entry.restorable()) continue;
        const Manifest& manifest = *entry.manifest;
        out.push_back({.id = entry.id,
                       .path = manifest.path,
                       .why = manifest.why,
                       .when = manifest.when,
                       .bytes = manifest.bytes});
    }
    std::ranges::sort(out, {}, [](const Kept& kept) { return std::pair(kept.when, kept.id); });
    return out;
}

std::size_t remove_unfinished(const AbsPath& quarantine, const std::vector<Entry>& entries, std::int64_t now) {
    constexpr std::int64_t kLongAgo = 3600;
    std::size_t removed = 0;
    for (const Entry& entry : entries) {
        if (!entry.unfinished()) continue;
        const std::string path = quarantine.text() + '/' + entry.id;
        const auto st = stat_at(AT_FDCWD, path.c_str());
        if (st && st->changed / 1'000'000'000 < now - kLongAgo && remove_tree(AT_FDCWD, path)) ++removed;
    }
    return removed;
}

std::string name_beside(const std::string& name, const std::string& id) {
    return name.substr(0, 200) + ".postern-quarantine-" + id;
}

}  // namespace

Quarantine::Quarantine(const AbsPath& state_home)
    : directory_(AbsPath::resolve(state_home, "quarantine").value_or(state_home)) {}

Result<std::vector<Finding>> Quarantine::take(const Suspect& suspect) const {
    std::vector<Finding> none;
    const auto parent = open_below(suspect.root, suspect.path.parent());
    if (!parent) {
        const auto gone = stat_at(AT_FDCWD, suspect.path.text().c_str());
        if (!gone && (errno == ENOENT || errno == ENOTDIR)) return none;
        return tl::unexpected(parent.error());
    }
    const std::string name(suspect.path.name());
    auto st = stat_at(parent->get(), name.c_str());
    if (!st && errno == EACCES) {
        const Opened passable(parent->get(), ".");
        st = stat_at(parent->get(), name.c_str());
    }
    if (!st) return none;

    const std::string id = new_id();
    const auto entry = AbsPath::resolve(directory_, id);
    if (!entry) return tl::unexpected(entry.error());
    // Without room in the quarantine the thing stays where it is, under a name that no tool looks for.
    const auto without_room = [&](const Error& error) -> Result<std::vector<Finding>> {
        const std::string beside = name_beside(name, id);
        if (!disarm(parent->get(), name, beside)) return tl::unexpected(error);
        return std::vector{Finding{
            .path = suspect.path,
            .action = Action::quarantined,
            .why = suspect.why + "; the quarantine has no room (" + error.what + "), so it was renamed to " + beside}};
    };
    if (auto made = make_directories(directory_, 0700); !made) return without_room(made.error());
    if (::mkdir(entry->text().c_str(), 0700) != 0) {
        return without_room({Errc::io, describe_errno("cannot create", errno), entry->text()});
    }
    const UniqueFd inside(::open(entry->text().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    Manifest manifest{.path = suspect.path,
                      .why = suspect.why,
                      .when = std::time(nullptr),
                      .bytes = disk_use(parent->get(), name),
                      .mode = st->mode};
    // The manifest comes first, so that an interruption after this leaves something that can be restored.
    if (auto written = manifest_in(*entry).replace(manifest); !written) return without_room(written.error());

    Finding finding{.path = suspect.path, .action = Action::quarantined, .why = suspect.why, .id = id};
    const bool put_back = suspect.put_back && suspect.put_back->content;
    const auto put_back_content = [&] {
        const Opened writable(parent->get(), ".");
        return replace_at(parent->get(), name, *suspect.put_back->content, suspect.put_back->mode, Flush::none,
                          unused_name(".postern-"));
    };
    if (put_back && st->regular() && st->size <= kMaxReplaced) {
        // The path always holds a file, first the dangerous one and then the old content.
        Status done = copy_tree(parent->get(), name, inside.get(), kThing);
        if (done) done = put_back_content();
        if (!done) {
            (void)remove_tree(AT_FDCWD, entry->text());
            return tl::unexpected(done.error());
        }
        finding.action = Action::reverted;
        return std::vector{finding};
    }
    Status moved = move_across(parent->get(), name, inside.get(), kThing);
    if (!moved && moved.error().code == Errc::invalid) {
        const std::string beside = name_beside(name, id);
        manifest.beside = AbsPath::resolve(suspect.path.parent(), beside).value_or(suspect.path);
        moved = manifest_in(*entry).replace(manifest);
        if (moved) moved = disarm(parent->get(), name, beside);
        if (moved) finding.why += "; it was too large to be moved and was renamed to " + beside;
    }
    if (!moved) {
        (void)remove_tree(AT_FDCWD, entry->text());
        if (!stat_at(parent->get(), name.c_str()) && errno == ENOENT) return none;  // another scrub was faster
        return tl::unexpected(moved.error());
    }
    if (put_back) {
        if (put_back_content()) finding.action = Action::reverted;
    }
    return std::vector{finding};
}

Result<std::vector<Kept>> Quarantine::list() const {
    const auto entries = entries_of(directory_);
    if (!entries) return tl::unexpected(Error{entries.error().code, entries.error().what, directory_.text()});
    auto out = kept_in(*entries);
    for (const Entry& entry : *entries) {
        if (entry.restorable() || entry.unfinished()) continue;
        out.push_back({.id = entry.id,
                       .path = AbsPath::resolve(directory_, entry.id).value_or(directory_),
                       .why = "kept here until you remove it: " +
                              (entry.manifest ? "its manifest is missing" : entry.manifest.error().what)});
    }
    return out;
}

std::size_t Quarantine::prune(std::uint64_t max_bytes, std::int64_t max_seconds, std::int64_t now) const {
    const auto entries = entries_of(directory_);
    if (!entries) return 0;
    const auto all = kept_in(*entries);
    std::uint64_t bytes = 0;
    for (const Kept& kept : all) bytes += kept.bytes;
    std::size_t removed = 0;
    for (const Kept& kept : all) {
        if (now - kept.when <= max_seconds && bytes <= max_bytes) break;
        if (remove_tree(AT_FDCWD, directory_.text() + '/' + kept.id)) ++removed;
        bytes -= std::min(bytes, kept.bytes);
    }
    return removed + remove_unfinished(directory_, *entries, now);
}

Result<AbsPath> Quarantine::restore(std::string_view id) const {
    const std::string name(id);
    if (name.empty() || name.find('/') != std::string::npos || name.starts_with('.')) {
        return fail(Errc::invalid, "no such id in the quarantine: " + printable(name));
    }
    const auto entry = AbsPath::resolve(directory_, name);
    const auto manifest = entry ? manifest_in(*entry).read() : tl::unexpected(entry.error());
    if (!manifest) return tl::unexpected(manifest.error());
    if (!manifest->written) return fail(Errc::invalid, "no such id in the quarantine: " + printable(name));
    const UniqueFd fd(::open(directory_.text().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!fd) return fail(Errc::io, describe_errno("cannot open", errno), directory_.text());
    const auto parent = open_below(AbsPath::root(), manifest->path.parent(), Missing::made);
    if (!parent) return tl::unexpected(parent.error());
    const std::string target(manifest->path.name());
    if (stat_at(parent->get(), target.c_str())) {
        return fail(Errc::invalid, "something is there now: move it away first", manifest->path.text());
    }
    Status done;
    if (!manifest->beside) {
        const UniqueFd inside(::openat(fd.get(), name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        done = move_across(inside.get(), kThing, parent->get(), target);
    } else {
        const std::string beside(manifest->beside->name());
        const UniqueFd inside(::openat(parent->get(), beside.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (inside) (void)rename_new(inside.get(), "HEAD.postern-quarantine", inside.get(), "HEAD");
        done = move_across(parent->get(), beside, parent->get(), target);
    }
    if (!done) return tl::unexpected(Error{done.error().code, done.error().what, manifest->path.text()});
    (void)remove_tree(fd.get(), name);
    return manifest->path;
}

}  // namespace postern::scrub
