#include "scrub/journal.h"

#include "base/end_mark.h"
#include "base/file.h"
#include "base/io.h"
#include "base/json.h"
#include "base/process_stat.h"
#include "base/quote.h"
#include "base/text.h"
#include "scrub/held_links.h"
#include "scrub/path_json.h"
#include "scrub/safe_files.h"
#include "state/document.h"

#include <algorithm>
#include <limits>
#include <thread>
#include <utility>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <ctime>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

using nlohmann::json;

// Two ticks: file systems read their clock at ticks, which are 10 ms apart at most.
constexpr std::int64_t kSlack = 20'000'000;

std::int64_t read_clock(clockid_t clock) {
    timespec time{};
    (void)::clock_gettime(clock, &time);
    return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

std::string boot_id() {
    const UniqueFd fd(::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC));
    const auto text = fd ? read_all(fd.get(), 4096) : std::nullopt;
    return std::string(text ? trimmed(*text, "\n") : "");
}

std::uint64_t start_of(pid_t pid) {
    const auto stat = read_process_stat(pid);
    return stat ? stat->started : 0;
}

// Listed by reason, because there are many paths and few reasons.
json absent_to_json(const std::vector<sandbox::Absent>& absent) {
    json out = json::object();
    for (const auto& [path, why] : absent) out[printable(why)].push_back(to_json(path));
    return out;
}

bool read_absent(const json& from, std::vector<sandbox::Absent>& absent) {
    if (!from.is_object()) return false;
    for (const auto& [why, listed] : from.items()) {
        const auto paths = to_paths(listed);
        if (!paths) return false;
        for (const AbsPath& path : *paths) absent.push_back({.path = path, .why = why});
    }
    return true;
}

template <class Number>
bool read_numbers(const json& from, std::vector<Number>& numbers) {
    if (!from.is_array()) return false;
    for (const json& item : from) {
        if (!item.is_number_integer()) return false;
        numbers.push_back(item.get<Number>());
    }
    return true;
}

bool read_names(const json& from, std::vector<std::string>& names) {
    if (!from.is_array()) return false;
    for (const json& item : from) {
        if (!item.is_string()) return false;
        names.push_back(item.get<std::string>());
    }
    return true;
}

bool read_watch(const json& from, Watch& watch) {
    auto cwd = to_path(from.value("cwd", json{})), home = to_path(from.value("home", json{}));
    auto writable = to_paths(from.value("writable", json{}));
    auto repositories = to_paths(from.value("repositories", json{}));
    auto held = to_paths(from.value("held", json{})), opened = to_paths(from.value("opened", json{}));
    // Earlier releases did not say which of the held paths are hidden, so all of them may be.
    auto hidden = to_paths(from.value("hidden", from.value("held", json{})));
    auto removed = to_paths(from.value("removed", json::array()));
    if (!hidden || !removed) return false;
    if (!cwd || !home || !writable || !repositories || !held || !opened) return false;
    watch = {.cwd = *cwd,
             .home = *home,
             .writable = *writable,
             .repositories = *repositories,
             .held = *held,
             .hidden = *hidden,
             .opened = *opened,
             .removed = *removed};
    if (!read_absent(from.value("absent", json{}), watch.absent)) return false;
    if (!read_links(from.value("links", json::array()), watch.links)) return false;
    return read_names(from.value("waived", json{}), watch.waived) &&
           read_names(from.value("alsoProtected", json{}), watch.also_protected);
}

bool overlap(const AbsPath& a, const AbsPath& b) {
    return a.contains(b) || b.contains(a);
}

json encode_record(const Record& record) {
    const Watch& watch = record.watch;
    return {{"pid", record.pid},
            {"pid_start", record.pid_start},
            {"start", record.start},
            {"begun", record.begun},
            {"running", record.running},
            {"boot", record.boot},
            {"earlier", record.earlier},
            {"heldIdentities", record.read_only_identities},
            {"watch",
             {{"cwd", to_json(watch.cwd)},
              {"home", to_json(watch.home)},
              {"writable", to_json(watch.writable)},
              {"absent", absent_to_json(watch.absent)},
              {"links", links_to_json(watch.links)},
              {"repositories", to_json(watch.repositories)},
              {"held", to_json(watch.held)},
              {"hidden", to_json(watch.hidden)},
              {"opened", to_json(watch.opened)},
              {"removed", to_json(watch.removed)},
              {"waived", watch.waived},
              {"alsoProtected", watch.also_protected}}}};
}

