#include "scrub/quarantine.h"

#include "base/file.h"
#include "base/io.h"
#include "scrub/journal.h"
#include "scrub/safe_files.h"

#include <algorithm>

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

constexpr std::string_view kRemoving = ".removing-", kOpen = ".open";
constexpr off_t kReserve = 512 << 10;  // bytes: the manifest of about a thousand things
constexpr std::int64_t kHour = 3600;
// A batch from before this program existed was made while the clock was wrong, so its age is not known.
constexpr std::int64_t kFirstDay = 1'735'689'600;  // 2025-01-01

UniqueFd open_directory(const std::string& path) {
    return UniqueFd(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
}

bool absent(int error) {
    return error == ENOENT || error == ENOTDIR;
}

Status flush_directory(const AbsPath& directory) {
    const UniqueFd fd(::open(directory.text().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd && (::fsync(fd.get()) == 0 || errno == EINVAL)) return {};  // EINVAL: nothing to flush there
    return fail(Errc::io, describe_errno("cannot flush", errno), directory.text());
}

// Returns whether the directory holds only what `write` leaves before there is a manifest.
bool holds_nothing(const AbsPath& directory) {
    const auto entries = list_at(AT_FDCWD, directory.text().c_str());
    return entries && std::ranges::all_of(*entries, [](const Listed& entry) {
               return entry.name == kBefore || entry.name.starts_with("manifest-");
           });
}

AbsPath place_now(const Thing& thing, Whereabouts where, const AbsPath& directory) {
    if (where == Whereabouts::stored) return AbsPath::resolve(directory, thing.stored).value_or(directory);
    if (where == Whereabouts::in_parts) return thing.path;
    return AbsPath::resolve(thing.path.parent(), thing.beside).value_or(thing.path);
}

}  // namespace

Whereabouts whereabouts(const Thing& thing, int batch_directory) {
    if (stat_at(batch_directory, thing.stored.c_str())) return Whereabouts::stored;
    if (!absent(errno)) return Whereabouts::unknown;
    const auto parent = open_below(thing.root, thing.path.parent());
    if (!parent) {
        const bool there = stat_at(AT_FDCWD, thing.path.parent().text().c_str()).has_value() || !absent(errno);
        return there ? Whereabouts::unknown : Whereabouts::nowhere;
    }
    if (!thing.beside.empty()) {
        if (stat_at(parent->get(), thing.beside.c_str())) return Whereabouts::beside;
        if (!absent(errno)) return Whereabouts::unknown;
    }
    const bool split = stat_at(batch_directory, thing.in_parts().c_str()) && has_parts(parent->get(), thing);
    return split ? Whereabouts::in_parts : Whereabouts::nowhere;
}

Quarantine::Quarantine(const AbsPath& state_home)
    : directory_(AbsPath::resolve(state_home, "quarantine").value_or(state_home)),
      journal_(AbsPath::resolve(state_home, "journal").value_or(state_home)),
      reserve_(AbsPath::resolve(state_home, "reserve").value_or(state_home)) {}

AbsPath Quarantine::marker_of(const std::string& batch) const {
    return AbsPath::resolve(journal_, batch + std::string(kOpen)).value_or(journal_);
}

// Ignoring failure: without a reserve a full disk only means that things keep their new names where they are.
void Quarantine::keep_reserve() const {
    const char* name = reserve_.text().c_str();
    if (::access(name, F_OK) == 0) return;
    const UniqueFd fd(::open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (fd && ::fallocate(fd.get(), 0, 0, kReserve) != 0) (void)write_all(fd.get(), std::string(kReserve, '\0'));
}

OpenBatch Quarantine::open(std::vector<Thing> things) const {
    OpenBatch out{.batch = new_batch(std::move(things))};
    if (write(out)) return out;
    (void)::unlink(reserve_.text().c_str());
    (void)write(out);
    return out;
}

Status Quarantine::write(OpenBatch& open) const {
    const auto directory = AbsPath::resolve(directory_, open.batch.name);
    if (!directory) return tl::unexpected(directory.error());
    if (!open.lock) {
        open.marker = marker_of(open.batch.name);
        auto lock = write_locked(open.marker, {});
        if (!lock) return tl::unexpected(lock.error());
        open.lock = std::move(*lock);
    }
    if (auto made = make_directories(*directory, 0700); !made) return made;
    UniqueFd fd = open_directory(directory->text());
    if (!fd) return fail(Errc::io, describe_errno("cannot open", errno), directory->text());
    if (auto written = write_manifest(fd.get(), open.batch); !written) return written;
    if (auto flushed = flush_directory(directory_); !flushed) return flushed;
    open.directory = std::move(fd);
    return {};
}

std::optional<OpenBatch> Quarantine::reopen(const AbsPath& marker) const {
    Locked locked = lock_journal(marker, std::chrono::milliseconds(0));
    if (!locked.fd) return std::nullopt;
    const std::string_view file = marker.name();
    const auto directory = AbsPath::resolve(directory_, file.substr(0, file.size() - kOpen.size()));
    if (!directory) return std::nullopt;
    auto batch = read_manifest(*directory, Formers::read);
    if (!batch) return std::nullopt;  // perhaps the next invocation can read it
    batch->name = std::string(directory->name());
    return OpenBatch{.batch = std::move(*batch),
                     .marker = marker,
                     .lock = std::move(locked.fd),
                     .directory = open_directory(directory->text())};
}

void Quarantine::close(OpenBatch open) const {
    if (open.directory) (void)::unlinkat(open.directory.get(), kBefore, 0);
    remove_if_empty(open);
    if (open.lock) (void)::unlink(open.marker.text().c_str());
}

// Removes the directory of a batch in which nothing is kept. The directory gets another name first, so that no rest of
// it is taken for a batch.
bool Quarantine::remove_entry(const AbsPath& directory) const {
    const std::string name(directory.name()), aside = std::string(kRemoving) + name;
    const UniqueFd fd = open_directory(directory_.text());
    if (!fd || rename_new(fd.get(), name, fd.get(), aside) != 0) return false;
    return remove_tree(fd.get(), aside);
}

void Quarantine::remove_if_empty(const OpenBatch& open) const {
    if (!open.directory) return;
    const int at = open.directory.get();
    const bool empty = std::ranges::all_of(open.batch.things, [&](const Thing& thing) {
        const bool no_copy = !stat_at(at, thing.copying().c_str()) && errno == ENOENT;
        return no_copy && whereabouts(thing, at) == Whereabouts::nowhere;
    });
    if (!empty) return;
    if (const auto directory = AbsPath::resolve(directory_, open.batch.name)) (void)remove_entry(*directory);
}

Result<std::vector<Quarantine::Entry>> Quarantine::entries() const {
    std::vector<Entry> out;
    if (!stat_at(AT_FDCWD, directory_.text().c_str()) && errno == ENOENT) return out;
    auto listed = list_at(AT_FDCWD, directory_.text().c_str());
    if (!listed) return fail(listed.error().code, listed.error().what, directory_.text());
    std::ranges::sort(*listed, {}, &Listed::name);
    for (const Listed& one : *listed) {
        if (one.name.starts_with(kRemoving)) continue;
        if (const auto directory = AbsPath::resolve(directory_, one.name)) {
            out.push_back({*directory, read_manifest(*directory)});
        }
    }
    return out;
}

Result<std::vector<Kept>> Quarantine::list() const {
    const auto all = entries();
    if (!all) return tl::unexpected(all.error());
    std::vector<Kept> out, unreadable;
    for (const auto& [directory, batch] : *all) {
        if (!batch || batch->things.empty()) {
            if (batch && holds_nothing(directory)) continue;
            unreadable.push_back(
                {.id = std::string(directory.name()),
                 .path = directory,
                 .why = "kept here until you remove it: " + (batch ? "its manifest is missing" : batch.error().what),
                 .now = directory});
            continue;
        }
        const UniqueFd fd = open_directory(directory.text());
        for (const Thing& thing : batch->things) {
            const Whereabouts where = whereabouts(thing, fd.get());
            if (where == Whereabouts::nowhere) continue;
            AbsPath now = place_now(thing, where, directory);
            const std::uint64_t bytes = disk_use(AT_FDCWD, now.text());
            out.push_back({thing.id, thing.path, thing.why, thing.when, bytes, std::move(now)});
        }
    }
    std::ranges::stable_sort(out, {}, &Kept::when);
    std::ranges::move(unreadable, std::back_inserter(out));
    return out;
}

std::vector<AbsPath> Quarantine::kept_beside() const {
    std::vector<AbsPath> out;
    const auto all = entries();
    if (!all) return out;
    for (const auto& [directory, batch] : *all) {
        const UniqueFd fd = batch && !batch->things.empty() ? open_directory(directory.text()) : UniqueFd{};
        for (std::size_t i = 0; fd && i < batch->things.size(); ++i) {
            const Thing& thing = batch->things[i];
            if (whereabouts(thing, fd.get()) != Whereabouts::beside) continue;
            out.push_back(place_now(thing, Whereabouts::beside, directory));
        }
    }
    return out;
}

std::size_t Quarantine::prune(std::int64_t max_seconds, std::int64_t now) const {
    std::size_t removed = 0;
    const auto names = list_at(AT_FDCWD, directory_.text().c_str());
    for (std::size_t i = 0; names && i < names->size(); ++i) {
        const std::string& name = (*names)[i].name;  // half removed by a process that was killed
        if (name.starts_with(kRemoving)) (void)remove_tree(AT_FDCWD, directory_.text() + '/' + name);
    }
    const auto all = entries();
    for (std::size_t i = 0; all && i < all->size(); ++i) {
        const auto& [directory, batch] = (*all)[i];
        const auto st = stat_at(AT_FDCWD, directory.text().c_str());
        const std::string marker = marker_of(std::string(directory.name())).text();
        const bool over = ::access(marker.c_str(), F_OK) != 0 && errno == ENOENT;
        if (!batch || !st || !over) continue;
        if (batch->things.empty()) {
            const bool old = st->changed / 1'000'000'000 < now - kHour;
            removed += old && holds_nothing(directory) && remove_entry(directory) ? 1U : 0U;
            continue;
        }
        const UniqueFd fd = open_directory(directory.text());
        const bool old = fd && std::ranges::all_of(batch->things, [&](const Thing& thing) {
                             const Whereabouts where = whereabouts(thing, fd.get());
                             const bool goes = where == Whereabouts::stored || where == Whereabouts::nowhere;
                             return goes && thing.when >= kFirstDay && now - thing.when > max_seconds;
                         });
        removed += old && remove_entry(directory) ? 1U : 0U;
    }
    return removed;
}

}  // namespace postern::scrub
