#include "guard/known_programs.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace postern::guard {
namespace {

constexpr std::string_view kUsual = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
// Multi-call binaries and loaders act as other programs without starting them, so copies of them must be recognised
// too.
constexpr std::string_view kMulticall[] = {"busybox", "toybox", "coreutils"};
constexpr std::string_view kLoaders[] = {"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1",
                                         "/lib/ld-linux.so.2", "/lib/ld-musl-x86_64.so.1", "/lib/ld-musl-aarch64.so.1"};
constexpr std::size_t kFewNames = 50;    // looked up faster than a directory of programs is listed
constexpr off_t kLargest = 256L << 20U;  // larger files are not compared

bool read_at(int fd, off_t offset, char* into, std::size_t size) {
    for (std::size_t done = 0; done < size;) {
        const ssize_t got = ::pread(fd, into + done, size - done, offset + static_cast<off_t>(done));
        if (got <= 0) return false;
        done += static_cast<std::size_t>(got);
    }
    return true;
}

// Returns "busybox" for a link to it.
std::string name_behind_links(const std::string& path) {
    std::array<char, PATH_MAX> real;  // filled by realpath
    const std::string_view file = ::realpath(path.c_str(), real.data()) == nullptr ? path.c_str() : real.data();
    return std::string(file.substr(file.rfind('/') + 1));
}

}  // namespace

bool is_multicall(std::string_view program) noexcept {
    return std::ranges::find(kMulticall, program) != std::end(kMulticall);
}

KnownPrograms::KnownPrograms(const std::vector<std::string>& names, std::string_view path_variable) {
    Names all(std::begin(kMulticall), std::end(kMulticall));
    for (const std::string& name : names) {
        if (name.find('/') == std::string::npos) all.insert(name);
    }
    const std::string directories = std::string(kUsual) + ':' + std::string(path_variable);
    std::set<std::pair<dev_t, ino_t>> seen;  // /bin is /usr/bin on most machines
    for (const std::string_view directory : split(directories, ':')) {
        struct stat st {};
        if (!directory.starts_with('/') || ::stat(std::string(directory).c_str(), &st) != 0) continue;
        if (seen.emplace(st.st_dev, st.st_ino).second) add_all(all, std::string(directory));
    }
    for (const std::string_view path : kLoaders) {
        add(std::string(path.substr(path.rfind('/') + 1)), std::string(path));
    }
}

// Looks up each name, or, if there are many, lists the directory once.
void KnownPrograms::add_all(const Names& names, const std::string& directory) {
    const std::unique_ptr<DIR, int (*)(DIR*)> open(names.size() > kFewNames ? ::opendir(directory.c_str()) : nullptr,
                                                   [](DIR* d) { return d ? ::closedir(d) : 0; });
    if (!open) {
        for (const std::string_view name : names) add(std::string(name), directory + '/' + std::string(name));
        return;
    }
    while (const dirent* entry = ::readdir(open.get())) {
        if (names.contains(entry->d_name)) {
            add(entry->d_name, directory + '/' + entry->d_name);
        }
    }
}

void KnownPrograms::add(std::string name, std::string path) {
    Program found{.name = std::move(name), .path = std::move(path), .st = {}};
    if (::stat(found.path.c_str(), &found.st) != 0 || !S_ISREG(found.st.st_mode)) return;
    // Skip names that link to a multi-call binary: otherwise a rule about `rm` would deny everything that busybox
    // holds.
    if (is_multicall(name_behind_links(found.path)) && !is_multicall(found.name)) return;
    programs_.push_back(std::move(found));
}

bool KnownPrograms::same_content(const Program& program, int fd) {
    if (program.st.st_size > kLargest) return false;
    // The path may be a pipe or under a lease by now, if the command can write there. A lease counts as equal content,
    // so that it cannot hide a copy.
    const UniqueFd ours(::open(program.path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!ours) return errno == EWOULDBLOCK;
    std::array<char, 1 << 15> a, b;  // filled by read_at
    for (off_t at = 0; at < program.st.st_size;) {
        const auto size = static_cast<std::size_t>(std::min<off_t>(a.size(), program.st.st_size - at));
        if (!read_at(ours.get(), at, a.data(), size) || !read_at(fd, at, b.data(), size)) return false;
        if (std::memcmp(a.data(), b.data(), size) != 0) return false;
        at += static_cast<off_t>(size);
    }
    return true;
}

// Caches nothing: a file can be changed through a mapping without a new timestamp. Little is lost, since only files of
// exactly the same size are read.
std::vector<std::string> KnownPrograms::names_of(int fd, const struct stat& st) const {
    std::vector<std::string> names;
    for (const Program& program : programs_) {
        if (std::ranges::find(names, program.name) != names.end()) continue;
        const bool same = program.st.st_dev == st.st_dev && program.st.st_ino == st.st_ino;
        if (same || (program.st.st_size == st.st_size && same_content(program, fd))) names.push_back(program.name);
    }
    return names;
}

}  // namespace postern::guard