constexpr state::DocumentKind kKind{.name = "journal", .max_bytes = kMaxJournal};

Result<Record> record_from(const json& from, int) {
    Record out;
    if (!read_watch(from.value("watch", json::object()), out.watch)) return state::refuse(kKind, "/watch");
    for (const char* key : {"pid", "pid_start", "start", "begun", "running"}) {
        if (!from.value(key, json{}).is_number_integer()) return state::refuse(kKind, pointer_to("", key));
    }
    out.pid = from.at("pid").get<pid_t>();
    out.pid_start = from.at("pid_start").get<std::uint64_t>();
    out.start = from.at("start").get<std::int64_t>();
    out.begun = from.at("begun").get<std::int64_t>();
    out.running = from.at("running").get<std::int64_t>();
    if (!read_numbers(from.value("earlier", json{}), out.earlier) ||
        !read_numbers(from.value("heldIdentities", json{}), out.read_only_identities) ||
        out.earlier.size() != out.watch.writable.size() || out.read_only_identities.size() != out.watch.held.size()) {
        return state::refuse(kKind);
    }
    const json boot = from.value("boot", json{});
    if (boot.is_string()) out.boot = boot.get<std::string>();
    return out;
}

constexpr state::Format<Record> kFormat{.kind = kKind, .encode = encode_record, .decode = record_from};

// Returns the start that the name of a journal tells, or nullopt if it is not the name of one.
std::optional<std::int64_t> start_in_name(const std::string& name) {
    std::int64_t begun = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), begun);
    if (error != std::errc{} || end == name.data() + name.size() || *end != '-') return std::nullopt;
    return begun - 2 * kSlack;
}

}  // namespace

Result<std::vector<std::int64_t>> earliest_starts(const AbsPath& state_home, const Watch& watch, const AbsPath* but) {
    std::vector<std::int64_t> earliest(watch.writable.size(), std::numeric_limits<std::int64_t>::max());
    const std::string directory = state_home.text() + "/journal";
    const auto entries = list_at(AT_FDCWD, directory.c_str());
    if (!entries) {
        if (entries.error().code == Errc::invalid) return earliest;  // there never was one
        return fail(Errc::io, entries.error().what, directory);
    }
    for (const Listed& entry : *entries) {
        if (!entry.name.ends_with(".json")) continue;
        const std::string file = directory + '/' + entry.name;
        if (but != nullptr && file == but->text()) continue;
        errno = 0;
        const auto text = read_at(AT_FDCWD, file.c_str(), kMaxJournal);
        if (!text && errno == ENOENT) continue;  // its run is over by now
        const auto other = text ? decode_record(*text, AbsPath::root()) : fail(Errc::io, "cannot be read");
        if (!other) {
            // Only the start of its run is known, so the run may have written below any root.
            const auto start = start_in_name(entry.name);
            for (std::int64_t& mine : earliest) mine = std::min(mine, start.value_or(mine));
            continue;
        }
        for (std::size_t mine = 0; mine < earliest.size(); ++mine) {
            for (std::size_t theirs = 0; theirs < other->watch.writable.size(); ++theirs) {
                if (!overlap(watch.writable[mine], other->watch.writable[theirs])) continue;
                earliest[mine] = std::min({earliest[mine], other->start, other->earlier[theirs]});
            }
        }
    }
    return earliest;
}

Record new_record(Watch watch, std::vector<std::int64_t> earlier) {
    const std::int64_t begun = read_clock(CLOCK_REALTIME);
    Record out{.pid = ::getpid(),
               .pid_start = start_of(::getpid()),
               .start = std::min(begun, read_clock(CLOCK_REALTIME_COARSE)) - kSlack,
               .begun = begun,
               .running = read_clock(CLOCK_BOOTTIME),
               .boot = boot_id(),
               .earlier = std::move(earlier)};
    for (const AbsPath& path : watch.held)
        out.read_only_identities.push_back(identity_of(AT_FDCWD, path.text().c_str()));
    out.watch = std::move(watch);
    return out;
}

Watch what_still_counts(const Record& record) {
    Watch watch = record.watch;
    watch.held.clear();
    for (std::size_t i = 0; i < record.watch.held.size(); ++i) {
        // A file that was replaced from outside has lost its mount, so the command may have written to the new one.
        if (identity_of(AT_FDCWD, record.watch.held[i].text().c_str()) == record.read_only_identities[i])
            watch.held.push_back(record.watch.held[i]);
    }
    return watch;
}

