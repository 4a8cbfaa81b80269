#include "host/find_program.h"

#include <cerrno>
#include <cstdlib>

#include <sys/stat.h>
#include <unistd.h>

namespace postern::host {
namespace {

// Returns 0, or the errno that says why the file cannot be executed.
int executable(const std::string& file) {
    struct stat st {};
    if (::stat(file.c_str(), &st) != 0) return errno;
    if (!S_ISREG(st.st_mode)) return EACCES;
    return ::access(file.c_str(), X_OK) == 0 ? 0 : errno;
}

}  // namespace

FoundProgram find_program(std::string_view name) {
    if (name.empty()) return {.error = ENOENT};
    if (name.find('/') != std::string_view::npos) {
        std::string file(name);
        const int error = executable(file);
        return {std::move(file), error};
    }
    const char* path = std::getenv("PATH");
    std::string_view rest = path == nullptr ? "/usr/bin:/bin" : path;
    int error = ENOENT;
    for (bool more = true; more;) {
        const std::size_t colon = rest.find(':');
        more = colon != std::string_view::npos;
        const std::string_view directory = rest.substr(0, colon);
        std::string file = (directory.empty() ? "." : std::string(directory)) + '/' + std::string(name);
        const int why = executable(file);
        if (why == 0) return {std::move(file)};
        if (why == EACCES) error = EACCES;
        rest.remove_prefix(more ? colon + 1 : rest.size());
    }
    return {.error = error};
}

}  // namespace postern::host
