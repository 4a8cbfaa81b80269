#include "sandbox/host_view.h"

#include "base/file.h"
#include "base/links.h"

#include <cerrno>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::sandbox {
namespace {

constexpr std::size_t kMaxText = 1 << 16;

Kind kind_of(mode_t mode) {
    if (S_ISREG(mode)) return Kind::file;
    if (S_ISDIR(mode)) return Kind::directory;
    return Kind::other;
}

class ThisHost final : public HostView {
public:
    [[nodiscard]] Kind kind(const AbsPath& path) const override {
        struct stat st {};
        return ::stat(path.text().c_str(), &st) == 0 ? kind_of(st.st_mode) : Kind::none;
    }

    [[nodiscard]] bool present(const AbsPath& path) const override {
        struct stat st {};
        return ::lstat(path.text().c_str(), &st) == 0;
    }

    [[nodiscard]] AbsPath real(const AbsPath& path) const override { return follow_links(path); }

    [[nodiscard]] std::optional<std::string> text(const AbsPath& file) const override {
        auto read = read_file_if_there(file, kMaxText);
        if (!read) return std::nullopt;
        return *read;
    }

    [[nodiscard]] Result<std::vector<Entry>> list(const AbsPath& directory) const override {
        const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(directory.text().c_str()), ::closedir);
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
};

}  // namespace

const HostView& this_host() {
    static const ThisHost host;
    return host;
}

}  // namespace postern::sandbox
