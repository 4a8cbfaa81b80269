#include "backend/init_launch.h"

#include "base/file.h"

#include <cerrno>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>

namespace postern::backend {
namespace {

void add(std::vector<std::string>& words, std::initializer_list<std::string_view> more) {
    for (const std::string_view word : more) words.emplace_back(word);
}

// Returns the name of the one filter with all calls that Postern answers, or "" if there are none. It is one
// filter, because a process can have only one listener.
std::string guard_filter(const sandbox::Profile& profile) {
    std::string name;
    const auto with = [&name](bool wanted, const char* part) {
        if (wanted) name += (name.empty() ? "" : "+") + std::string(part);
    };
    with(profile.without_namespaces, "modes");
    with(profile.exec_guard != settings::ExecGuardMode::off, "exec");
    with(profile.create_guard, "create");
    with(profile.create_guard && !profile.links.empty(), "remove");
    with(profile.unix_sockets == sandbox::UnixSockets::inside, "connect");
    return name;
}

}  // namespace

std::vector<std::string> init_words(const sandbox::Profile& profile) {
    std::vector<std::string> words{"--filter", "base"};
    if (!profile.create_guard) add(words, {"--filter", "set-group-id"});  // else the guard answers
    if (profile.nested == sandbox::NestedNamespaces::refused) add(words, {"--filter", "namespaces"});
    if (profile.exec_guard == settings::ExecGuardMode::strict) add(words, {"--filter", "tracing"});
    switch (profile.unix_sockets) {
        case sandbox::UnixSockets::closed: add(words, {"--filter", "unix-closed"}); break;
        case sandbox::UnixSockets::inside: break;
        case sandbox::UnixSockets::open: add(words, {"--abstract-sockets"}); break;
    }
    if (profile.network == sandbox::Network::gate) add(words, {"--gate"});
    // Without namespaces the port for names would be the host's.
    const bool own_network = profile.network == sandbox::Network::isolated && !profile.without_namespaces;
    if (own_network) add(words, {"--names"});
    if (const std::string guards = guard_filter(profile); !guards.empty()) add(words, {"--filter", guards});
    if (profile.without_namespaces) {
        add(words, {"--without-namespaces", "--filter", "without-namespaces"});
        for (const AbsPath& path : profile.readable) add(words, {"--read", path.text()});
    } else {
        add(words, {"--write", "/dev/shm", "--write", "/proc"});  // ordinary programs write there
    }
    for (const AbsPath& root : profile.writable) add(words, {"--write", root.text()});
    for (const sandbox::Mount& mount : profile.mounts) {
        const bool own =
            mount.access == sandbox::MountAccess::empty_private || mount.access == sandbox::MountAccess::kept_private;
        if (own) add(words, {"--write", mount.path.text()});
    }
    add(words, {"--cwd", profile.cwd.text()});
    return words;
}

Result<InitLaunch> init_launch(const host::Facts& facts, PlanRequest& request) {
    const sandbox::Profile& profile = request.profile;
    if (profile.exec_guard != settings::ExecGuardMode::off && !facts.sandbox.exec_guard) {
        return fail(Errc::unsupported,
                    "the rules cannot be applied to programs while they start: no seccomp listener can be had here; "
                    "nothing was run. `postern doctor` tells more; `\"execGuard\": \"off\"` does without");
    }
    if (!facts.init.real) return fail(Errc::unsupported, host::objection_text(facts.init));
    const std::string& path = facts.init.real->text();
    UniqueFd init(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!init) return fail(Errc::io, describe_errno("cannot open postern-init", errno), path);
    int pair[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
        return fail(Errc::io, describe_errno("cannot make a pair of sockets", errno));
    }
    InitLaunch out{.file = "/proc/self/fd/" + std::to_string(init.get()), .words = {}};
    out.plan.control = UniqueFd(pair[0]);
    out.plan.control_inside = UniqueFd(pair[1]);
    add(out.words, {"--control", std::to_string(pair[1]), "--exec", std::to_string(init.get())});
    for (std::string& word : init_words(profile)) out.words.push_back(std::move(word));
    for (const std::string& limit : request.limits.init_limits) add(out.words, {"--limit", limit});
    if (request.foreground) add(out.words, {"--foreground"});
    if (request.journal >= 0) add(out.words, {"--journal", std::to_string(request.journal)});
    add(out.words, {"--"});
    for (std::string& word : request.program) out.words.push_back(std::move(word));
    for (const sandbox::Variable& variable : profile.environment)
        out.plan.env.push_back(variable.name + '=' + variable.value);
    out.plan.inherited.push_back(std::move(init));
    out.plan.foreground = request.foreground;
    out.plan.limits = std::move(request.limits);
    return out;
}

}  // namespace postern::backend
