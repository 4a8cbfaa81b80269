// Recorder: the program behind every name that the oracle's scripts may run. It records that it ran and does nothing
// else.
//
// The log is the file `log` in the directory of the executable itself, found through /proc/self/exe, so a script cannot
// hide a run by changing its environment, descriptors or argv[0]. One record is one write() to a file opened for
// appending, so records of concurrent processes never mix. Each name is a hard link or a separate file, so the name in
// the record is the file that was executed.
//
// A record has four bytes with the length of the rest, then the name and the arguments, each ended by NUL. A record
// that would be too long keeps the name and ends in a single byte 1.
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

namespace {

constexpr std::size_t kLimit = 4096;

// Returns 0 for some names and 1 for others, so that scripts take both branches of && and ||.
int status_of(const char* name) {
    const char last = name[std::strlen(name) - 1];
    return last == '2' || last == '5' || last == '8' ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
    char path[kLimit];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 8);
    if (length <= 0) return 99;
    path[length] = '\0';
    char* slash = std::strrchr(path, '/');
    if (slash == nullptr) return 99;
    const char* name = slash + 1;

    char record[kLimit];
    std::size_t used = sizeof(std::uint32_t);
    const auto append = [&](const char* text) {
        const std::size_t bytes = std::strlen(text) + 1;
        if (used + bytes + 1 > sizeof record) return false;
        std::memcpy(record + used, text, bytes);
        used += bytes;
        return true;
    };
    if (!append(name)) return 99;
    const std::size_t after_name = used;
    for (int i = 1; i < argc; ++i) {
        if (append(argv[i])) continue;
        used = after_name;
        record[used++] = 1;
        break;
    }
    const auto body = static_cast<std::uint32_t>(used - sizeof(std::uint32_t));
    std::memcpy(record, &body, sizeof body);

    const int status = status_of(name);
    const bool speaks = name[std::strlen(name) - 1] == '1';
    std::strcpy(slash + 1, "log");
    const int log = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (log < 0) return 99;
    if (write(log, record, used) != static_cast<ssize_t>(used)) return 99;
    if (speaks) (void)!write(STDOUT_FILENO, "x\n", 2);
    return status;
}
