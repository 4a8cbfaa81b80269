#include "backend/bwrap.h"

#include "base/file.h"
#include "base/io.h"
#include "sandbox/profile_render.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/openat2.h>

namespace postern::backend {
namespace {

// Parts of /proc that are settings of the whole machine.
constexpr auto kKernelSettings =
    std::to_array<std::string_view>({"/proc/sys", "/proc/sysrq-trigger", "/proc/fs", "/proc/acpi", "/proc/scsi"});

constexpr std::size_t kMostHeld = 400;  // descriptors; the usual limit of a process is 1024

void add(std::vector<std::string>& words, std::initializer_list<std::string_view> more) {
    for (const std::string_view word : more) words.emplace_back(word);
}

bool has_mounts_below(const sandbox::Profile& profile, const AbsPath& directory) {
    return std::ranges::any_of(profile.mounts, [&](const sandbox::Mount& mount) {
        return mount.path != directory && directory.contains(mount.path) &&
               mount.access != sandbox::MountAccess::hidden;
    });
}

class Words {
public:
    explicit Words(const sandbox::Profile& profile) : profile_(profile) {}

    std::vector<std::string> run() {
        namespaces();
        root();
        system();
        for (const sandbox::Mount& mount : profile_.mounts) one(mount);
        for (std::size_t i = 0; i < profile_.given.size(); ++i) {
            add(words_, {"--perms", "0444", "--ro-bind-data", std::to_string(i), profile_.given[i].path.text()});
        }
        // Hidden directories become read-only last, because mount points for reopened paths are made in them.
        for (const std::string& path : read_only_later_) add(words_, {"--remount-ro", path});
        return std::move(words_);
    }

private:
    void namespaces() {
        add(words_, {"--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"});
        if (profile_.network != sandbox::Network::host) add(words_, {"--unshare-net"});
        add(words_, {"--die-with-parent", "--as-pid-1", "--cap-drop", "ALL"});
    }

    void root() {
        const auto at_root = [](const sandbox::Mount& mount) { return mount.path.text() == "/"; };
        const auto whole = std::ranges::find_if(profile_.mounts, at_root);
        if (whole == profile_.mounts.end() || whole->access == sandbox::MountAccess::read_only) {
            add(words_, {"--ro-bind", "/", "/"});
        } else if (whole->access != sandbox::MountAccess::hidden) {
            add(words_, {"--bind", "/", "/"});
        }  // hidden: bwrap begins with an empty directory
    }

    void system() {
        add(words_, {"--dev", "/dev"});
        if (profile_.proc == sandbox::Proc::fresh) {
            add(words_, {"--proc", "/proc"});
            // bubblewrap makes these read-only itself if access() says that the directory is writable. It says no to
            // root without capabilities, but root owns the files in them, which suffices to write them.
            if (!profile_.root) return;
            for (const std::string_view path : kKernelSettings) add(words_, {"--ro-bind-try", path, path});
        } else {
            add(words_, {"--ro-bind", "/proc", "/proc"});
        }
    }

    void one(const sandbox::Mount& mount) {
        const std::string& path = mount.path.text();
        if (path == "/") return;
        switch (mount.access) {
            case sandbox::MountAccess::writable:
            case sandbox::MountAccess::cannot_move: add(words_, {"--bind", path, path}); break;
            case sandbox::MountAccess::read_only:
            case sandbox::MountAccess::reopened: add(words_, {"--ro-bind", path, path}); break;
            case sandbox::MountAccess::empty_private: add(words_, {"--tmpfs", path}); break;
            case sandbox::MountAccess::kept_private:
                add(words_, {"--bind", mount.source.value_or(mount.path).text(), path});
                break;
            case sandbox::MountAccess::hidden: hide(mount); break;
        }
    }

    // Covers a file with a device that cannot be opened, and a directory with an empty one that cannot be listed.
    void hide(const sandbox::Mount& mount) {
        const std::string& path = mount.path.text();
        if (!mount.directory) return add(words_, {"--ro-bind", "/dev/null", path});
        add(words_, {"--perms", has_mounts_below(profile_, mount.path) ? "0555" : "0000", "--tmpfs", path});
        read_only_later_.push_back(path);
    }

