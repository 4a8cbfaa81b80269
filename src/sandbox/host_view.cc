#include "sandbox/host_view.h"

#include "base/ascii.h"
#include "base/file.h"
#include "base/links.h"
#include "base/text.h"
#include "sandbox/mounted_trees.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace postern::sandbox {
namespace {

constexpr std::size_t kMaxText = 1 << 20;
const dev_t kNull = ::makedev(1, 3);  // /dev/null, which people name to have no configuration

// Listing a directory up to this size takes less time than looking up each name of the protected table in it.
constexpr off_t kListedSize = 1 << 13;

FileKind kind_of(mode_t mode) {
    if (S_ISREG(mode)) return FileKind::file;
    if (S_ISDIR(mode)) return FileKind::directory;
    return FileKind::other;
}

class ThisHost final : public HostView {
public:
    explicit ThisHost(std::vector<AbsPath> planned) : planned_(std::move(planned)) {}

    [[nodiscard]] FileKind kind(const AbsPath& path) const override {
        const auto [known, is_new] = kinds_.try_emplace(path.text(), FileKind::none);
        struct stat st {};
        if (is_new && ::stat(path.text().c_str(), &st) == 0) {
            known->second = kind_of(st.st_mode);
        } else if (is_new && is_planned(path)) {
            known->second = FileKind::directory;
        }
        return known->second;
    }

    [[nodiscard]] bool present(const AbsPath& path) const override {
        const auto names = names_.find(path.parent().text());
        const Names& listed = names != names_.end() ? names->second : remember_names(path.parent());
        if (listed && !listed->contains(lower_case(path.name()))) return is_planned(path);
        struct stat st {};
        return ::lstat(path.text().c_str(), &st) == 0 || is_planned(path);
    }

    [[nodiscard]] AbsPath real(const AbsPath& path) const override {
        if (path == AbsPath::root()) return path;
        const auto known = real_.find(path.text());
        if (known != real_.end()) return known->second;
        return real_.emplace(path.text(), follow_last_link(real(path.parent()), path.name())).first->second;
    }

    [[nodiscard]] Result<std::optional<std::string>> read(const AbsPath& file) const override {
        const auto known = contents_.find(file.text());
        return known != contents_.end() ? known->second : contents_.emplace(file.text(), read_now(file)).first->second;
    }

    [[nodiscard]] std::optional<std::string> link(const AbsPath& path) const override {
        const auto known = real_.find(path.text());
        if (known != real_.end() && known->second == path) return std::nullopt;
        std::array<char, PATH_MAX> target;  // filled by readlink
        const ssize_t length = ::readlink(path.text().c_str(), target.data(), target.size());
        if (length < 0 || static_cast<std::size_t>(length) == target.size()) return std::nullopt;
        return std::string(target.data(), static_cast<std::size_t>(length));
    }

    [[nodiscard]] Result<std::vector<Entry>> list(const AbsPath& directory) const override {
        const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(directory.text().c_str()), ::closedir);
        if (!open && errno == ENOENT && is_planned(directory)) return std::vector<Entry>{};
        if (!open) return fail(Errc::io, describe_errno("cannot list this directory", errno), directory.text());
        std::vector<Entry> entries;
        errno = 0;
        while (const dirent* entry = ::readdir(open.get())) {
            const std::string_view name = entry->d_name;
            if (name == "." || name == "..") continue;
            Entry found{std::string(name), entry->d_type == DT_DIR, entry->d_type == DT_LNK};
            if (entry->d_type == DT_UNKNOWN) {
                struct stat st {};
                if (::fstatat(::dirfd(open.get()), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0) {
                    found.directory = S_ISDIR(st.st_mode);
                    found.link = S_ISLNK(st.st_mode);
                }
            }
            entries.push_back(std::move(found));
            errno = 0;
        }
        if (errno != 0) return fail(Errc::io, describe_errno("cannot list this directory", errno), directory.text());
        return entries;
    }

