#include "app/host.h"

#include "base/file.h"

#include <array>
#include <cerrno>
#include <climits>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

namespace postern::app {
Result<AbsPath> working_directory(std::optional<std::string_view> wanted) {
    auto path = named_path(wanted.value_or("."));
    if (!path || !wanted) return path;
    AbsPath real = follow_links(*path);
    // Commands may write to the working directory. An earlier command may have made a link that leads from a name below
    // the current directory to another place.
    if (const auto here = named_path("."); here && here->contains(*path) && !here->contains(real)) {
        return fail(Errc::invalid, "is led to " + real.text() + " by a link; name that directory if it is meant",
                    path->text());
    }
    struct stat st {};
    if (::stat(real.text().c_str(), &st) == 0) {
        if (!S_ISDIR(st.st_mode)) return fail(Errc::invalid, "not a directory", real.text());
    } else if (!wanted->starts_with('/')) {
        return fail(Errc::io, describe_errno("cannot use this directory", errno), real.text());
    }
    return real;
}

Result<AbsPath> named_path(std::string_view written) {
    if (written.empty()) return fail(Errc::invalid, "an empty path");
    if (written.starts_with('/')) return AbsPath::resolve(AbsPath::root(), written);
    std::array<char, PATH_MAX> buffer{};
    if (::getcwd(buffer.data(), buffer.size()) == nullptr) {
        return fail(Errc::io, describe_errno("cannot find out the working directory", errno));
    }
    const auto base = AbsPath::parse(buffer.data());
    if (!base) return fail(Errc::io, "the working directory is out of reach", buffer.data());
    return AbsPath::resolve(*base, written);
}

}  // namespace postern::app
