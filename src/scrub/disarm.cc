#include "scrub/disarm.h"

#include "base/file.h"
#include "base/io.h"
#include "scrub/safe_files.h"

#include <array>
#include <optional>
#include <utility>

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

constexpr std::size_t kFewFiles = 32;  // each flushed by itself; of more, the whole file system
constexpr auto kEnding = std::to_array({SIGTERM, SIGINT, SIGHUP, SIGQUIT});

// A file that the command removed comes back with the directories above it.
Missing if_missing(const Thing& thing) {
    return thing.mode == 0 && thing.former ? Missing::made : Missing::refused;
}

// Opens the directories of things. Neighbours in a batch often have the same one.
class Parents {
public:
    [[nodiscard]] Result<int> of(const Thing& thing) {
        const AbsPath directory = thing.path.parent();
        if (!fd_ || directory != last_) {
            auto opened = open_below(thing.root, directory, if_missing(thing));
            if (!opened) return tl::unexpected(opened.error());
            fd_ = std::move(*opened);
            last_ = directory;
        }
        return fd_.get();
    }

private:
    AbsPath last_ = AbsPath::root();
    UniqueFd fd_{};
};

// What cannot be looked at may be there. Nothing is removed for that reason, and nothing is taken for done.
enum class Presence : std::uint8_t { absent, unknown, there };

Presence presence(int parent, const std::string& name) {
    if (stat_at(parent, name.c_str())) return Presence::there;
    return errno == ENOENT || errno == ENOTDIR ? Presence::absent : Presence::unknown;
}

bool is_there(int parent, const std::string& name) {
    return presence(parent, name) == Presence::there;
}

bool is_absent(int parent, const std::string& name) {
    return presence(parent, name) == Presence::absent;
}

