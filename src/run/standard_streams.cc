#include "run/standard_streams.h"

#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>

namespace postern::run {
namespace {

constexpr std::array<std::string_view, 3> kNames{"standard input", "standard output", "standard error"};

// Returns what the descriptor is if it may not be passed on, else nothing.
std::string_view objection(int fd, int flags) {
    if ((flags & O_PATH) != 0) return "a path that was not opened";
    struct stat st {};
    if (::fstat(fd, &st) != 0) return "not known to the kernel";
    switch (st.st_mode & S_IFMT) {
        case S_IFREG:
        case S_IFIFO:
        case S_IFSOCK:
        case S_IFCHR: return {};
        case S_IFDIR: return "a directory";
        case S_IFBLK: return "a block device";
        default: return "neither a file nor a pipe";
    }
}

}  // namespace

Status check_standard_streams() {
    for (int fd = 0; fd < static_cast<int>(kNames.size()); ++fd) {
        const int flags = ::fcntl(fd, F_GETFL);
        if (flags < 0) continue;  // closed
        const std::string_view what = objection(fd, flags);
        if (what.empty()) continue;
        return fail(Errc::invalid, std::string(kNames[static_cast<std::size_t>(fd)]) + " is " + std::string(what) +
                                       ", which would lead past the walls of the sandbox; nothing was run");
    }
    return {};
}

StreamFlags::StreamFlags() {
    for (std::size_t fd = 0; fd < before_.size(); ++fd) before_[fd] = ::fcntl(static_cast<int>(fd), F_GETFL);
}

StreamFlags::~StreamFlags() {
    for (std::size_t fd = 0; fd < before_.size(); ++fd) {
        const int now = ::fcntl(static_cast<int>(fd), F_GETFL);
        if (before_[fd] >= 0 && now != before_[fd]) (void)::fcntl(static_cast<int>(fd), F_SETFL, before_[fd]);
    }
}

}  // namespace postern::run
