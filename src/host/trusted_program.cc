#include "host/trusted_program.h"

#include "base/file.h"
#include "base/links.h"
#include "host/capabilities.h"

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::host {
namespace {

#ifdef __APPLE__
const timespec& changed(const struct stat& st) {
    return st.st_mtimespec;
}
const timespec& touched(const struct stat& st) {
    return st.st_ctimespec;
}
#else
const timespec& changed(const struct stat& st) {
    return st.st_mtim;
}
const timespec& touched(const struct stat& st) {
    return st.st_ctim;
}
#endif

std::string identity_of(const std::string& path, const struct stat& st) {
    std::string out = path + '\n';
    const auto add = [&out](auto number) { out += std::to_string(number) + ' '; };
    add(st.st_dev);
    add(st.st_ino);
    add(st.st_size);
    add(changed(st).tv_sec);
    add(changed(st).tv_nsec);
    add(touched(st).tv_sec);
    add(touched(st).tv_nsec);
    return out;
}

Inspected refuse(std::string why, std::string remedy = {}) {
    return {.objection = std::move(why), .remedy = std::move(remedy)};
}

// Returns the number by which the kernel shows every user whom this user namespace does not know, or nullopt if it knows
// all. Such a file may belong to anybody, even if the number is our own.
std::optional<uid_t> unknown_user() {
    constexpr std::string_view kAll = "4294967295";
    const std::string map = read_fact("/proc/self/uid_map");
    if (map.empty() || map.find(kAll) != std::string::npos) return std::nullopt;
    const std::string shown = read_fact("/proc/sys/kernel/overflowuid");
    constexpr uid_t kUsual = 65534;
    return shown.empty() ? kUsual : static_cast<uid_t>(std::strtoul(shown.c_str(), nullptr, 10));
}

std::optional<Inspected> refuse_owner(const std::string& path, const struct stat& st) {
    static const std::optional<uid_t> unknown = unknown_user();
    if (unknown == st.st_uid) return refuse(path + " has an owner whom this user namespace does not tell");
    if (st.st_uid == 0 || st.st_uid == ::geteuid()) return std::nullopt;
    return refuse(path + " belongs to user " + std::to_string(st.st_uid) + ", neither root nor you");
}

std::optional<Inspected> refuse_directory(const std::string& path, const struct stat& st) {
    // Directories writable by a group are accepted: /usr/local/bin is one on Debian. In a sticky directory other users
    // cannot replace files of root or of this user.
    if ((st.st_mode & S_IWOTH) != 0 && (st.st_mode & S_ISVTX) == 0) {
        return refuse("everybody may write to " + path, "chmod o-w " + path);
    }
    return std::nullopt;
}

std::optional<Inspected> refuse_file(const std::string& path, const struct stat& st) {
    if (!S_ISREG(st.st_mode)) return refuse("not a regular file");
    if ((st.st_mode & (S_IWGRP | S_IWOTH)) != 0) return refuse("others may write to it", "chmod go-w " + path);
    if ((st.st_mode & (S_ISUID | S_ISGID)) != 0) {
        return refuse("setuid, and Postern runs nothing with more rights than you have", "chmod u-s,g-s " + path);
    }
    const auto capabilities = file_capabilities(path);
    if (!capabilities) return refuse(capabilities.error().what);
    if (!capabilities->empty()) {
        return refuse(
            "has file capabilities (" + *capabilities + "), and Postern runs nothing with more rights than you have",
            "setcap -r " + path);
    }
    if (::faccessat(AT_FDCWD, path.c_str(), X_OK, AT_EACCESS) != 0) return refuse("not executable");
    return std::nullopt;
}

class Walk {
public:
    Walk(const AbsPath& path, const std::vector<AbsPath>& writable)
        : start_(path.text()), rest_(start_), writable_(writable) {}

    Inspected run() {
        while (!rest_.empty()) {
            const std::string name = take_component(rest_);
            if (name.empty() || name == ".") continue;
            if (name == "..") {
                done_.erase(done_.empty() ? 0 : done_.rfind('/'));
                continue;
            }
            if (auto stop = step(done_ + '/' + name)) return std::move(*stop);
        }
        return refuse("not a regular file");
    }

private:
    // Looks at one component. Returns the result if the walk ends here, else nullopt.
    std::optional<Inspected> step(const std::string& next) {
        struct stat st {};
        if (::lstat(next.c_str(), &st) != 0) {
            const bool absent = errno == ENOENT || errno == ENOTDIR;
            if (!absent) return refuse(describe_errno("cannot look at " + next, errno));
            return refuse(links_ > 0 ? "a link to " + next + ", which is not there" : std::string{});
        }
        if (const AbsPath* root = writable_root(next)) {
            return refuse("lies in " + root->text() + ", which commands may write");
        }
        if (auto refused = refuse_owner(next, st)) return refused;
        if (S_ISLNK(st.st_mode)) return follow(next);
        if (S_ISDIR(st.st_mode)) {
            if (auto refused = refuse_directory(next, st)) return refused;
            done_ = next;
            return std::nullopt;
        }
        if (!rest_.empty() && rest_.find_first_not_of('/') != std::string::npos) return refuse({});  // ENOTDIR
        if (auto refused = refuse_file(next, st)) return refused;
        auto real = AbsPath::parse(next);
        if (!real) return refuse("not a usable path");
        return Inspected{.real = std::move(*real), .identity = identity_of(start_ + '\n' + next, st)};
    }

    std::optional<Inspected> follow(const std::string& link) {
        std::array<char, PATH_MAX> target{};
        const ssize_t length = ::readlink(link.c_str(), target.data(), target.size());
        if (length <= 0 || static_cast<std::size_t>(length) == target.size() || ++links_ > kMaxLinks) {
            return refuse("the link " + link + " leads nowhere");
        }
        rest_.insert(0, std::string(target.data(), static_cast<std::size_t>(length)) + '/');
        if (rest_.front() == '/') done_.clear();
        return std::nullopt;
    }

    [[nodiscard]] const AbsPath* writable_root(const std::string& path) const {
        const auto at = AbsPath::parse(path);
        if (!at) return nullptr;
        for (const AbsPath& root : writable_) {
            if (root.contains(*at)) return &root;
        }
        return nullptr;
    }

    const std::string start_;
    std::string done_{};  // without a '/' at its end; empty is the root
    std::string rest_;
    int links_ = 0;
    const std::vector<AbsPath>& writable_;
};

}  // namespace

std::string objection_text(const Inspected& inspected) {
    return inspected.objection + (inspected.remedy.empty() ? "" : "; to repair: " + inspected.remedy);
}

Inspected inspect_program(const AbsPath& path, const std::vector<AbsPath>& writable) {
    return Walk(path, writable).run();
}

Located locate_in_path(std::string_view name, std::string_view path_variable, const std::vector<AbsPath>& writable) {
    Located out;
    const std::string file = '/' + std::string(name);
    while (true) {
        const std::size_t colon = path_variable.find(':');
        const std::string entry(path_variable.substr(0, colon));
        const auto candidate = entry.starts_with('/') ? AbsPath::resolve(AbsPath::root(), entry + file)
                                                      : Result<AbsPath>(fail(Errc::invalid, "not absolute"));
        if (candidate) {
            struct stat st {};
            // Most directories in PATH have no such file, and one call shows that. lstat also finds a link to nothing.
            if (::lstat(candidate->text().c_str(), &st) == 0) {
                Inspected found = inspect_program(*candidate, writable);
                if (found.real) {
                    out.path = *candidate;
                    out.identity = std::move(found.identity);
                    return out;
                }
                if (!found.objection.empty()) {
                    out.passed_over.push_back(candidate->text() + " (" + objection_text(found) + ')');
                }
            }
        } else if (::access((entry.empty() ? '.' + file : entry + file).c_str(), F_OK) == 0) {
            out.passed_over.push_back((entry.empty() ? "the empty entry of PATH" : entry + file) +
                                      " (PATH names it relative to the working directory)");
        }
        if (colon == std::string_view::npos) return out;
        path_variable.remove_prefix(colon + 1);
    }
}

}  // namespace postern::host
