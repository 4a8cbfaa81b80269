#include "record/ledger.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/io.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace postern::record {
namespace {

constexpr const char* kLedgerName = "ledger";
constexpr const char* kKeyName = "key";
constexpr const char* kHeadName = "head";
constexpr int kOpenFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr std::size_t kHeadBytes = 16 + 1 + kSealDigits;
// Others hold the lock for as long as one write takes. One that is stopped while it does must not stop everybody.
constexpr std::chrono::seconds kPatience{5};
constexpr std::uint64_t kLinesPerAnchor = 100;
constexpr std::size_t kLedgerNameBytes = 8;
constexpr std::size_t kLongestCheckpoint = 512;

tl::unexpected<Error> no_io(std::string_view doing, int error, const AbsPath& directory, const char* name) {
    return fail(Errc::io, describe_errno(doing, error), directory.text() + '/' + name);
}

std::string random_bytes(std::size_t size) {
    std::string out(size, '\0');
    ::randombytes_buf(out.data(), out.size());
    return out;
}

std::optional<std::uint64_t> size_of(int fd) {
    struct stat st {};
    if (::fstat(fd, &st) != 0) return std::nullopt;
    return static_cast<std::uint64_t>(st.st_size);
}

std::string read_at(int fd, std::uint64_t offset, std::size_t size) {
    std::string out(size, '\0');
    const ssize_t n = ::pread(fd, out.data(), out.size(), static_cast<off_t>(offset));
    out.resize(n < 0 ? 0 : static_cast<std::size_t>(n));
    return out;
}

// Where the last whole line ends, before `size`: behind a newline, or 0.
std::uint64_t end_of_whole_lines(int fd, std::uint64_t size) {
    constexpr std::uint64_t kBlock = 65536;
    while (size > 0) {
        const std::uint64_t begin = size > kBlock ? size - kBlock : 0;
        const std::string block = read_at(fd, begin, static_cast<std::size_t>(size - begin));
        const std::size_t newline = block.rfind('\n');
        if (newline != std::string::npos) return begin + newline + 1;
        size = begin;
    }
    return 0;
}

}  // namespace

AbsPath record_directory(const AbsPath& state_home) {
    return AbsPath::resolve(state_home, "record").value_or(state_home);
}

Result<Ledger> Ledger::open(const AbsPath& state_home) {
    Ledger out(record_directory(state_home));
    out.folder_.reset(::open(out.directory_.text().c_str(), kOpenFolder));
    if (!out.folder_ && errno == ENOENT) {
        if (Status made = make_directories(out.directory_, 0700); !made) return tl::unexpected(std::move(made.error()));
        out.folder_.reset(::open(out.directory_.text().c_str(), kOpenFolder));
    }
    if (Status opened = out.open_files(); !opened) return tl::unexpected(std::move(opened.error()));
    return out;
}

Result<std::optional<Ledger>> Ledger::open_if_there(const AbsPath& state_home) {
    const AbsPath directory = record_directory(state_home);
    const std::string file = directory.text() + '/' + kLedgerName;
    struct stat st {};
    if (::stat(file.c_str(), &st) != 0) {
        if (errno == ENOENT) return std::optional<Ledger>{};
        return no_io("cannot look at the record", errno, directory, kLedgerName);
    }
    auto out = open(state_home);
    if (!out) return tl::unexpected(std::move(out.error()));
    return std::optional<Ledger>(std::move(*out));
}

