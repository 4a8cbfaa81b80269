#include "app/own_files.h"

#include "base/file.h"

#include <array>
#include <cerrno>
#include <climits>
#include <string>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace postern::app {
namespace {

bool is_private_directory(const AbsPath& path) {
    struct stat st {};
    return ::lstat(path.text().c_str(), &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == ::geteuid() &&
           (st.st_mode & 077) == 0;
}

}  // namespace

Result<AbsPath> own_program() {
    std::array<char, PATH_MAX> buffer{};
    const ssize_t length = ::readlink("/proc/self/exe", buffer.data(), buffer.size() - 1);
    if (length <= 0) return fail(Errc::io, describe_errno("cannot find out where postern itself is", errno));
    return AbsPath::parse(std::string_view(buffer.data(), static_cast<std::size_t>(length)));
}

Result<AbsPath> temporary_directory(const AbsPath& state_home) {
    auto path = AbsPath::parse("/tmp/postern-" + std::to_string(::geteuid()));
    if (!path) return path;
    if (is_private_directory(*path)) return path;
    if (::mkdir(path->text().c_str(), 0700) == 0) return path;
    // Another user controls that directory, so one in `state_home` is used instead.
    path = AbsPath::resolve(state_home, "tmp");
    if (!path) return path;
    if (Status made = make_directories(*path, 0700); !made) return tl::unexpected<Error>(std::move(made.error()));
    if (!is_private_directory(*path)) {
        return fail(Errc::io, "must be a directory of yours with mode 0700, for commands to keep temporary files in",
                    path->text());
    }
    return path;
}

}  // namespace postern::app