// Writes the former content under a name of its own.
bool write_former(int parent, const Thing& thing) {
    const Former& former = *thing.former;
    const std::string name = thing.incoming();
    (void)::unlinkat(parent, name.c_str(), 0);  // an attempt that failed
    if (S_ISLNK(former.mode)) return ::symlinkat(former.content.c_str(), parent, name.c_str()) == 0;
    const UniqueFd fd(::openat(parent, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!fd) return false;
    // The owner is that of the file that is replaced, or else of the directory.
    const auto like = stat_at(parent, thing.name().c_str());
    const auto owner = like ? like : stat_at(parent, ".");
    const bool owned = ::geteuid() != 0 || (owner && ::fchown(fd.get(), owner->owner, owner->group) == 0);
    if (owned && write_all(fd.get(), former.content) && ::fchmod(fd.get(), former.mode & 07777) == 0) return true;
    (void)::unlinkat(parent, name.c_str(), 0);
    return false;
}

// Returns whether the path has the former content, in a file of its own.
bool former_is_there(int parent, const Thing& thing) {
    const Former& former = *thing.former;
    const auto st = stat_at(parent, thing.name().c_str());
    if (!st || st->mode != former.mode) return false;
    if (S_ISLNK(former.mode)) return read_link_at(parent, thing.name().c_str()) == former.content;
    return st->links == 1 && read_at(parent, thing.name().c_str(), former.content.size()) == former.content;
}

// Puts the former content at a path that is free.
bool put_former_back(int parent, const Thing& thing) {
    if (!write_former(parent, thing)) return false;
    const int error = rename_new(parent, thing.incoming(), parent, thing.name());
    if (error != 0) (void)::unlinkat(parent, thing.incoming().c_str(), 0);
    return error == 0;
}

int exchange(int parent, const std::string& one, const std::string& other) {
    int error = 0;
    do {
        error = ::renameat2(parent, one.c_str(), parent, other.c_str(), RENAME_EXCHANGE) == 0 ? 0 : errno;
    } while (error == EINTR);
    return error;
}

// Tries twice: the thing is disarmed, but has not yet the name under which it is looked for.
bool name_beside(int parent, const Thing& thing) {
    return rename_new(parent, thing.incoming(), parent, thing.beside) == 0 ||
           rename_new(parent, thing.incoming(), parent, thing.beside) == 0;
}

// A repository under another name is still one, unless its HEAD has another name, too.
bool hide_head(int parent, const Thing& thing) {
    if (!S_ISDIR(thing.mode)) return true;
    const Opened passable(parent, thing.beside.c_str());
    const UniqueFd inside(::openat(parent, thing.beside.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!inside) return errno == ENOTDIR || errno == ENOENT;
    for (int attempt = 0; attempt < 2; ++attempt) {
        const int error = rename_new(inside.get(), "HEAD", inside.get(), thing.head);
        if (error == 0 || error == ENOENT) return true;
    }
    return false;
}

Fate beside(int parent, const Thing& thing) {
    Fate fate{.kind = Fate::Kind::beside};
    fate.unfinished = !hide_head(parent, thing);
    return fate;
}

// The last resorts for a thing that cannot be renamed where it is.
Fate disarm_otherwise(int parent, const OpenBatch& open, const Thing& thing, int error) {
    const Move move{.from = parent, .name = thing.name(), .to = open.directory.get(), .as = thing.stored};
    if (open.directory && rename_tree(move) == 0) return {.kind = Fate::Kind::stored};
    if (S_ISDIR(thing.mode)) {
        if (open.directory) {
            const UniqueFd mark(::openat(open.directory.get(), thing.in_parts().c_str(),
                                         O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
        }
        const Status split = split_into_parts(parent, thing);
        if (split) return {.kind = Fate::Kind::in_parts, .note = "everything in it has another name now"};
        return {.kind = Fate::Kind::armed, .note = text_of(split.error())};
    }
    return {.kind = Fate::Kind::armed, .note = describe_errno("it cannot be renamed", error)};
}

Fate disarm(int parent, const OpenBatch& open, const Thing& thing) {
    if (thing.mode == 0) return {};
    const Opened writable(parent, ".");
    const bool ready = thing.former && !is_absent(parent, thing.name()) && write_former(parent, thing);
    if (ready && exchange(parent, thing.incoming(), thing.name()) == 0) {
        Fate fate{.kind = Fate::Kind::beside, .former_is_back = true};
        if (name_beside(parent, thing)) {
            fate.unfinished = !hide_head(parent, thing);
        } else {
            fate.unfinished = true;
        }
        return fate;
    }
    int error = rename_new(parent, thing.name(), parent, thing.beside);
    if (error != 0) error = rename_new(parent, thing.name(), parent, thing.beside);  // the reason may have passed
    if (error == 0) return beside(parent, thing);
    if (ready) (void)::unlinkat(parent, thing.incoming().c_str(), 0);
    if (is_absent(parent, thing.name())) return {};
    return disarm_otherwise(parent, open, thing, error);
}

Fate disarm(Parents& parents, const OpenBatch& open, const Thing& thing) {
    const auto parent = parents.of(thing);
    if (parent) return disarm(*parent, open, thing);
    if (is_absent(AT_FDCWD, thing.path.text())) return {};
    return {.kind = Fate::Kind::armed, .note = parent.error().what};
}

bool wants_former(const Thing& thing, const Fate& fate) {
    const bool away = fate.kind == Fate::Kind::beside || fate.kind == Fate::Kind::stored || thing.mode == 0;
    return thing.former && away && !fate.former_is_back;
}

// What could not be put back at once, for want of room perhaps, is tried again when everything is disarmed.
void put_formers_back(const OpenBatch& open, std::vector<Fate>& fates) {
    Parents parents;
    for (std::size_t i = 0; i < fates.size(); ++i) {
        const Thing& thing = open.batch.things[i];
        if (!wants_former(thing, fates[i])) continue;
        const auto parent = parents.of(thing);
        if (parent) {
            const Opened writable(*parent, ".");
            if (is_there(*parent, thing.name())) continue;  // somebody was faster
            fates[i].former_is_back = put_former_back(*parent, thing) || put_former_back(*parent, thing);
        }
        if (fates[i].former_is_back) continue;
        fates[i].unfinished = true;
        fates[i].note = "its old content could not be put back yet";
    }
}

// Decides what an interrupted exchange had done, and completes it.
// Returns false if that cannot be told.
bool complete_exchange(int parent, const Thing& thing) {
    if (!thing.former || is_absent(parent, thing.incoming())) return true;
    if (former_is_there(parent, thing) && is_absent(parent, thing.beside)) return name_beside(parent, thing);
    // Not exchanged yet if it is the former content, or as much of it as was written.
    const bool link = S_ISLNK(thing.former->mode);
    const auto written = link ? read_link_at(parent, thing.incoming().c_str())
                              : read_at(parent, thing.incoming().c_str(), thing.former->content.size());
    if (!written || !thing.former->content.starts_with(*written)) return false;
    return ::unlinkat(parent, thing.incoming().c_str(), 0) == 0;
}

Fate complete(int parent, const OpenBatch& open, const Thing& thing) {
    const Opened writable(parent, ".");
    if (!complete_exchange(parent, thing)) return {.unfinished = true};
    switch (whereabouts(thing, open.directory.get())) {
        case Whereabouts::unknown: return {.kind = Fate::Kind::gone, .unfinished = true};
        case Whereabouts::nowhere: return {};
        case Whereabouts::in_parts: return disarm_otherwise(parent, open, thing, 0);
        case Whereabouts::beside: {
            Fate fate = beside(parent, thing);
            fate.former_is_back = thing.former && is_there(parent, thing.name());
            return fate;
        }
        case Whereabouts::stored: {
            const bool original = !is_absent(parent, thing.beside) || !is_absent(parent, thing.removing());
            return {.kind = original ? Fate::Kind::beside : Fate::Kind::stored,
                    .former_is_back = thing.former && is_there(parent, thing.name())};
        }
    }
    return {};
}

Move to_quarantine(int parent, const OpenBatch& open, const Thing& thing) {
    return {.from = parent,
            .name = thing.beside,
            .to = open.directory.get(),
            .as = thing.stored,
            .copying = thing.copying(),
            .removing = thing.removing()};
}

// A copy that was complete when the process was killed.
bool finish_earlier_copy(const Move& move) {
    if (!is_there(move.to, move.as)) return false;
    const Opened writable(move.from, ".");
    if (is_there(move.from, move.name)) (void)rename_new(move.from, move.name, move.from, move.removing);
    (void)remove_tree(move.from, move.removing);
    return true;
}

// The first half: renames, and copies to another file system, which `copied` then names.
void store(int parent, const OpenBatch& open, std::size_t index, Fate& fate, std::vector<std::size_t>& copied) {
    const Move move = to_quarantine(parent, open, open.batch.things[index]);
    if (finish_earlier_copy(move)) {
        fate.kind = Fate::Kind::stored;
        return;
    }
    const int error = rename_tree(move);
    if (error == 0) fate.kind = Fate::Kind::stored;
    if (error == EXDEV) {
        if (auto done = copy_and_compare(move); done) {
            copied.push_back(index);
        } else {
            fate.note = done.error().what;
        }
    } else if (error != 0) {
        fate.note = describe_errno("it cannot be moved", error);
    }
}

void store_copies(const OpenBatch& open, const std::vector<std::size_t>& copied, std::vector<Fate>& fates) {
    if (copied.empty()) return;
    const Status flushed = flush_file_system(open.directory.get());
    Parents parents;
    for (const std::size_t index : copied) {
        const Thing& thing = open.batch.things[index];
        const auto parent = parents.of(thing);
        if (!flushed || !parent) {
            (void)remove_tree(open.directory.get(), thing.copying());  // the original is whole
            fates[index].note = flushed ? parent.error().what : flushed.error().what;
            continue;
        }
        const Status done = remove_original(to_quarantine(*parent, open, thing));
        if (is_there(open.directory.get(), thing.stored)) fates[index].kind = Fate::Kind::stored;
        if (!done) fates[index].note = done.error().what;
    }
}

// A power cut must not leave an empty file where the former content was put.
void flush_formers(const OpenBatch& open, const std::vector<Fate>& fates) {
    Parents parents;
    std::size_t count = 0;
    for (std::size_t i = 0; i < fates.size(); ++i) {
        const Thing& thing = open.batch.things[i];
        const auto parent = fates[i].former_is_back ? parents.of(thing) : fail(Errc::invalid, "nothing to flush");
        if (!parent) continue;
        if (++count > kFewFiles) return (void)flush_file_system(*parent);
        const UniqueFd fd(::openat(*parent, thing.name().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        if (fd) (void)::fdatasync(fd.get());
    }
}

}  // namespace

std::vector<Fate> disarm_all(const OpenBatch& open) {
    std::vector<Fate> fates;
    Parents parents;
    for (const Thing& thing : open.batch.things) {
        Fate fate = disarm(parents, open, thing);
        if (fate.kind == Fate::Kind::armed)
            fate = disarm(parents, open, thing);  // what failed may have been a moment's
        fates.push_back(std::move(fate));
    }
    put_formers_back(open, fates);
    return fates;
}

std::vector<Fate> disarm_rest(const OpenBatch& open) {
    std::vector<Fate> fates;
    Parents parents;
    for (const Thing& thing : open.batch.things) {
        const auto parent = parents.of(thing);
        fates.push_back(parent ? complete(*parent, open, thing)
                               : Fate{.unfinished = !is_absent(AT_FDCWD, thing.path.parent().text())});
    }
    put_formers_back(open, fates);
    return fates;
}

bool has_former_content(const Thing& thing) {
    if (!thing.former) return false;
    const auto parent = open_below(thing.root, thing.path.parent());
    return parent && former_is_there(parent->get(), thing);
}

void store_all(const OpenBatch& open, std::vector<Fate>& fates) {
    if (!open.directory) return;
    Parents parents;
    std::vector<std::size_t> copied;
    bool ending = false;
    for (std::size_t i = 0; i < fates.size(); ++i) {
        if (fates[i].kind != Fate::Kind::beside || fates[i].unfinished) continue;
        ending = ending || HeldSignals::asked_to_end();
        const auto parent =
            ending ? fail(Errc::invalid, "it will be moved by the next postern") : parents.of(open.batch.things[i]);
        if (parent) {
            store(*parent, open, i, fates[i], copied);
        } else {
            fates[i].note = parent.error().what;
            fates[i].unfinished = ending;
        }
    }
    store_copies(open, copied, fates);
    if (!ending) flush_formers(open, fates);
}

HeldSignals::HeldSignals() {
    sigset_t ending{};
    (void)::sigemptyset(&ending);
    for (const int signal : kEnding) (void)::sigaddset(&ending, signal);
    (void)::pthread_sigmask(SIG_BLOCK, &ending, &before_);
}

HeldSignals::~HeldSignals() {
    (void)::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool HeldSignals::asked_to_end() {
    sigset_t waiting{};
    if (::sigpending(&waiting) != 0) return false;
    for (const int signal : kEnding) {
        struct sigaction action {};
        const bool ignored = ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
        if (::sigismember(&waiting, signal) == 1 && !ignored) return true;
    }
    return false;
}

}  // namespace postern::scrub
