#include "run/cgroup.h"

#include "base/file.h"
#include "base/io.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace postern::run {
namespace {

constexpr std::string_view kPrefix = "postern-";
constexpr int kRemovalTries = 500;  // of 2 ms each: a killed process leaves its group a moment later

UniqueFd open_directory(int parent, const char* name) {
    return UniqueFd(::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// Returns an empty string if the file cannot be read.
std::string read_at(int directory, const char* file) {
    const UniqueFd fd(::openat(directory, file, O_RDONLY | O_CLOEXEC));
    std::string out;
    std::array<char, 4096> buffer{};
    for (ssize_t got = 0; fd && (got = ::read(fd.get(), buffer.data(), buffer.size())) > 0;) {
        out.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return out;
}

int write_at(int directory, const std::string& file, std::string_view value) {
    const UniqueFd fd(::openat(directory, file.c_str(), O_WRONLY | O_CLOEXEC));
    if (!fd || ::write(fd.get(), value.data(), value.size()) != static_cast<ssize_t>(value.size())) return errno;
    return 0;
}

void kill_members(int directory) {
    const std::string text = read_at(directory, "cgroup.procs");
    for (const char *at = text.data(), *end = at + text.size(); at < end;) {
        pid_t pid = 0;
        const auto [stop, error] = std::from_chars(at, end, pid);
        if (error != std::errc{}) break;
        if (pid > 1 && pid != ::getpid()) (void)::kill(pid, SIGKILL);  // 0 is a process in another pid namespace
        at = stop + 1;
    }
}

void remove_group(int parent, const std::string& name, int directory) {
    for (int tries = 0; tries < kRemovalTries; ++tries) {
        if (::unlinkat(parent, name.c_str(), AT_REMOVEDIR) == 0 || errno != EBUSY) return;
        kill_members(directory);
        const timespec pause{.tv_sec = 0, .tv_nsec = 2'000'000};
        (void)::nanosleep(&pause, nullptr);
    }
}

std::vector<std::string> groups_of_ours(int parent) {
    std::vector<std::string> out;
    UniqueFd again = open_directory(parent, ".");
    DIR* stream = again ? ::fdopendir(again.get()) : nullptr;
    if (stream == nullptr) return out;
    (void)again.release();  // now owned by the stream
    while (const dirent* entry = ::readdir(stream)) {
        if (std::string_view(entry->d_name).starts_with(kPrefix)) out.emplace_back(entry->d_name);
    }
    (void)::closedir(stream);
    return out;
}

// Removes groups of killed runs. Their locks were released when the processes died.
void remove_left_over(int parent) {
    for (const std::string& name : groups_of_ours(parent)) {
        const UniqueFd directory = open_directory(parent, name.c_str());
        if (!directory || ::flock(directory.get(), LOCK_EX | LOCK_NB) != 0) continue;
        remove_group(parent, name, directory.get());
    }
}

std::string fresh_name() {
    return unused_name(std::string(kPrefix) + std::to_string(::getpid()) + '-');
}

}  // namespace

Result<Cgroup> Cgroup::make(const std::vector<backend::CgroupSetting>& settings) {
    Cgroup out;
    out.name_ = fresh_name();
    for (const backend::CgroupSetting& setting : settings) {
        const auto known = std::ranges::find(out.members_, setting.parent, &Member::parent);
        if (known == out.members_.end()) {
            Member member{.parent = setting.parent, .parent_fd = {}, .directory = {}, .procs = {}};
            member.parent_fd.reset(::open(setting.parent.text().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
            const auto failed = [&](int error) {
                return fail(Errc::io, describe_errno("cannot make a control group", error), setting.parent.text());
            };
            if (!member.parent_fd) return failed(errno);
            remove_left_over(member.parent_fd.get());
            if (::mkdirat(member.parent_fd.get(), out.name_.c_str(), 0755) != 0) return failed(errno);
            member.directory = open_directory(member.parent_fd.get(), out.name_.c_str());
            const int open_error = errno;
            out.members_.push_back(std::move(member));  // from here on the destructor removes it
            Member& made = out.members_.back();
            if (!made.directory) return failed(open_error);
            if (::flock(made.directory.get(), LOCK_EX | LOCK_NB) != 0) return failed(errno);
            made.procs.reset(::openat(made.directory.get(), "cgroup.procs", O_WRONLY | O_CLOEXEC));
            if (!made.procs) return failed(errno);
        }
        const Member& member = *std::ranges::find(out.members_, setting.parent, &Member::parent);
        const int error = write_at(member.directory.get(), setting.file, setting.value);
        if (error != 0 && !(setting.optional && error == ENOENT)) {
            return fail(Errc::io, describe_errno("cannot set " + setting.file + " to " + setting.value, error),
                        setting.parent.text() + "/" + out.name_);
        }
    }
    return out;
}

Cgroup::~Cgroup() {
    for (const Member& member : members_) remove_group(member.parent_fd.get(), name_, member.directory.get());
}

std::vector<int> Cgroup::procs() const {
    std::vector<int> out;
    for (const Member& member : members_) out.push_back(member.procs.get());
    return out;
}

}  // namespace postern::run
