#include "host/look.h"

#include "base/file.h"
#include "base/unique_fd.h"
#include "host/directory_facts.h"
#include "host/find_program.h"
#include "host/init_program.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

namespace postern::host {
namespace {

std::string host_name() {
    std::array<char, HOST_NAME_MAX + 1> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

bool is_own_directory(const struct stat& st) {
    return S_ISDIR(st.st_mode) && st.st_uid == ::geteuid();
}

// Closes a directory to all others. A command may have opened it, or closed it to us. Follows no link.
Status make_private(const AbsPath& directory) {
    const UniqueFd fd(::open(directory.text().c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat st {};
    if (!fd || ::fstat(fd.get(), &st) != 0 || !is_own_directory(st)) {
        return fail(Errc::io, "must be a directory of yours, and no link", directory.text());
    }
    if ((st.st_mode & 07777) == 0700) return {};
    if (::chmod(("/proc/self/fd/" + std::to_string(fd.get())).c_str(), 0700) == 0) return {};
    return fail(Errc::io, describe_errno("cannot be closed to others", errno), directory.text());
}

bool is_controlling_terminal(int fd) {
    return ::isatty(fd) == 1 && ::tcgetsid(fd) == ::getsid(0);
}

void look_at_own_files(Facts& out) {
    auto own = own_program();
    if (!own) {
        out.init.objection = own.error().what;
        return;
    }
    out.own_files = init_places(*own);
    out.own_files.push_back(*own);
    out.init = inspect_init(*own);
    out.own_program = std::move(*own);
}

// Returns whether the directory is this user's, or could be made by this user.
bool can_be_made(const AbsPath& directory) {
    struct stat st {};
    if (::stat(directory.text().c_str(), &st) == 0) return is_own_directory(st);
    for (AbsPath at = directory.parent();; at = at.parent()) {
        if (::access(at.text().c_str(), F_OK) == 0) return ::access(at.text().c_str(), W_OK | X_OK) == 0;
        if (at == AbsPath::root()) return false;
    }
}

}  // namespace

Facts look(LookRequest request) {
    Facts out{.environment = std::move(request.environment),
              .name = host_name(),
              .temporary = choose_temporary(request.state_home),
              .root = ::geteuid() == 0,
              .foreground = wants_foreground(),
              .ever_writable = std::move(request.ever_writable),
              .nested_repositories = std::move(request.nested_repositories)};
    if (request.cache_home != AbsPath::root() && can_be_made(request.cache_home)) out.caches = request.cache_home;
    look_at_own_files(out);
    if (request.gate) {
        out.has_java = find_program("java").error == 0;
        out.has_ssh = find_program("ssh").error == 0;
    }
    const BwrapSearch search = outside_of(std::move(request.bwrap), out.ever_writable, out.temporary);
    out.sandbox = sandbox_availability(search, {.asked = request.asked,
                                                .platform = request.platform,
                                                .walls = request.walls,
                                                .state = see_directory(request.state_home, request.project),
                                                .temporary = see_temporary(out.temporary, request.project),
                                                .init = out.init});
    out.moves_paths = request.platform != Platform::macos && !out.sandbox.without_namespaces;
    return out;
}

BwrapSearch outside_of(BwrapSearch search, const std::vector<AbsPath>& ever_writable, const AbsPath& temporary) {
    search.writable.insert(search.writable.end(), ever_writable.begin(), ever_writable.end());
    search.writable.push_back(temporary);
    std::erase(search.writable, AbsPath::root());
    return search;
}

Result<AbsPath> own_program() {
    std::array<char, PATH_MAX> buffer{};
    const ssize_t length = ::readlink("/proc/self/exe", buffer.data(), buffer.size() - 1);
    if (length <= 0) return fail(Errc::io, describe_errno("cannot find out where postern itself is", errno));
    return AbsPath::parse(std::string_view(buffer.data(), static_cast<std::size_t>(length)));
}

AbsPath choose_temporary(const AbsPath& state_home) {
    const auto usual = AbsPath::parse("/tmp/postern-" + std::to_string(::geteuid()));
    struct stat st {};
    const bool there = usual && ::lstat(usual->text().c_str(), &st) == 0;
    const bool usable = there ? is_own_directory(st) : ::access("/tmp", W_OK | X_OK) == 0;
    return usual && usable ? *usual : AbsPath::resolve(state_home, "tmp").value_or(state_home);
}

Status make_own_directories(const AbsPath& state_home, const Facts& facts) {
    if (Status made = make_directories(state_home, 0700); !made) return made;
    // The user may have put a link there; where it leads is not for us to change.
    struct stat st {};
    if (::lstat(state_home.text().c_str(), &st) == 0 && is_own_directory(st)) {
        if (Status closed = make_private(state_home); !closed) return closed;
    }
    const std::string& path = facts.temporary.text();
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
        return fail(Errc::io, describe_errno("cannot be made, for commands to keep temporary files in", errno), path);
    }
    if (Status closed = make_private(facts.temporary); !closed || !facts.caches) return closed;
    if (Status made = make_directories(*facts.caches, 0700); !made) return made;
    return make_private(*facts.caches);
}

bool wants_foreground() {
    struct stat in {
    }, out{};
    if (!is_controlling_terminal(STDIN_FILENO) || !is_controlling_terminal(STDOUT_FILENO)) return false;
    if (::fstat(STDIN_FILENO, &in) != 0 || ::fstat(STDOUT_FILENO, &out) != 0) return false;
    return in.st_rdev == out.st_rdev && ::tcgetpgrp(STDIN_FILENO) == ::getpgrp();
}

}  // namespace postern::host
