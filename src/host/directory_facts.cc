#include "host/directory_facts.h"

#include "base/file.h"

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace postern::host {
namespace {

bool is_absent(const AbsPath& path) {
    struct stat st {};
    return ::stat(path.text().c_str(), &st) != 0 && errno == ENOENT;
}

// Returns facts about a directory that does not exist, as it would be if Postern made it.
DirectoryFacts see_absent(const AbsPath& path, const AbsPath& project) {
    DirectoryFacts out{.path = path.text(), .ours = true, .mode = 0700, .in_project = project.contains(path)};
    AbsPath around = path.parent();
    while (around != AbsPath::root() && is_absent(around)) around = around.parent();
    if (::access(around.text().c_str(), W_OK | X_OK) != 0) {
        const int error = errno;
        out.problem = describe_errno("cannot be made in " + around.text(), error);
    }
    return out;
}

}  // namespace

DirectoryFacts see_directory(const AbsPath& path, const AbsPath& project) {
    if (is_absent(path)) return see_absent(path, project);
    DirectoryFacts out{.path = path.text(), .in_project = project.contains(path)};
    struct stat st {};
    if (::stat(path.text().c_str(), &st) != 0) {
        out.problem = describe_errno("cannot be looked at", errno);
    } else if (!S_ISDIR(st.st_mode)) {
        out.problem = "not a directory";
    } else if (::access(path.text().c_str(), R_OK | W_OK | X_OK) != 0) {
        out.problem = describe_errno("cannot be used", errno);
    }
    out.ours = st.st_uid == ::geteuid();
    out.mode = st.st_mode & 07777U;
    return out;
}

DirectoryFacts see_temporary(const AbsPath& temporary, const AbsPath& project) {
    if (is_absent(temporary)) return see_directory(temporary.parent(), project);
    DirectoryFacts out = see_directory(temporary, project);
    struct stat st {};
    const bool own = ::lstat(temporary.text().c_str(), &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == ::geteuid();
    if (!own) return out;
    // A command may have changed the mode. Each run begins by putting it right.
    if (::access(temporary.text().c_str(), R_OK | W_OK | X_OK) != 0 && errno == EACCES) out.problem.clear();
    out.mode = 0700;
    return out;
}

}  // namespace postern::host
