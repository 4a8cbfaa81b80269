#include "sandbox/host_view.h"

#include "base/ascii.h"
#include "base/file.h"
#include "base/links.h"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::sandbox {
namespace {

constexpr std::size_t kMaxText = 1 << 16;

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
        struct stat st {};
        if (::stat(path.text().c_str(), &st) == 0) return kind_of(st.st_mode);
        return is_planned(path) ? FileKind::directory : FileKind::none;
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
        // Looks only at the last component if the parent is known.
        const AbsPath parent = path.parent();
        auto known = real_.find(parent.text());
        if (known == real_.end()) known = real_.emplace(parent.text(), real(parent)).first;
        return follow_last_link(known->second, path.name());
    }

    [[nodiscard]] std::optional<std::string> text(const AbsPath& file) const override {
        auto read = read_file_if_there(file, kMaxText);
        if (!read) return std::nullopt;
        return *read;
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

private:
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
    mutable std::unordered_map<std::string, Names> names_{};   // by directory
    mutable std::unordered_map<std::string, AbsPath> real_{};  // by directory, links followed
};

}  // namespace

std::unique_ptr<HostView> look_at_this_host(std::vector<AbsPath> planned) {
    return std::make_unique<ThisHost>(std::move(planned));
}

}  // namespace postern::sandbox
