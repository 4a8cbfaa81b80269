// Reading a ledger, and making it shorter.
#include "base/file.h"
#include "base/io.h"
#include "record/ledger.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::record {
namespace {

constexpr std::size_t kFirstBlock = 1U << 14U, kMostBlock = 1U << 18U;  // one row is asked for, or all
constexpr std::size_t kLongestLine = 1U << 24U;                         // far more than a row can have

}  // namespace

Result<LedgerReader> LedgerReader::open_raw(const Ledger& ledger) {
    auto fd = ledger.open_for_reading();
    if (!fd) return tl::unexpected(std::move(fd.error()));
    LedgerReader out;
    out.fd_ = std::move(*fd);
    return out;
}

Result<LedgerReader> LedgerReader::open(const Ledger& ledger) {
    auto raw = open_raw(ledger);
    if (!raw) return raw;
    LedgerReader out = std::move(*raw);
    const auto first = out.next();
    if (!first) return fail(Errc::invalid, "the ledger has no first line", ledger.directory().text() + "/ledger");
    out.first_line_ = *first;
    auto checkpoint = parse_checkpoint(std::nullopt, out.first_line_);
    if (!checkpoint) return tl::unexpected(std::move(checkpoint.error()));
    out.checkpoint_ = std::move(*checkpoint);
    out.skipped_ = out.checkpoint_.offset - (out.first_line_.size() + 1);  // wraps, and so does its use
    out.at_ = out.after_ = out.checkpoint_.offset;
    return out;
}

bool LedgerReader::seek(std::uint64_t offset) {
    if (offset < checkpoint_.offset || offset > end()) return false;
    buffer_.clear();
    taken_ = 0;
    read_to_ = offset - skipped_;
    block_ = 0;
    at_ = after_ = offset;
    return true;
}

std::uint64_t LedgerReader::end() const {
    struct stat st {};
    return ::fstat(fd_.get(), &st) == 0 ? static_cast<std::uint64_t>(st.st_size) + skipped_ : 0;
}

// Returns false at the end.
bool LedgerReader::fill() {
    buffer_.erase(0, taken_);
    taken_ = 0;
    const std::size_t had = buffer_.size();
    if (had > kLongestLine) return false;
    block_ = std::clamp(2 * block_, kFirstBlock, kMostBlock);
    buffer_.resize(had + block_);
    const ssize_t n = ::pread(fd_.get(), buffer_.data() + had, block_, static_cast<off_t>(read_to_));
    buffer_.resize(had + (n > 0 ? static_cast<std::size_t>(n) : 0));
    if (n > 0) read_to_ += static_cast<std::uint64_t>(n);
    return n > 0;
}

std::optional<std::string_view> LedgerReader::next() {
    std::size_t newline = buffer_.find('\n', taken_);
    while (newline == std::string::npos) {
        const std::size_t searched = buffer_.size() - taken_;
        if (!fill()) return std::nullopt;
        newline = buffer_.find('\n', searched);
    }
    const std::string_view line = std::string_view(buffer_).substr(taken_, newline - taken_);
    at_ = after_;
    after_ += line.size() + 1;
    taken_ = newline + 1;
    return line;
}

// Copies most of it while others add lines, and the rest under the lock.
Status Ledger::cut_before(std::uint64_t offset, const ChainLink& last_removed, std::int64_t time_ms) {
    auto reader = LedgerReader::open(*this);
    if (!reader) return tl::unexpected<Error>(std::move(reader.error()));
    const std::string name = directory_.text() + "/ledger", temporary = unused_name("ledger.");
    const UniqueFd out(
        ::openat(folder_.get(), temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!out) return fail(Errc::io, describe_errno("cannot make a shorter one", errno), name);
    const Checkpoint checkpoint{
        .ledger = reader->checkpoint().ledger, .removed = last_removed, .offset = offset, .time_ms = time_ms};
    bool written = reader->seek(offset) && write_all(out.get(), checkpoint_line(key_, checkpoint));
    const auto copy = [&] {
        for (auto line = reader->next(); line && written; line = reader->next())
            written = write_all(out.get(), std::string(*line) + '\n');
    };
    copy();
    Status locked = written ? lock() : Status{};
    if (written && locked) {
        copy();  // what was added meanwhile, and whole now
        written = written && ::fsync(out.get()) == 0 &&
                  ::renameat(folder_.get(), temporary.c_str(), folder_.get(), "ledger") == 0;
        const int error = errno;
        file_.reset();  // and with it the lock: who waits for it finds that the file has another name now
        errno = error;
    }
    if (written && locked) return {};
    const int error = errno;
    (void)::unlinkat(folder_.get(), temporary.c_str(), 0);
    return locked ? fail(Errc::io, describe_errno("cannot write a shorter one", error), name) : locked;
}

}  // namespace postern::record
