// Taking things out of the quarantine: back to where they were, or away for ever.
#include "base/file.h"
#include "base/quote.h"
#include "scrub/journal.h"
#include "scrub/quarantine.h"
#include "scrub/safe_files.h"

#include <algorithm>
#include <chrono>

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

constexpr auto kPatience = std::chrono::seconds(5);

UniqueFd open_directory(int at, const std::string& name) {
    return UniqueFd(::openat(at, name.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
}

bool is_name(std::string_view id) {
    return !id.empty() && !id.starts_with('.') && id.find('/') == std::string_view::npos;
}

Status check_kept(Whereabouts where, std::string_view id) {
    if (where == Whereabouts::nowhere)
        return fail(Errc::invalid, "nothing is kept under this id any more", std::string(id));
    if (where == Whereabouts::unknown) return fail(Errc::io, "it cannot be looked for", std::string(id));
    return {};
}

// A thing that is kept whole: the open directory in which it is, and its name there.
struct KeptAt {
    int directory;
    const std::string& name;
};

Status put_back(const KeptAt& kept, int parent, const Thing& thing) {
    // HEAD has its own name again before the directory has: a kill in between leaves something that can be repeated.
    const UniqueFd inside = open_directory(kept.directory, kept.name);
    if (inside) (void)rename_new(inside.get(), thing.head, inside.get(), "HEAD");
    Status done = move_tree({.from = kept.directory,
                             .name = kept.name,
                             .to = parent,
                             .as = thing.name(),
                             .copying = thing.part("copy"),
                             .removing = thing.removing()});
    if (!done && inside) (void)rename_new(inside.get(), "HEAD", inside.get(), thing.head);
    return done;
}

// The name is changed first, so that no rest is taken for the whole.
Status remove_kept(const KeptAt& kept, const Thing& thing) {
    const Opened writable(kept.directory, ".");
    int error = rename_new(kept.directory, kept.name, kept.directory, thing.removing());
    if (error == 0 && !remove_tree(kept.directory, thing.removing())) error = errno;
    if (error == 0) return {};
    return fail(Errc::io, describe_errno("cannot be removed", error));
}

}  // namespace

// The id of a thing is the name of its batch and a number, or, from earlier releases, the name of its directory.
Result<std::pair<OpenBatch, std::size_t>> Quarantine::find(std::string_view id) const {
    const auto unknown = [&] { return fail(Errc::invalid, "no such id in the quarantine: " + printable(id)); };
    if (!is_name(id)) return unknown();
    for (const std::string_view name : {id, id.substr(0, id.rfind('-'))}) {
        const auto directory = AbsPath::resolve(directory_, name);
        if (!directory || name.empty()) continue;
        OpenBatch open{.marker = marker_of(std::string(name))};
        Locked locked = lock_journal(open.marker, kPatience);
        if (!locked.fd && !locked.gone) return fail(Errc::io, "another postern is moving it", std::string(id));
        open.lock = std::move(locked.fd);
        auto batch = read_manifest(*directory);
        if (!batch) return tl::unexpected(batch.error());
        const auto found = std::ranges::find(batch->things, id, &Thing::id);
        if (found == batch->things.end()) continue;
        const auto index = static_cast<std::size_t>(found - batch->things.begin());
        open.batch = std::move(*batch);
        open.directory = open_directory(AT_FDCWD, directory->text());
        if (!open.directory) return fail(Errc::io, describe_errno("cannot open", errno), directory->text());
        return std::pair(std::move(open), index);
    }
    return unknown();
}

Result<AbsPath> Quarantine::restore(std::string_view id) const {
    const auto found = find(id);
    if (!found) return tl::unexpected(found.error());
    const auto& [open, index] = *found;
    const Thing& thing = open.batch.things[index];
    const Whereabouts where = whereabouts(thing, open.directory.get());
    if (auto kept = check_kept(where, id); !kept) return tl::unexpected(kept.error());
    const auto parent = open_below(AbsPath::root(), thing.path.parent(), Missing::made);
    if (!parent) return tl::unexpected(parent.error());
    Status done;
    if (where == Whereabouts::in_parts) {
        done = join_parts(parent->get(), thing);
    } else if (stat_at(parent->get(), thing.name().c_str())) {
        done = fail(Errc::invalid, "something is there now: move it away first");
    } else if (where == Whereabouts::stored) {
        done = put_back({open.directory.get(), thing.stored}, parent->get(), thing);
    } else {
        done = put_back({parent->get(), thing.beside}, parent->get(), thing);
    }
    if (!done) return fail(done.error().code, done.error().what, thing.path.text());
    remove_if_empty(open);
    return thing.path;
}

Result<AbsPath> Quarantine::remove(std::string_view id) const {
    const auto found = find(id);
    if (!found) return is_name(id) ? remove_unreadable(id, found.error()) : tl::unexpected(found.error());
    const auto& [open, index] = *found;
    const Thing& thing = open.batch.things[index];
    const Whereabouts where = whereabouts(thing, open.directory.get());
    if (auto kept = check_kept(where, id); !kept) return tl::unexpected(kept.error());
    Status done;
    if (where == Whereabouts::stored) {
        done = remove_kept({open.directory.get(), thing.stored}, thing);
    } else if (const auto parent = open_below(thing.root, thing.path.parent()); !parent) {
        done = tl::unexpected(parent.error());
    } else if (where == Whereabouts::in_parts) {
        done = remove_parts(parent->get(), thing);
    } else {
        done = remove_kept({parent->get(), thing.beside}, thing);
    }
    if (!done) return fail(done.error().code, done.error().what, thing.path.text());
    remove_if_empty(open);
    return thing.path;
}

// An entry that cannot be read has the name of its directory for an id.
Result<AbsPath> Quarantine::remove_unreadable(std::string_view id, const Error& otherwise) const {
    const auto directory = AbsPath::resolve(directory_, id);
    if (!directory || !stat_at(AT_FDCWD, directory->text().c_str())) return tl::unexpected(otherwise);
    const auto batch = read_manifest(*directory);
    if (batch && !batch->things.empty()) return tl::unexpected(otherwise);  // a whole batch
    if (remove_entry(*directory)) return *directory;
    return fail(Errc::io, describe_errno("cannot be removed", errno), directory->text());
}

}  // namespace postern::scrub
