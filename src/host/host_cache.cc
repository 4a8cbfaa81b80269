#include "host/host_cache.h"

#include "base/file.h"
#include "base/unique_fd.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::host {
namespace {

constexpr std::size_t kMostBytes = 8192;
constexpr std::string_view kHead = "postern host cache 1\n";
constexpr std::string_view kTail = "\nend\n";  // a file cut short has none

bool is_ours(int fd, mode_t kind) {
    struct stat st {};
    if (::fstat(fd, &st) != 0 || (st.st_mode & S_IFMT) != kind) return false;
    return st.st_uid == ::geteuid() && (st.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

UniqueFd open_directory(const AbsPath& directory) {
    UniqueFd fd(::open(directory.text().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd && !is_ours(fd.get(), S_IFDIR)) fd.reset();
    return fd;
}

std::string head_for(std::string_view key) {
    return std::string(kHead) + std::to_string(key.size()) + '\n' + std::string(key) + '\n';
}

}  // namespace

std::optional<std::string> read_cached(const AbsPath& directory, std::string_view name, std::string_view key) {
    const UniqueFd where = open_directory(directory);
    if (!where) return std::nullopt;
    const UniqueFd file(
        ::openat(where.get(), std::string(name).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
    if (!file || !is_ours(file.get(), S_IFREG)) return std::nullopt;
    auto bytes = read_fd(file.get(), directory, kMostBytes);
    if (!bytes) return std::nullopt;
    const std::string head = head_for(key);
    if (!bytes->starts_with(head) || !bytes->ends_with(kTail) || bytes->size() < head.size() + kTail.size()) {
        return std::nullopt;
    }
    return bytes->substr(head.size(), bytes->size() - head.size() - kTail.size());
}

void write_cached(const AbsPath& directory, std::string_view name, std::string_view key, std::string_view value) {
    if (!make_directories(directory, 0700) || !open_directory(directory)) return;
    const auto path = AbsPath::resolve(directory, name);
    if (!path) return;
    // Ignoring failure: the next run asks again.
    (void)write_file_atomically(*path, head_for(key) + std::string(value) + std::string(kTail), 0600);
}

}  // namespace postern::host