    [[nodiscard]] std::vector<AbsPath> other_places(const AbsPath& path) const override {
        if (!mounts_) {
            const auto text = read_file_if_there(AbsPath::parse("/proc/self/mountinfo").value(), 1U << 26U);
            mounts_ = text && *text ? parse_mounts(**text) : std::vector<MountedTree>{};
        }
        std::vector<AbsPath> out;
        for (const OtherPlace& place : sandbox::other_places(*mounts_, path)) {
            if (is_same_file(place.path, place.original)) out.push_back(place.path);
        }
        return out;
    }

    [[nodiscard]] bool has_other_names(const AbsPath& file) const override {
        struct stat st {};
        return ::stat(file.text().c_str(), &st) == 0 && S_ISREG(st.st_mode) && st.st_nlink > 1;
    }

    [[nodiscard]] std::optional<AbsPath> home_of(const std::string& user) const override {
        constexpr std::size_t kName = 0, kHome = 5;
        const auto users =
            text(AbsPath::parse("/etc/passwd").value());  // getpwnam needs a C library that is not static
        for (const std::string_view line : split(users.value_or(""), '\n')) {
            const auto fields = split(line, ':');
            if (fields.size() <= kHome || fields[kName] != user) continue;
            auto home = AbsPath::parse(fields[kHome]);
            if (home) return std::move(*home);
        }
        return std::nullopt;
    }

private:
    static Result<std::optional<std::string>> read_now(const AbsPath& file) {
        struct stat st {};
        const bool there = ::stat(file.text().c_str(), &st) == 0;
        // What this user may not read, this user's programs do not read either.
        if (there ? ::access(file.text().c_str(), R_OK) != 0 && errno == EACCES : errno == EACCES) return std::nullopt;
        if (there && S_ISCHR(st.st_mode) && st.st_rdev == kNull) return std::optional<std::string>("");
        return read_file_if_there(file, kMaxText);
    }

    static bool is_same_file(const AbsPath& a, const AbsPath& b) {
        struct stat first {
        }, second{};
        if (::stat(a.text().c_str(), &first) != 0 || ::stat(b.text().c_str(), &second) != 0) return false;
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
    }

    // Names in lower case, because a directory may ignore case. nullopt: each name must be looked up by itself.
    using Names = std::optional<std::unordered_set<std::string>>;

    const Names& remember_names(const AbsPath& directory) const {
        Names& names = names_[directory.text()];
        struct stat st {};
        if (::stat(directory.text().c_str(), &st) != 0 || st.st_size > kListedSize) return names;
        const auto entries = list(directory);
        if (!entries) return names;
        std::unordered_set<std::string> all;
        for (const Entry& entry : *entries) {
            // A directory that ignores case may take a letter outside ASCII for an ASCII one.
            if (std::ranges::any_of(entry.name, [](char c) { return static_cast<unsigned char>(c) > 0x7f; })) {
                return names;
            }
            all.insert(lower_case(entry.name));
        }
        return names.emplace(std::move(all)), names;
    }

    [[nodiscard]] bool is_planned(const AbsPath& path) const {
        return std::ranges::any_of(planned_, [&](const AbsPath& planned) { return path.contains(planned); });
    }

    std::vector<AbsPath> planned_;
    mutable std::optional<std::vector<MountedTree>> mounts_{};
    mutable std::unordered_map<std::string, FileKind> kinds_{};
    mutable std::unordered_map<std::string, Result<std::optional<std::string>>> contents_{};
    mutable std::unordered_map<std::string, Names> names_{};   // by directory
    mutable std::unordered_map<std::string, AbsPath> real_{};  // by path, links followed
};

}  // namespace

std::unique_ptr<HostView> look_at_this_host(std::vector<AbsPath> planned) {
    return std::make_unique<ThisHost>(std::move(planned));
}

}  // namespace postern::sandbox
