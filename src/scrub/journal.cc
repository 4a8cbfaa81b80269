#include "scrub/journal.h"

#include "base/file.h"
#include "base/json.h"
#include "scrub/path_json.h"
#include "scrub/safe_files.h"

#include <nlohmann/json.hpp>

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
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

using nlohmann::json;

// The clock of the file systems is read at a tick, and ticks are 10 ms apart at most; two of them, to be sure.
constexpr std::int64_t kSlack = 20'000'000;

std::int64_t read_clock(clockid_t clock) {
    timespec time{};
    (void)::clock_gettime(clock, &time);
    return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

std::string boot_id() {
    // Files below /proc have no size, so they are read by hand.
    const UniqueFd fd(::open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC));
    std::string text(64, '\0');
    const ssize_t n = fd ? ::read(fd.get(), text.data(), text.size()) : 0;
    text.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

// Field 22 of stat, after the name in parentheses, which may hold anything.
std::uint64_t start_of(pid_t pid) {
    const UniqueFd fd(::open(("/proc/" + std::to_string(pid) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
    std::string text(1024, '\0');
    const ssize_t n = fd ? ::read(fd.get(), text.data(), text.size()) : 0;
    if (n <= 0) return 0;
    text.resize(static_cast<std::size_t>(n));
    std::string_view rest = std::string_view(text).substr(std::min(text.rfind(')'), text.size()));
    for (int field = 2; field < 22; ++field) {
        const std::size_t blank = rest.find(' ');
        if (blank == std::string_view::npos) return 0;
        rest.remove_prefix(blank + 1);
    }
    std::uint64_t value = 0;
    (void)std::from_chars(rest.data(), rest.data() + rest.size(), value);
    return value;
}

// By reason: there are many paths, and few reasons.
json absent_to_json(const std::vector<sandbox::Absent>& absent) {
    json out = json::object();
    for (const auto& [path, why] : absent) out[why].push_back(to_json(path));
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
    if (!cwd || !home || !writable || !repositories || !held || !opened) return false;
    watch = {.cwd = *cwd,
             .home = *home,
             .writable = *writable,
             .repositories = *repositories,
             .held = *held,
             .opened = *opened};
    if (!read_absent(from.value("absent", json{}), watch.absent)) return false;
    return read_names(from.value("waived", json{}), watch.waived) &&
           read_names(from.value("alsoProtected", json{}), watch.also_protected);
}

bool overlap(const AbsPath& a, const AbsPath& b) {
    return a.contains(b) || b.contains(a);
}

Status write_all(int fd, std::string_view text, const std::string& name) {
    while (!text.empty()) {
        const ssize_t n = ::write(fd, text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return fail(Errc::io, describe_errno("cannot write the journal", errno), name);
        text.remove_prefix(static_cast<std::size_t>(n));
    }
    return {};  // not flushed to disk: it is for the next process, not for the next boot
}

}  // namespace

std::vector<std::int64_t> earliest_starts(const AbsPath& state_home, const Watch& watch) {
    std::vector<std::int64_t> earliest(watch.writable.size(), std::numeric_limits<std::int64_t>::max());
    const std::string directory = state_home.text() + "/journal";
    const auto entries = list_at(AT_FDCWD, directory.c_str());
    if (!entries) return earliest;  // there never was one
    for (const Listed& entry : *entries) {
        if (!entry.name.ends_with(".json")) continue;
        const std::string file = directory + '/' + entry.name;
        const auto text = read_at(AT_FDCWD, file.c_str(), kMaxJournal);
        const auto other = text ? decode_record(*text, AbsPath::root()) : fail(Errc::io, "gone");
        if (!other) continue;
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
    for (const AbsPath& path : watch.held) out.held_identities.push_back(identity_of(AT_FDCWD, path.text().c_str()));
    out.watch = std::move(watch);
    return out;
}

Watch what_still_counts(const Record& record) {
    Watch watch = record.watch;
    watch.held.clear();
    for (std::size_t i = 0; i < record.watch.held.size(); ++i) {
        // Replaced from outside, it lost its mount, and the command may have written to the new one.
        if (identity_of(AT_FDCWD, record.watch.held[i].text().c_str()) == record.held_identities[i])
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

std::string encode(const Record& record) {
    const Watch& watch = record.watch;
    const json document = {{"version", 1},
                           {"pid", record.pid},
                           {"pid_start", record.pid_start},
                           {"start", record.start},
                           {"begun", record.begun},
                           {"running", record.running},
                           {"boot", record.boot},
                           {"earlier", record.earlier},
                           {"heldIdentities", record.held_identities},
                           {"watch",
                            {{"cwd", to_json(watch.cwd)},
                             {"home", to_json(watch.home)},
                             {"writable", to_json(watch.writable)},
                             {"absent", absent_to_json(watch.absent)},
                             {"repositories", to_json(watch.repositories)},
                             {"held", to_json(watch.held)},
                             {"opened", to_json(watch.opened)},
                             {"waived", watch.waived},
                             {"alsoProtected", watch.also_protected}}}};
    return document.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
}

Result<Record> decode_record(std::string_view text, const AbsPath& name) {
    const auto document = parse_json(text, name.text());
    if (!document) return tl::unexpected(document.error());
    Record out;
    const auto wrong = [&] { return fail(Errc::parse, "not a journal", name.text()); };
    if (!document->is_object() || !read_watch(document->value("watch", json::object()), out.watch)) return wrong();
    for (const char* key : {"pid", "pid_start", "start", "begun", "running"}) {
        if (!document->contains(key) || !document->at(key).is_number_integer()) return wrong();
    }
    out.pid = document->at("pid").get<pid_t>();
    out.pid_start = document->at("pid_start").get<std::uint64_t>();
    out.start = document->at("start").get<std::int64_t>();
    out.begun = document->at("begun").get<std::int64_t>();
    out.running = document->at("running").get<std::int64_t>();
    if (!read_numbers(document->value("earlier", json{}), out.earlier) ||
        !read_numbers(document->value("heldIdentities", json{}), out.held_identities) ||
        out.earlier.size() != out.watch.writable.size() || out.held_identities.size() != out.watch.held.size()) {
        return wrong();
    }
    const json boot = document->value("boot", json{});
    if (boot.is_string()) out.boot = boot.get<std::string>();
    return out;
}

bool owner_alive(const Record& record) {
    return record.boot == boot_id() && start_of(record.pid) == record.pid_start && record.pid_start != 0;
}

Result<Journal> write_journal(const AbsPath& state_home, Record record) {
    const auto directory = AbsPath::resolve(state_home, "journal");
    if (!directory) return tl::unexpected(directory.error());
    if (auto made = make_directories(*directory, 0700); !made) return tl::unexpected(made.error());
    std::uint64_t random = 0;
    if (::getrandom(&random, sizeof random, 0) != sizeof random) {
        return fail(Errc::io, describe_errno("no random bytes", errno));
    }
    const std::string id = std::to_string(record.begun) + '-' + std::to_string(random);
    const std::string temporary = directory->text() + '/' + id + ".new";
    const std::string final_name = directory->text() + '/' + id + ".json";
    UniqueFd fd(::open(temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!fd) return fail(Errc::io, describe_errno("cannot create the journal", errno), temporary);
    Status done;
    const std::string text = encode(record);
    if (text.size() > kMaxJournal) done = fail(Errc::invalid, "there is too much to protect here", temporary);
    if (done && ::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
        done = fail(Errc::io, describe_errno("cannot lock the journal", errno), temporary);
    }
    if (done) done = write_all(fd.get(), text, temporary);
    if (done && ::rename(temporary.c_str(), final_name.c_str()) != 0) {
        done = fail(Errc::io, describe_errno("cannot rename the journal", errno), temporary);
    }
    if (!done) {
        (void)::unlink(temporary.c_str());
        return tl::unexpected(done.error());
    }
    auto file = AbsPath::parse(final_name);
    if (!file) return tl::unexpected(file.error());
    return Journal{.file = std::move(*file), .lock = std::move(fd), .record = std::move(record)};
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
    // Whoever held it before us may have finished the work.
    struct stat st {};
    out.gone = ::fstat(fd.get(), &st) != 0 || st.st_nlink == 0;
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