Status Ledger::open_files() {
    if (!folder_) return no_io("cannot open", errno, directory_, "");
    if (Status ours = check_private(folder_.get(), directory_.text()); !ours) return ours;
    if (Status key = open_key(); !key) return key;
    head_.reset(::openat(folder_.get(), kHeadName, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
    if (!head_) return no_io("cannot open", errno, directory_, kHeadName);
    return {};
}

// The key is made once. Two that do so at the same time agree on the one that was linked first.
Status Ledger::open_key() {
    const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    UniqueFd fd(::openat(folder_.get(), kKeyName, flags));
    if (!fd && errno == ENOENT) {
        const std::string temporary = unused_name("key.");
        const UniqueFd made(
            ::openat(folder_.get(), temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
        bool written = made && write_all(made.get(), random_bytes(kLedgerKeyBytes));
        written =
            written && (::linkat(folder_.get(), temporary.c_str(), folder_.get(), kKeyName, 0) == 0 || errno == EEXIST);
        const int error = errno;
        (void)::unlinkat(folder_.get(), temporary.c_str(), 0);
        if (!written) return no_io("cannot make the key", error, directory_, kKeyName);
        fd.reset(::openat(folder_.get(), kKeyName, flags));
    }
    if (!fd) return no_io("cannot open", errno, directory_, kKeyName);
    key_ = read_at(fd.get(), 0, kLedgerKeyBytes + 1);
    if (key_.size() == kLedgerKeyBytes) return {};
    return fail(Errc::invalid, "is no key of a ledger", directory_.text() + '/' + kKeyName);
}

// Takes the lock on the file that has the name now: prune may have replaced it.
Status Ledger::lock() {
    const std::string name = directory_.text() + '/' + kLedgerName;
    for (int tries = 0; tries < 100; ++tries) {
        if (!file_) {
            file_.reset(::openat(folder_.get(), kLedgerName,
                                 O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
            if (!file_) return no_io("cannot open", errno, directory_, kLedgerName);
            if (Status ours = check_private(file_.get(), name); !ours) return ours;
        }
        if (Status locked = wait_for_lock(file_.get(), LockKind::exclusive, kPatience, name); !locked) return locked;
        struct stat held {
        }, there{};
        if (::fstat(file_.get(), &held) == 0 &&
            ::fstatat(folder_.get(), kLedgerName, &there, AT_SYMLINK_NOFOLLOW) == 0 && held.st_ino == there.st_ino)
            return {};
        file_.reset();
    }
    return fail(Errc::io, "is replaced all the time", name);
}

void Ledger::unlock() const {
    (void)::flock(file_.get(), LOCK_UN);
}

Status Ledger::write_first_line() const {
    const Checkpoint first{.ledger = hex(random_bytes(kLedgerNameBytes)),
                           .removed = {0, hex(random_bytes(kSealDigits / 2))},
                           .time_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                                          std::chrono::system_clock::now().time_since_epoch())
                                          .count()};
    return add(checkpoint_line(key_, first));
}

// Cuts off what a killed Postern left of a line, and begins a ledger that is empty.
Status Ledger::end_with_a_line() const {
    const auto size = size_of(file_.get());
    if (!size) return no_io("cannot examine", errno, directory_, kLedgerName);
    if (*size > 0 && read_at(file_.get(), *size - 1, 1) == "\n") return {};
    const std::uint64_t whole = end_of_whole_lines(file_.get(), *size);
    if (::ftruncate(file_.get(), static_cast<off_t>(whole)) != 0)
        return no_io("cannot cut off a part of a line", errno, directory_, kLedgerName);
    return whole > 0 ? Status{} : write_first_line();
}

// The link of the last line that has a seal. Something else behind it stays where it is, and verify tells of it.
Result<ChainLink> Ledger::last_line() const {
    std::uint64_t end = size_of(file_.get()).value_or(0);
    while (end > kTrailerBytes) {
        const std::string trailer = read_at(file_.get(), end - 1 - kTrailerBytes, kTrailerBytes);
        if (auto line = split_line(trailer)) {
            // A line alone is the checkpoint, whose own seal is no link.
            if (end > kLongestCheckpoint || end_of_whole_lines(file_.get(), end - 1) > 0) return std::move(line->link);
            auto first = parse_checkpoint(std::nullopt, read_at(file_.get(), 0, end - 1));
            if (!first) return tl::unexpected(std::move(first.error()));
            return std::move(first->removed);
        }
        end = end_of_whole_lines(file_.get(), end - 1);
    }
    return fail(Errc::invalid, "no line has a seal", directory_.text() + '/' + kLedgerName);
}

// Adds the line as a whole or not at all.
Status Ledger::add(std::string_view line) const {
    const auto before = size_of(file_.get());
    if (!before) return no_io("cannot examine", errno, directory_, kLedgerName);
    if (write_all(file_.get(), line)) return {};
    const int error = errno;
    (void)!::ftruncate(file_.get(), static_cast<off_t>(*before));  // else the next one does it
    return no_io("cannot write", error, directory_, kLedgerName);
}

Result<ChainLink> Ledger::append(std::string_view payload) {
    if (Status locked = lock(); !locked) return tl::unexpected(std::move(locked.error()));
    const Status whole = end_with_a_line();
    auto last = whole ? last_line() : Result<ChainLink>(tl::unexpected<Error>(whole.error()));
    if (!last) {
        unlock();
        return last;
    }
    // A head that is ahead means that lines are lost. The gap in the numbers says so for ever.
    const auto known = head();
    const std::uint64_t number = std::max(last->number, known ? known->number : 0) + 1;
    const std::string line = seal_line(key_, *last, number, payload);
    Status added = add(line);
    ChainLink link{number, line.substr(line.size() - kSealDigits - 1, kSealDigits)};
    if (added) set_head(link);
    unlock();
    if (!added) return tl::unexpected(std::move(added.error()));
    if (number % kLinesPerAnchor == 1) send_anchor(link);
    return link;
}

std::optional<ChainLink> Ledger::head() const {
    const std::string text = read_at(head_.get(), 0, kHeadBytes);
    if (text.size() != kHeadBytes) return std::nullopt;
    const auto line = split_line(' ' + text);  // a trailer without a payload
    return line ? std::optional(line->link) : std::nullopt;
}

// Comes after the line: a head that is behind is brought up by the next line, one that is ahead would tell of a loss.
void Ledger::set_head(const ChainLink& link) const {
    const std::string line = seal_line(key_, {}, link.number, "");
    const std::string text = line.substr(1, 17) + link.seal;
    (void)!::pwrite(head_.get(), text.data(), text.size(), 0);
}

// Never waits, and nothing depends on it: where no system journal listens, there are no anchors.
void Ledger::send_anchor(const ChainLink& link) const {
    sockaddr_un address{};
    if (!anchor_socket_.starts_with('/') || anchor_socket_.size() >= sizeof address.sun_path) return;
    const std::string first = read_at(file_.get(), 0, 4096);
    const auto checkpoint = parse_checkpoint(std::nullopt, first.substr(0, first.find('\n')));
    const UniqueFd fd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!checkpoint || !fd) return;
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, anchor_socket_.data(), anchor_socket_.size());
    const std::string text = "<86>postern: " + anchor_text(checkpoint->ledger, link);  // authpriv, info
    (void)::sendto(fd.get(), text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
                   reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

Result<UniqueFd> Ledger::open_for_reading() const {
    UniqueFd fd(::openat(folder_.get(), kLedgerName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!fd) return no_io("cannot open", errno, directory_, kLedgerName);
    return fd;
}

}  // namespace postern::record