    const sandbox::Profile& profile_;
    std::vector<std::string> words_;
    std::vector<std::string> read_only_later_;
};

// Opens a path whose links were followed when the profile was made. Fails if it has a link now, which may have been put
// there to make another directory writable.
Result<UniqueFd> open_unchanged(const std::string& path) {
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_NO_SYMLINKS;
    UniqueFd fd(static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof how)));
    if (!fd && errno == ENOSYS) fd.reset(::open(path.c_str(), O_PATH | O_CLOEXEC | O_NOFOLLOW));  // before Linux 5.6
    if (fd) return fd;
    return fail(Errc::io, describe_errno("changed while the sandbox was being set up", errno), path);
}

// Opens every writable path and passes bubblewrap descriptors instead of paths. Otherwise a command in another sandbox
// could put a link in the way between our check and bubblewrap's mount.
Status hold_writable(std::vector<std::string>& words, std::vector<UniqueFd>& held) {
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
        if (words[i] != "--bind" || words[i + 1] == "/") continue;
        if (held.size() == kMostHeld) {
            return fail(Errc::invalid, "more than " + std::to_string(kMostHeld) +
                                           " directories would have to be mounted so that they can be written or not "
                                           "renamed; deny whole directories instead of many files in many of them");
        }
        auto fd = open_unchanged(words[i + 1]);
        if (!fd) return tl::unexpected<Error>(std::move(fd.error()));
        words[i] = "--bind-fd";
        words[i + 1] = std::to_string(fd->get());
        held.push_back(std::move(*fd));
        i += 2;
    }
    return {};
}

Result<UniqueFd> file_in_memory(std::string_view text) {
    UniqueFd file(::memfd_create("postern-bwrap", MFD_CLOEXEC));
    if (!file) return fail(Errc::io, describe_errno("cannot make a file in memory", errno));
    if (!write_all(file.get(), text)) return fail(Errc::io, describe_errno("cannot write a file in memory", errno));
    if (::lseek(file.get(), 0, SEEK_SET) != 0) return fail(Errc::io, describe_errno("cannot rewind", errno));
    return file;
}

Result<UniqueFd> words_as_file(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text.append(word).push_back('\0');
    return file_in_memory(text);
}

// Puts the given files in memory and writes their descriptors into the words.
Status give_files(std::vector<std::string>& words, const std::vector<sandbox::GivenFile>& given,
                  std::vector<UniqueFd>& held) {
    auto word = words.begin();
    for (const sandbox::GivenFile& file : given) {
        auto fd = file_in_memory(file.text);
        if (!fd) return tl::unexpected<Error>(std::move(fd.error()));
        word = std::find(word, words.end(), "--ro-bind-data") + 1;
        *word = std::to_string(fd->get());
        held.push_back(std::move(*fd));
    }
    return {};
}

// Returns the name of the one filter with all calls that Postern answers, or "" if there are none. It is one
// filter, because a process can have only one listener.
std::string guard_filter(const sandbox::Profile& profile) {
    std::string name;
    const auto with = [&name](bool wanted, const char* part) {
        if (wanted) name += (name.empty() ? "" : "+") + std::string(part);
    };
    with(profile.exec_guard != settings::ExecGuardMode::off, "exec");
    with(profile.create_guard, "create");
    with(profile.create_guard && !profile.links.empty(), "remove");
    with(profile.unix_sockets == sandbox::UnixSockets::inside, "connect");
    return name;
}

// Writes the present names of the kept directories into the words, in the place of their stores.
Status place_kept(std::vector<std::string>& words, const sandbox::Profile& profile,
                  const std::vector<KeptContent>& kept) {
    for (const sandbox::Mount& mount : profile.mounts) {
        if (mount.access != sandbox::MountAccess::kept_private || !mount.source) continue;
        const auto now = std::ranges::find(kept, *mount.source, &KeptContent::store);
        if (now == kept.end()) return fail(Errc::invalid, "was not made for this run", mount.source->text());
        for (std::size_t i = 0; i + 2 < words.size(); ++i) {
            if (words[i] == "--bind" && words[i + 1] == mount.source->text() && words[i + 2] == mount.path.text())
                words[i + 1] = now->content.text();
        }
    }
    return {};
}

