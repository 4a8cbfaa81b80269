#include "scrub/trees.h"

#include "base/file.h"
#include "base/io.h"
#include "scrub/safe_files.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

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
    const UniqueFd in = open_to_read(from, name.c_str());
    if (!in) return io_error("cannot open", name);
    const UniqueFd out(::openat(to, as.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
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
    if (::mkdirat(to, as.c_str(), 0700) != 0) return io_error("cannot create", as);
    const UniqueFd in(::openat(from, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    const UniqueFd out(::openat(to, as.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!in || !out) return io_error("cannot open", name);
    for (const Listed& entry : *entries) {
        if (auto done = copy_one(in.get(), entry.name, out.get(), entry.name, budget, depth + 1); !done) return done;
    }
    return {};
}

// Gives the copy owner, mode and times of the original. Ignoring failure: a file system may have none of these.
void dress(const Stat& st, int to, const std::string& as) {
    if (::geteuid() == 0) (void)!::fchownat(to, as.c_str(), st.owner, st.group, AT_SYMLINK_NOFOLLOW);
    if (!st.link()) (void)!::fchmodat(to, as.c_str(), st.mode & 07777, 0);
    const timespec written{.tv_sec = st.written / 1'000'000'000, .tv_nsec = st.written % 1'000'000'000};
    const std::array<timespec, 2> times{written, written};
    (void)!::utimensat(to, as.c_str(), times.data(), AT_SYMLINK_NOFOLLOW);
}

Status copy_link(int from, const std::string& name, int to, const std::string& as) {
    const auto target = read_link_at(from, name.c_str());
    if (!target) return io_error("cannot read the link", name);
    return ::symlinkat(target->c_str(), to, as.c_str()) == 0 ? Status{} : io_error("cannot create", as);
}

Status copy_one(int from, const std::string& name, int to, const std::string& as, Budget& budget, int depth) {
    if (budget.files-- == 0) return fail(Errc::invalid, "too many files to copy", name);
    const auto st = stat_at(from, name.c_str());
    if (!st) return io_error("cannot examine", name);
    Status done;
    if (st->directory()) {
        done = copy_directory(from, name, to, as, budget, depth);
    } else if (st->regular()) {
        if (st->size > budget.bytes) return fail(Errc::invalid, "too large to copy", name);
        done = copy_file(from, name, to, as, budget);
    } else if (st->link()) {
        done = copy_link(from, name, to, as);
    } else if (S_ISFIFO(st->mode)) {
        if (::mkfifoat(to, as.c_str(), 0600) != 0) return io_error("cannot create", as);
    } else {
        return fail(Errc::invalid, "neither file nor directory", name);
    }
    if (done) dress(*st, to, as);
    return done;
}

tl::unexpected<Error> differs(const std::string& name) {
    return fail(Errc::io, "the copy differs from the original", name);
}

Status same_files(int one, const std::string& name, int other, const std::string& as) {
    const UniqueFd left = open_to_read(one, name.c_str()), right = open_to_read(other, as.c_str());
    if (!left || !right) return io_error("cannot open", name);
    std::array<char, 1 << 16> first{}, second{};
    for (;;) {
        const ssize_t n = read_fully(left.get(), first.data(), first.size());
        const ssize_t m = read_fully(right.get(), second.data(), second.size());
        if (n < 0 || m < 0) return io_error("cannot read", name);
        if (n != m || !std::equal(first.begin(), first.begin() + n, second.begin())) return differs(name);
        if (n == 0) return {};
    }
}

Result<std::vector<Listed>> sorted_names(int at, const std::string& name) {
    auto entries = list_at(at, name.c_str());
    if (entries) std::ranges::sort(*entries, {}, &Listed::name);
    return entries;
}

Status same_directories(int one, const std::string& name, int other, const std::string& as) {
    const Opened readable(one, name.c_str()), also_readable(other, as.c_str());
    const auto first = sorted_names(one, name), second = sorted_names(other, as);
    if (!first) return tl::unexpected(first.error());
    if (!second) return tl::unexpected(second.error());
    if (!std::ranges::equal(*first, *second, {}, &Listed::name, &Listed::name)) return differs(name);
    const UniqueFd left(::openat(one, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    const UniqueFd right(::openat(other, as.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!left || !right) return io_error("cannot open", name);
    for (const Listed& entry : *first) {
        if (auto same = same_trees(left.get(), entry.name, right.get(), entry.name); !same) return same;
    }
    return {};
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

Status same_trees(int one, const std::string& name, int other, const std::string& as) {
    const auto first = stat_at(one, name.c_str()), second = stat_at(other, as.c_str());
    if (!first || !second) return io_error("cannot examine", name);
    if ((first->mode & S_IFMT) != (second->mode & S_IFMT)) return differs(name);
    if (first->directory()) return same_directories(one, name, other, as);
    if (first->regular()) return first->size == second->size ? same_files(one, name, other, as) : differs(name);
    if (first->link() && read_link_at(one, name.c_str()) != read_link_at(other, as.c_str())) return differs(name);
    return {};
}

namespace {

// A directory below the one that is removed. It is empty once it is met again.
struct Pending {
    std::string path;
    bool listed = false;
};

// Removes what is no directory from the directory, and adds the directories in it to `pending`. They are moved to the
// top if that is possible, so that the depth does not matter. overlayfs refuses to move a directory of its lower layer.
bool empty_directory(int top, const std::string& path, std::vector<Pending>& pending, std::uint64_t& counter) {
    const Opened writable(top, path.c_str());
    const auto entries = list_at(top, path.c_str());
    if (!entries) return entries.error().code == Errc::invalid;
    for (const Listed& entry : *entries) {
        std::string below = path == "." ? entry.name : path + '/' + entry.name;
        if (entry.type != DT_DIR) {
            if (::unlinkat(top, below.c_str(), 0) != 0 && errno != ENOENT) return false;
            continue;
        }
        if (path != ".") {
            const Opened movable(top, below.c_str());
            std::string up = ".postern-" + std::to_string(counter++);
            if (rename_new(top, below, top, up) == 0) below = std::move(up);
        }
        pending.push_back({std::move(below)});
    }
    return true;
}

}  // namespace

bool remove_tree(int parent, const std::string& name) {
    if (::unlinkat(parent, name.c_str(), 0) == 0 || errno == ENOENT) return true;
    const Opened own(parent, name.c_str());
    const UniqueFd top(::openat(parent, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!top) return errno == ENOENT;
    std::uint64_t counter = 0;
    std::vector<Pending> pending{{"."}};
    while (!pending.empty()) {
        const Pending at = pending.back();
        if (!at.listed) {
            pending.back().listed = true;
            if (!empty_directory(top.get(), at.path, pending, counter)) return false;
            continue;
        }
        pending.pop_back();
        if (at.path == ".") continue;
        if (::unlinkat(top.get(), at.path.c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT) return false;
    }
    return ::unlinkat(parent, name.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT;
}

int rename_tree(const Move& move) {
    const Opened from(move.from, "."), to(move.to, ".");
    const int error = rename_new(move.from, move.name, move.to, move.as);
    if (error != EACCES && error != EPERM) return error;
    const Opened own(move.from, move.name.c_str());  // a directory that gets another parent has to be writable itself
    return rename_new(move.from, move.name, move.to, move.as);
}

Status copy_and_compare(const Move& move) {
    const Opened from(move.from, "."), to(move.to, ".");
    if (!remove_tree(move.to, move.copying)) return io_error("cannot remove an earlier copy", move.copying);
    Status done = copy_tree(move.from, move.name, move.to, move.copying);
    if (done) done = same_trees(move.from, move.name, move.to, move.copying);
    if (!done) (void)remove_tree(move.to, move.copying);  // the original is whole
    return done;
}

Status flush_file_system(int directory) {
    const UniqueFd fd(::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd || ::syncfs(fd.get()) != 0) return io_error("cannot flush the copy to disk", ".");
    return {};
}

Status remove_original(const Move& move) {
    const Opened from(move.from, "."), to(move.to, ".");
    if (const int error = rename_new(move.to, move.copying, move.to, move.as); error != 0) {
        return fail(Errc::io, describe_errno("the copy cannot be renamed", error), move.as);
    }
    int error = rename_new(move.from, move.name, move.from, move.removing);
    if (error == 0 && !remove_tree(move.from, move.removing)) error = errno;
    if (error == 0) return {};
    return fail(Errc::io, describe_errno("it was copied, but a rest of the original cannot be removed", error),
                move.name);
}

Status move_tree(const Move& move) {
    const int error = rename_tree(move);
    if (error == 0) return {};
    if (error != EXDEV) return fail(Errc::io, describe_errno("cannot be moved", error), move.name);
    if (auto copied = copy_and_compare(move); !copied) return copied;
    if (auto flushed = flush_file_system(move.to); !flushed) {
        (void)remove_tree(move.to, move.copying);
        return flushed;
    }
    return remove_original(move);
}

}  // namespace postern::scrub
