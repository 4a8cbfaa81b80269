#include "app/host_facts.h"

#include "app/sandbox_state.h"
#include "base/file.h"
#include "base/links.h"
#include "host/find_program.h"
#include "policy/host_name.h"
#include "run/terminal.h"
#include "scrub/scrub.h"
#include "settings/defaults.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <string>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace postern::app {
namespace {

std::string host_name() {
    std::array<char, HOST_NAME_MAX + 1> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return {};
    const auto host = policy::canonical_host(name.data());  // written into a file inside, so it must be a name
    return host ? host->text : "";
}

bool is_private_directory(const struct stat& st) {
    return S_ISDIR(st.st_mode) && st.st_uid == ::geteuid() && (st.st_mode & 077) == 0;
}

}  // namespace

host::Facts look_at_host(const Session& session, const sandbox::SandboxSpec* spec) {
    host::Facts out{.environment = session.environment,
                    .temporary = choose_temporary(session.places.state_home),
                    .root = ::geteuid() == 0,
                    .foreground = run::wants_foreground()};
    if (auto own = own_program()) out.own_program = std::move(*own);
    if (!session.policy.sandbox) return out;
    out.name = host_name();
    out.ever_writable = scrub::known_roots(session.places.state_home);
    out.nested_repositories = scrub::known_repositories(session.places.state_home, session.places.project);
    if (spec != nullptr && spec->gate.hosts) {
        out.has_java = host::find_program("java").error == 0;
        out.has_ssh = host::find_program("ssh").error == 0;
    }
    std::vector<AbsPath> writable{out.temporary};
    if (spec != nullptr) {
        for (const sandbox::WantedPath& wanted : spec->writable) writable.push_back(follow_links(wanted.path));
    }
    writable.insert(writable.end(), out.ever_writable.begin(), out.ever_writable.end());
    out.sandbox =
        host::sandbox_availability(bwrap_search(session, std::move(writable)), session.platform, session.walls);
    return out;
}

std::unique_ptr<sandbox::HostView> files_for_run(const Session& session, const host::Facts& facts) {
    return sandbox::look_at_this_host({session.places.state_home, facts.temporary});
}

Status make_own_directories(const Session& session, const host::Facts& facts) {
    if (Status made = make_directories(session.places.state_home, 0700); !made) return made;
    const std::string& path = facts.temporary.text();
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
        return fail(Errc::io, describe_errno("cannot be made, for commands to keep temporary files in", errno), path);
    }
    struct stat st {};
    if (::lstat(path.c_str(), &st) == 0 && is_private_directory(st)) return {};
    return fail(Errc::io, "must be a directory of yours with mode 0700, for commands to keep temporary files in", path);
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
    const bool usable = there ? is_private_directory(st) : ::access("/tmp", W_OK | X_OK) == 0;
    return usual && usable ? *usual : AbsPath::resolve(state_home, "tmp").value_or(state_home);
}

}  // namespace postern::app