// bubblewrap counts its options and the words of the command together.
Status check_words(std::size_t options, std::size_t command) {
    if (options + command <= kMaxBwrapWords) return {};
    const std::string all = std::to_string(options) + " words for the sandbox and " + std::to_string(command) +
                            " for the command are more than the 9000 that bubblewrap takes; ";
    return fail(Errc::invalid, all + (options > command ? "hide or deny directories instead of many single files"
                                                        : "give the command fewer words, or a file of them"));
}

}  // namespace

std::vector<std::string> bwrap_words(const sandbox::Profile& profile) {
    return Words(profile).run();
}

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
    if (const std::string guards = guard_filter(profile); !guards.empty()) add(words, {"--filter", guards});
    add(words, {"--write", "/dev/shm", "--write", "/proc"});  // ordinary programs write there
    for (const AbsPath& root : profile.writable) add(words, {"--write", root.text()});
    for (const sandbox::Mount& mount : profile.mounts) {
        const bool own =
            mount.access == sandbox::MountAccess::empty_private || mount.access == sandbox::MountAccess::kept_private;
        if (own) add(words, {"--write", mount.path.text()});
    }
    add(words, {"--cwd", profile.cwd.text()});
    return words;
}

Result<std::string> BwrapBackend::show(const sandbox::Profile& profile, Form form) const {
    if (form == Form::text) return sandbox::profile_text(profile);
    auto json = sandbox::profile_json(profile);
    json["bwrap"] = bwrap_words(profile);
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

Result<LaunchPlan> BwrapBackend::plan(PlanRequest request) const {
    const sandbox::Profile& profile = request.profile;
    if (!facts_.sandbox.bwrap) return fail(Errc::unsupported, facts_.sandbox.reason);
    if (profile.exec_guard != settings::ExecGuardMode::off && !facts_.sandbox.exec_guard) {
        return fail(Errc::unsupported,
                    "the rules cannot be applied to programs while they start: no seccomp listener can be had here; "
                    "nothing was run. `postern doctor` tells more; `\"execGuard\": \"off\"` does without");
    }
    if (!facts_.init.real) return fail(Errc::unsupported, host::objection_text(facts_.init));
    const std::string& init_path = facts_.init.real->text();

    std::vector<std::string> words = bwrap_words(profile);
    LaunchPlan plan;
    if (Status placed = place_kept(words, profile, request.kept); !placed) return tl::unexpected<Error>(placed.error());
    if (facts_.sandbox.bwrap->has_bind_fd) {
        if (Status held = hold_writable(words, plan.inherited); !held) return tl::unexpected<Error>(held.error());
    }
    if (Status given = give_files(words, profile.given, plan.inherited); !given)
        return tl::unexpected<Error>(given.error());
    auto args = words_as_file(words);
    if (!args) return tl::unexpected<Error>(std::move(args.error()));
    UniqueFd init(::open(init_path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!init) return fail(Errc::io, describe_errno("cannot open postern-init", errno), init_path);
    int pair[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
        return fail(Errc::io, describe_errno("cannot make a pair of sockets", errno));
    }
    plan.control = UniqueFd(pair[0]);
    plan.control_inside = UniqueFd(pair[1]);
    plan.file = facts_.sandbox.bwrap->path.text();
    plan.argv = {"bwrap",
                 "--args",
                 std::to_string(args->get()),
                 "--",
                 "/proc/self/fd/" + std::to_string(init.get()),
                 "--control",
                 std::to_string(plan.control_inside.get()),
                 "--exec",
                 std::to_string(init.get())};
    for (std::string& word : init_words(profile)) plan.argv.push_back(std::move(word));
    for (const std::string& limit : request.limits.init_limits) add(plan.argv, {"--limit", limit});
    if (request.foreground) add(plan.argv, {"--foreground"});
    if (request.journal >= 0) add(plan.argv, {"--journal", std::to_string(request.journal)});
    add(plan.argv, {"--"});
    for (std::string& word : request.program) plan.argv.push_back(std::move(word));
    if (Status fits = check_words(words.size(), plan.argv.size()); !fits) return tl::unexpected<Error>(fits.error());
    for (const sandbox::Variable& variable : profile.environment)
        plan.env.push_back(variable.name + '=' + variable.value);
    plan.inherited.push_back(std::move(*args));
    plan.inherited.push_back(std::move(init));
    plan.foreground = request.foreground;
    plan.limits = std::move(request.limits);
    return plan;
}

}  // namespace postern::backend
