#include "guard/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <linux/openat2.h>

namespace postern::guard {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kMostWords = 200'000;
constexpr std::size_t kMostBytes = 8U << 20U;  // of all words together; the kernel takes 6 MiB

std::optional<std::string> link_text(const std::string& link) {
    std::array<char, PATH_MAX> target;  // filled by readlink
    const ssize_t length = ::readlink(link.c_str(), target.data(), target.size());
    if (length <= 0 || static_cast<std::size_t>(length) == target.size()) return std::nullopt;
    return std::string(target.data(), static_cast<std::size_t>(length));
}

// A path that begins with one of the process's own links: `/proc/self/cwd/x`. Inside, `self` means the process; to us it
// would mean ourselves.
struct OwnLink {
    std::string name{};       // "exe", "cwd", "root", "fd/3"; empty: something else in that directory
    std::string_view rest{};  // "x"
};

std::string_view next_component(std::string_view& path) {
    path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
    const std::string_view component = path.substr(0, path.find('/'));
    path.remove_prefix(component.size());
    return component;
}

std::optional<OwnLink> own_link(std::string_view path) {
    for (const std::string_view prefix : {"/proc/self/", "/proc/thread-self/", "/dev/fd/"}) {
        if (!path.starts_with(prefix)) continue;
        path.remove_prefix(prefix.size());
        std::string name(prefix == "/dev/fd/" ? "fd" : next_component(path));
        if (name == "fd") {
            const std::string_view number = next_component(path);
            const bool plain = !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
            name = plain ? "fd/" + std::string(number) : std::string();
        } else if (name != "exe" && name != "cwd" && name != "root") {
            name.clear();  // `..` leads to processes with our numbers, not with those that the caller knows
        }
        path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
        return OwnLink{std::move(name), path};
    }
    return std::nullopt;
}

}  // namespace

std::size_t Process::read(std::uint64_t address, void* into, std::size_t size) const {
    iovec local{.iov_base = into, .iov_len = size};
    iovec remote{.iov_base = reinterpret_cast<void*>(address), .iov_len = size};  // NOLINT: an address of another
    const ssize_t got = ::process_vm_readv(static_cast<pid_t>(pid_), &local, 1, &remote, 1, 0);
    return got < 0 ? 0 : static_cast<std::size_t>(got);
}

std::optional<std::string> Process::text_at(std::uint64_t address, std::size_t most) const {
    std::string out;
    std::array<char, kPage> part;  // filled by read
    while (out.size() <= most) {
        // Not over the end of a page: what follows may not be there.
        const std::size_t size = kPage - address % kPage;
        const std::size_t got = read(address, part.data(), size);
        if (got == 0) return std::nullopt;
        const char* const begin = part.data();
        const char* const end = std::find(begin, begin + got, '\0');
        out.append(begin, end);
        if (end != begin + got) {
            if (out.size() > most) return std::nullopt;
            return out;
        }
        address += got;
    }
    return std::nullopt;
}

std::optional<std::vector<std::string>> Process::texts_at(std::uint64_t address) const {
    std::vector<std::string> out;
    if (address == 0) return out;  // the kernel takes it for an empty list
    std::size_t bytes = 0;
    std::array<std::uint64_t, 64> pointers;  // filled by read
    while (out.size() < kMostWords) {
        const std::size_t to_page = (kPage - address % kPage) / sizeof(std::uint64_t);
        const std::size_t wanted = std::clamp<std::size_t>(to_page, 1, pointers.size());
        const std::size_t got = read(address, pointers.data(), wanted * sizeof(std::uint64_t)) / sizeof(std::uint64_t);
        if (got == 0) return std::nullopt;
        for (std::size_t i = 0; i < got; ++i) {
            if (pointers[i] == 0) return out;
            auto text = text_at(pointers[i], kMostBytes - bytes);
            if (!text) return std::nullopt;
            bytes += text->size() + 1;
            if (bytes > kMostBytes) return std::nullopt;
            out.push_back(std::move(*text));
        }
        address += got * sizeof(std::uint64_t);
    }
    return std::nullopt;
}

std::string Process::own(std::string_view what) const {
    return "/proc/" + std::to_string(pid_) + '/' + std::string(what);
}

UniqueFd Process::open(int directory, const std::string& path, int flags) const {
    if (path.empty()) {
        if ((flags & AT_EMPTY_PATH) == 0) return errno = ENOENT, UniqueFd();
        return UniqueFd(::open(own("fd/" + std::to_string(directory)).c_str(), O_PATH | O_CLOEXEC));
    }
    std::string full = path;
    if (const auto link = own_link(path)) {
        if (link->name.empty()) return errno = EACCES, UniqueFd();
        if (link->rest.empty()) return UniqueFd(::open(own(link->name).c_str(), O_PATH | O_CLOEXEC));
        const auto base = link_text(own(link->name));
        if (!base) return errno = EACCES, UniqueFd();
        full = *base + '/' + std::string(link->rest);
    } else if (!path.starts_with('/')) {
        const auto base = link_text(directory == AT_FDCWD ? own("cwd") : own("fd/" + std::to_string(directory)));
        if (!base) return errno = EACCES, UniqueFd();
        full = *base + '/' + path;
    }
    const UniqueFd root(::open(own("root").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root) return UniqueFd();
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC;
    if ((flags & AT_SYMLINK_NOFOLLOW) != 0) how.flags |= O_NOFOLLOW;
    how.resolve = RESOLVE_IN_ROOT;
    return UniqueFd(static_cast<int>(::syscall(SYS_openat2, root.get(), full.c_str(), &how, sizeof how)));
}

std::optional<std::string> Process::directory_at(int directory, const std::string& path) const {
    const UniqueFd found = open(directory, path, 0);
    struct stat st {};
    if (!found || ::fstat(found.get(), &st) != 0 || !S_ISDIR(st.st_mode)) return std::nullopt;
    return link_text("/proc/self/fd/" + std::to_string(found.get()));
}

std::optional<std::string> Process::content(const std::string& path, std::size_t most) const {
    const FoundFile found = find(AT_FDCWD, path, 0);
    if (found.error != 0) return std::nullopt;
    const UniqueFd file(::open(("/proc/self/fd/" + std::to_string(found.fd.get())).c_str(), O_RDONLY | O_CLOEXEC));
    std::string out(most + 1, '\0');
    std::size_t size = 0;
    while (file && size < out.size()) {
        const ssize_t got = ::read(file.get(), out.data() + size, out.size() - size);
        if (got < 0) return std::nullopt;
        if (got == 0) {
            out.resize(size);
            return out;
        }
        size += static_cast<std::size_t>(got);
    }
    return std::nullopt;
}

FoundFile Process::find(int directory, const std::string& path, int flags) const {
    FoundFile out{.fd = open(directory, path, flags)};
    if (!out.fd) {
        out.error = errno;
        return out;
    }
    struct stat st {};
    if (::fstat(out.fd.get(), &st) != 0) out.error = errno;
    if (out.error == 0 && !S_ISREG(st.st_mode)) out.error = S_ISLNK(st.st_mode) ? ELOOP : EACCES;
    if (auto text = link_text("/proc/self/fd/" + std::to_string(out.fd.get()))) {
        out.path = std::move(*text);
    } else if (out.error == 0) {
        out.error = EACCES;
    }
    return out;
}

}  // namespace postern::guard
