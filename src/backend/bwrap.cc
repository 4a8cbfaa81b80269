#include "backend/bwrap.h"

#include "backend/init_launch.h"
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

Result<std::string> BwrapBackend::show(const sandbox::Profile& profile, Form form) const {
    if (form == Form::text) return sandbox::profile_text(profile);
    auto json = sandbox::profile_json(profile);
    json["bwrap"] = bwrap_words(profile);
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

Result<LaunchPlan> BwrapBackend::plan(PlanRequest request) const {
    const sandbox::Profile& profile = request.profile;
    if (!facts_.sandbox.bwrap) return fail(Errc::unsupported, facts_.sandbox.reason);
    auto init = init_launch(facts_, request);
    if (!init) return tl::unexpected<Error>(std::move(init.error()));

    std::vector<std::string> words = bwrap_words(profile);
    LaunchPlan plan = std::move(init->plan);
    if (Status placed = place_kept(words, profile, request.kept); !placed) return tl::unexpected<Error>(placed.error());
    if (facts_.sandbox.bwrap->has_bind_fd) {
        if (Status held = hold_writable(words, plan.inherited); !held) return tl::unexpected<Error>(held.error());
    }
    if (Status given = give_files(words, profile.given, plan.inherited); !given)
        return tl::unexpected<Error>(given.error());
    auto args = words_as_file(words);
    if (!args) return tl::unexpected<Error>(std::move(args.error()));
    plan.file = facts_.sandbox.bwrap->path.text();
    plan.argv = {"bwrap", "--args", std::to_string(args->get()), "--"};
    plan.argv.push_back(std::move(init->file));
    for (std::string& word : init->words) plan.argv.push_back(std::move(word));
    if (Status fits = check_words(words.size(), plan.argv.size()); !fits) return tl::unexpected<Error>(fits.error());
    plan.inherited.push_back(std::move(*args));
    return plan;
}

}  // namespace postern::backend
