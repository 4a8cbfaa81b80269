#include "guard/process.h"

#include "guard/open_path.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <utility>

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

namespace postern::guard {
namespace {

constexpr int kAsPath = O_PATH | O_CLOEXEC;
// O_NONBLOCK, so that a pipe without a writer or a lease held by a process inside cannot make us wait.
constexpr int kForReading = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
constexpr std::size_t kPagesKept = 4;
constexpr std::size_t kMostWords = 200'000;
constexpr std::size_t kMostBytes = 8U << 20U;  // of all words together; the kernel accepts 6 MiB

std::optional<std::string> link_text(int directory, const std::string& link) {
    std::array<char, PATH_MAX> target;  // filled by readlinkat
    const ssize_t length = ::readlinkat(directory, link.c_str(), target.data(), target.size());
    if (length <= 0 || static_cast<std::size_t>(length) == target.size()) return std::nullopt;
    return std::string(target.data(), static_cast<std::size_t>(length));
}

// A link in /proc that differs for each process, and the path behind it: `/proc/self/fd/3/x` is "fd/3" and "x".
struct OwnLink {
    std::string link;
    std::string_view rest;
};

// Returns "a" of "a/b/c" and shortens the path to "b/c".
std::string_view first_part(std::string_view& path) {
    const std::string_view first = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(first.size() + 1, path.size()));
    return first;
}

// Returns nullopt for any other path. Other paths below `/proc/self` are left to the kernel, which resolves them inside
// the sandbox, where this process has no directory. Resolved here, a `..` behind one would lead outside.
std::optional<OwnLink> own_link(std::string_view path) {
    std::string_view kind;
    for (const std::string_view prefix : {"/proc/self/", "/proc/thread-self/", "/dev/"}) {
        if (!path.starts_with(prefix)) continue;
        path.remove_prefix(prefix.size());
        kind = first_part(path);
        if (prefix == "/dev/" && kind != "fd") return std::nullopt;
        break;
    }
    if (kind == "exe" || kind == "cwd" || kind == "root") return OwnLink{.link = std::string(kind), .rest = path};
    if (kind != "fd") return std::nullopt;
    const std::string_view number = first_part(path);
    if (number.empty() || number.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
    return OwnLink{.link = "fd/" + std::string(number), .rest = path};
}

}  // namespace

bool is_transient(int error) noexcept {
    return error == EMFILE || error == ENFILE || error == ENOMEM || error == EAGAIN;
}

bool complete(SharedDirectories& shared, std::uint32_t pid, const std::function<bool()>& waits) {
    constexpr int kDirectory = O_PATH | O_DIRECTORY | O_CLOEXEC;
    if (!shared.own_descriptors) shared.own_descriptors = UniqueFd(::open("/proc/self/fd", kDirectory));
    if (shared.root) return static_cast<bool>(shared.own_descriptors);
    UniqueFd root(::open(("/proc/" + std::to_string(pid) + "/root").c_str(), kDirectory));
    if (!root || !waits()) return false;  // the process is gone, and its number may have been reused
    shared.root = std::move(root);
    return static_cast<bool>(shared.own_descriptors);
}

Process::Page& Process::oldest_page() const {
    if (pages_.size() < kPagesKept) return pages_.emplace_back();
    return pages_[next_page_++ % kPagesKept];
}

void Process::prefetch(std::initializer_list<std::uint64_t> addresses) const {
    pages_.reserve(kPagesKept);
    std::vector<iovec> ours, theirs;
    std::vector<Page*> pages;
    for (const std::uint64_t address : addresses) {
        const std::uint64_t begin = address - address % kPage;
        if (std::ranges::any_of(pages_, [&](const Page& page) { return page.begin == begin; })) continue;
        Page& page = oldest_page();
        page.begin = begin;
        pages.push_back(&page);
        ours.push_back({.iov_base = page.bytes.data(), .iov_len = kPage});
        theirs.push_back({.iov_base = reinterpret_cast<void*>(begin), .iov_len = kPage});  // NOLINT: not our address
    }
    const ssize_t got =
        ::process_vm_readv(static_cast<pid_t>(pid_), ours.data(), ours.size(), theirs.data(), theirs.size(), 0);
    // The system call stops at the first page that cannot be read.
    for (std::size_t i = static_cast<std::size_t>(std::max<ssize_t>(got, 0)) / kPage; i < pages.size(); ++i) {
        pages[i]->begin = kNowhere;
    }
}

std::string_view Process::rest_of_page(std::uint64_t address) const {
    const std::size_t offset = address % kPage;
    const auto known = [&] { return std::ranges::find(pages_, address - offset, &Page::begin); };
    auto page = known();
    if (page == pages_.end()) {
        prefetch({address});
        page = known();
    }
    if (page == pages_.end()) return {};
    return std::string_view(page->bytes.data(), kPage).substr(offset);
}

bool Process::read(std::uint64_t address, void* into, std::size_t size) const {
    for (auto* at = static_cast<char*>(into); size > 0;) {
        const std::string_view part = rest_of_page(address).substr(0, size);
        if (part.empty()) return false;
        at = std::ranges::copy(part, at).out;
        address += part.size();
        size -= part.size();
    }
    return true;
}

std::optional<std::string> Process::text_at(std::uint64_t address, std::size_t most) const {
    std::string out;
    while (out.size() <= most) {
        const std::string_view part = rest_of_page(address);
        if (part.empty()) return std::nullopt;
        const std::size_t end = part.find('\0');
        out.append(part.substr(0, end));
        if (end != std::string_view::npos) {
            if (out.size() > most) return std::nullopt;
            return out;
        }
        address += part.size();
    }
    return std::nullopt;
}

std::optional<std::vector<std::string>> Process::texts_at(std::uint64_t address) const {
    std::vector<std::string> out;
    if (address == 0) return out;  // the kernel treats null as an empty list
    for (std::size_t bytes = 0; out.size() < kMostWords; address += sizeof(std::uint64_t)) {
        std::uint64_t pointer = 0;
        if (!read(address, &pointer, sizeof pointer)) return std::nullopt;
        if (pointer == 0) return out;
        auto text = text_at(pointer, kMostBytes - bytes);
        if (!text) return std::nullopt;
        bytes += text->size() + 1;
        if (bytes > kMostBytes) return std::nullopt;
        out.push_back(std::move(*text));
    }
    return std::nullopt;
}

std::string Process::own(std::string_view what) const {
    return "/proc/" + std::to_string(pid_) + '/' + std::string(what);
}

UniqueFd Process::open(int directory, const std::string& path, int flags, int how) const {
    const std::string descriptor = "fd/" + std::to_string(directory);
    if (path.empty()) {
        if ((flags & AT_EMPTY_PATH) == 0) return errno = ENOENT, UniqueFd();
        return UniqueFd(::open(own(descriptor).c_str(), how));
    }
    const auto link = own_link(path);
    if (link && link->rest.empty()) return UniqueFd(::open(own(link->link).c_str(), how));
    const LastLink last = (flags & AT_SYMLINK_NOFOLLOW) != 0 ? LastLink::kept : LastLink::followed;
    const int root = shared_.root.get();
    if (link && link->link == "root") return open_in_root(root, link->rest, last, how);
    if (!link && path.starts_with('/')) return open_in_root(root, path, last, how);
    const std::string from = link ? link->link : directory == AT_FDCWD ? "cwd" : descriptor;
    UniqueFd start(::open(own(from).c_str(), kAsPath));
    if (!start) return start;
    return open_from(root, std::move(start), link ? link->rest : std::string_view(path), last, how);
}

UniqueFd Process::open_directory(int directory, const std::string& path) const {
    return open(directory, path, 0, kAsPath | O_DIRECTORY);
}

std::optional<std::string> Process::directory_at(int directory, const std::string& path) const {
    const UniqueFd found = open_directory(directory, path);
    if (!found) return std::nullopt;
    return name_of(found.get());
}

FileContent Process::content(const std::string& path, std::size_t most) const {
    const FoundFile found = find(AT_FDCWD, path, 0);
    if (S_ISDIR(found.st.st_mode)) return {.error = EISDIR};
    if (found.fd && !S_ISREG(found.st.st_mode)) return {.error = EINVAL};
    if (found.error != 0 || found.unreadable != 0) return {.error = std::max(found.error, found.unreadable)};
    FileContent out{.text = std::string(most + 1, '\0')};
    std::size_t size = 0;
    while (size < out.text.size()) {
        const ssize_t got = ::read(found.fd.get(), out.text.data() + size, out.text.size() - size);
        if (got < 0) return {.error = errno};
        if (got == 0) {
            out.text.resize(size);
            return out;
        }
        size += static_cast<std::size_t>(got);
    }
    return {.error = EFBIG};
}

UniqueFd Process::open_as_path(int directory, const std::string& path) const {
    return open(directory, path, 0, kAsPath);
}

std::optional<std::string> Process::name_of(int fd) const {
    return link_text(shared_.own_descriptors.get(), std::to_string(fd));
}

bool Process::is_root(const std::string& path) const {
    const UniqueFd found = open(AT_FDCWD, path, 0, kAsPath);
    return found && same_directory(found.get(), shared_.root.get());
}

FoundFile Process::find(int directory, const std::string& path, int flags) const {
    FoundFile out{.fd = open(directory, path, flags, kForReading)};
    if (!out.fd && errno != ENOENT) {
        out.unreadable = errno;
        out.fd = open(directory, path, flags, kAsPath);
    }
    if (!out.fd) {
        out.error = errno;
        return out;
    }
    if (::fstat(out.fd.get(), &out.st) != 0) out.error = errno;
    if (out.error == 0 && !S_ISREG(out.st.st_mode)) out.error = S_ISLNK(out.st.st_mode) ? ELOOP : EACCES;
    if (auto text = name_of(out.fd.get())) {
        out.path = std::move(*text);
    } else if (out.error == 0) {
        out.error = EACCES;
    }
    return out;
}

}  // namespace postern::guard