std::int64_t true_start(const Record& record) {
    if (record.boot != boot_id()) return record.start;
    const std::int64_t went_by = read_clock(CLOCK_BOOTTIME) - record.running;
    const std::int64_t shown = read_clock(CLOCK_REALTIME) - record.begun;
    return record.start - std::max<std::int64_t>(0, went_by - shown);
}

std::int64_t end_of_run(const Record& record, int journal) {
    struct stat st {};
    char last = '\0';
    if (::fstat(journal, &st) == 0 && ::pread(journal, &last, 1, st.st_size - 1) == 1 && last == kEndMark) {
        return st.st_mtim.tv_sec * 1'000'000'000 + st.st_mtim.tv_nsec + kSlack;
    }
    const std::string boot = boot_id();
    if (boot.empty() || boot == record.boot) return std::numeric_limits<std::int64_t>::max();
    return read_clock(CLOCK_REALTIME) - read_clock(CLOCK_BOOTTIME) + kSlack;
}

Result<std::string> encode(const Record& record, const std::string& name) {
    return state::encode(kFormat, record, name);
}

Result<Record> decode_record(std::string_view text, const AbsPath& name) {
    return state::decode(kFormat, text, name.text());
}

bool owner_alive(const Record& record) {
    const std::string boot = boot_id();  // empty if it cannot be read
    return (boot.empty() || boot == record.boot) && start_of(record.pid) == record.pid_start && record.pid_start != 0;
}

Result<UniqueFd> write_locked(const AbsPath& file, std::string_view text) {
    const std::string temporary = file.text() + ".new";
    if (auto made = make_directories(file.parent(), 0700); !made) return tl::unexpected(made.error());
    UniqueFd fd(::open(temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!fd) return fail(Errc::io, describe_errno("cannot create the journal", errno), temporary);
    const auto refused = [&](const char* doing) {
        const int error = errno;
        (void)::unlink(temporary.c_str());
        return fail(Errc::io, describe_errno(doing, error), temporary);
    };
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) return refused("cannot lock the journal");
    // Not flushed to disk: the journal is for the next process, not for the next boot.
    if (!write_all(fd.get(), text)) return refused("cannot write the journal");
    if (::rename(temporary.c_str(), file.text().c_str()) != 0) return refused("cannot rename the journal");
    return fd;
}

Result<Journal> write_journal(const AbsPath& state_home, Record record) {
    const std::string id = unused_name(std::to_string(record.begun) + '-');
    auto file = AbsPath::resolve(state_home, "journal/" + id + ".json");
    if (!file) return tl::unexpected(file.error());
    const auto text = encode(record, file->text());
    if (!text) return tl::unexpected(text.error());
    auto fd = write_locked(*file, *text);
    if (!fd) return tl::unexpected(fd.error());
    return Journal{.file = std::move(*file), .lock = std::move(*fd), .record = std::move(record)};
}

Locked lock_journal(const AbsPath& file, std::chrono::milliseconds patience) {
    Locked out;
    UniqueFd fd(::open(file.text().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!fd) {
        out.gone = errno == ENOENT;
        return out;
    }
    const auto until = std::chrono::steady_clock::now() + patience;
    while (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
        if ((errno != EWOULDBLOCK && errno != EINTR) || std::chrono::steady_clock::now() >= until) return out;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    // A process that held the lock before may have finished the work.
    struct stat st {};
    if (::fstat(fd.get(), &st) != 0) return out;
    out.gone = st.st_nlink == 0;
    if (!out.gone) out.fd = std::move(fd);
    return out;
}

void end_holders(const AbsPath& file) {
    const auto processes = list_at(AT_FDCWD, "/proc");
    if (!processes) return;
    for (const Listed& process : *processes) {
        const pid_t pid = static_cast<pid_t>(std::strtol(process.name.c_str(), nullptr, 10));
        if (pid <= 1 || pid == ::getpid()) continue;
        const std::string descriptors = "/proc/" + process.name + "/fd";
        const auto open = list_at(AT_FDCWD, descriptors.c_str());
        if (!open) continue;  // not ours, or gone
        for (const Listed& descriptor : *open) {
            const auto target = read_link_at(AT_FDCWD, (descriptors + '/' + descriptor.name).c_str());
            if (target && *target == file.text()) {
                (void)::kill(pid, SIGKILL);
                break;
            }
        }
    }
}

}  // namespace postern::scrub
