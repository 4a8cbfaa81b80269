// Removing, measuring and copying whole directories.
#include "base/file.h"
#include "base/io.h"
#include "scrub/quarantine.h"
#include "scrub/safe_files.h"

#include <array>

#include <cerrno>
#include <cstdio>

#include <dirent.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

constexpr int kMaxDepth = 256;
constexpr std::size_t kMaxCounted = 200'000;

struct Budget {
    std::uint64_t bytes = kMaxCopied;
    std::size_t files = kMaxCounted;
};

tl::unexpected<Error> io_error(std::string_view doing, const std::string& name) {
    return fail(Errc::io, describe_errno(doing, errno), name);
}

Status copy_file(int from, const std::string& name, int to, const std::string& as, Budget& budget) {
    const UniqueFd in(::openat(from, name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!in) return io_error("cannot open", name);
    const UniqueFd out(::openat(to, as.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!out) return io_error("cannot create", as);
    std::array<char, 1 << 16> buffer{};
    for (;;) {
        const ssize_t n = ::read(in.get(), buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return io_error("cannot read", name);
        if (n == 0) return {};
        if (static_cast<std::uint64_t>(n) > budget.bytes) return fail(Errc::invalid, "too large to copy", name);
        budget.bytes -= static_cast<std::uint64_t>(n);
        if (!write_all(out.get(), {buffer.data(), static_cast<std::size_t>(n)})) return io_error("cannot write", as);
    }
}

Status copy_one(int from, const std::string& name, int to, const std::string& as, Budget& budget, int depth);

Status copy_directory(int from, const std::string& name, int to, const std::string& as, Budget& budget, int depth) {
    if (depth > kMaxDepth) return fail(Errc::invalid, "nested too deeply to copy", name);
    const Opened readable(from, name.c_str());
    const auto entries = list_at(from, name.c_str());
    if (!entries) return tl::unexpected(entries.error());
    if (::mkdirat(to, as.c_str(), 0700) != 0 && errno != EEXIST) return io_error("cannot create", as);
    const UniqueFd in(::openat(from, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    const UniqueFd out(::openat(to, as.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!in || !out) return io_error("cannot open", name);
    for (const Listed& entry : *entries) {
        if (auto done = copy_one(in.get(), entry.name, out.get(), entry.name, budget, depth + 1); !done) return done;
    }
    return {};
}

Status copy_one(int from, const std::string& name, int to, const std::string& as, Budget& budget, int depth) {
    if (budget.files-- == 0) return fail(Errc::invalid, "too many files to copy", name);
    const auto st = stat_at(from, name.c_str());
    if (!st) return errno == ENOENT ? Status{} : io_error("cannot examine", name);
    Status done;
    if (st->directory()) {
        done = copy_directory(from, name, to, as, budget, depth);
    } else if (st->regular()) {
        if (st->size > budget.bytes) return fail(Errc::invalid, "too large to copy", name);
        done = copy_file(from, name, to, as, budget);
    } else if (st->link()) {
        const auto target = read_link_at(from, name.c_str());
        if (!target) return io_error("cannot read the link", name);
        (void)::unlinkat(to, as.c_str(), 0);
        return ::symlinkat(target->c_str(), to, as.c_str()) == 0 ? Status{} : io_error("cannot create", as);
    } else if (S_ISFIFO(st->mode)) {
        if (::mkfifoat(to, as.c_str(), 0600) != 0 && errno != EEXIST) return io_error("cannot create", as);
    } else {
        return fail(Errc::invalid, "neither file nor directory", name);
    }
    if (!done) return done;
    // Ignoring failure: a file system without modes keeps its own.
    [[maybe_unused]] const int set = ::fchmodat(to, as.c_str(), st->mode & 07777, 0);
    return done;
}

}  // namespace

Status copy_tree(int from, const std::string& name, int to, const std::string& as) {
    Budget budget;
    return copy_one(from, name, to, as, budget, 0);
}

std::uint64_t disk_use(int parent, const std::string& name) {
    std::uint64_t bytes = 0;
    std::size_t counted = 0;
    std::vector<std::string> pending{name};
    while (!pending.empty() && counted++ < kMaxCounted) {
        const std::string path = std::move(pending.back());
        pending.pop_back();
        const auto st = stat_at(parent, path.c_str());
        if (!st) continue;
        bytes += st->blocks * 512;
        if (!st->directory()) continue;
        if (const auto entries = list_at(parent, path.c_str())) {
            for (const Listed& entry : *entries) pending.push_back(path + '/' + entry.name);
        }
    }
    return bytes;
}

// Moves directories below up one level before their parent goes, so that the depth never matters.
bool remove_tree(int parent, const std::string& name) {
    if (::unlinkat(parent, name.c_str(), 0) == 0 || errno == ENOENT) return true;
    const Opened own(parent, name.c_str());
    const UniqueFd top(::openat(parent, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!top) return false;
    std::uint64_t counter = 0;
    std::vector<std::string> pending{"."};
    while (!pending.empty()) {
        const std::string path = std::move(pending.back());
        pending.pop_back();
        const Opened writable(top.get(), path.c_str());
        const auto entries = list_at(top.get(), path.c_str());
        if (!entries) return false;
        for (const Listed& entry : *entries) {
            std::string below = path == "." ? entry.name : path + '/' + entry.name;
            if (entry.type != DT_DIR) {
                if (::unlinkat(top.get(), below.c_str(), 0) != 0) return false;
                continue;
            }
            if (path != ".") {
                const Opened movable(top.get(), below.c_str());
                const std::string up = ".postern-" + std::to_string(counter++);
                if (::renameat(top.get(), below.c_str(), top.get(), up.c_str()) != 0) return false;
                below = up;
            }
            pending.push_back(std::move(below));
        }
        if (path != "." && ::unlinkat(top.get(), path.c_str(), AT_REMOVEDIR) != 0) return false;
    }
    return ::unlinkat(parent, name.c_str(), AT_REMOVEDIR) == 0;
}

}  // namespace postern::scrub
