// The ledger: one file to which every request of a user is added, in the private directory record/ of the state. It is
// only ever added to; prune replaces it by a shorter one. Nothing here knows what a line says.
//
//     record/ledger   a checkpoint, then the lines; see chain.h
//     record/key      the key of the seals
//     record/head     number and seal of the last line: a ledger that is behind it has lost lines
//     record/index    what makes questions fast, see index.h; it can be made again
//
// A line is added under a lock with one write. A Postern that is killed meanwhile leaves a part of a line, which the next
// one cuts off.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "record/chain.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace postern::record {

[[nodiscard]] AbsPath record_directory(const AbsPath& state_home);

inline constexpr std::string_view kDefaultAnchorSocket = "/dev/log";

class Ledger {
public:
    // Opens the ledger and makes what is missing.
    [[nodiscard]] static Result<Ledger> open(const AbsPath& state_home);
    // Returns nullopt if there is no ledger: nothing was recorded yet.
    [[nodiscard]] static Result<std::optional<Ledger>> open_if_there(const AbsPath& state_home);

    // Adds a line. If the disk is full, the ledger stays as it was.
    [[nodiscard]] Result<ChainLink> append(std::string_view payload);
    // Removes every line before the one that begins at this offset, and leaves a checkpoint. Others can add lines
    // meanwhile. `last_removed` is the line before the offset.
    [[nodiscard]] Status cut_before(std::uint64_t offset, const ChainLink& last_removed, std::int64_t time_ms);

    // Sends an anchor to this datagram socket with every so many lines; never, if it is no absolute path.
    void anchor_at(std::string socket) { anchor_socket_ = std::move(socket); }

    [[nodiscard]] const std::string& key() const& noexcept { return key_; }
    [[nodiscard]] const AbsPath& directory() const& noexcept { return directory_; }
    // The link of the last line that was added, as the head says; nullopt if there is no head.
    [[nodiscard]] std::optional<ChainLink> head() const;
    // A descriptor of the file as it is now, for reading.
    [[nodiscard]] Result<UniqueFd> open_for_reading() const;

private:
    explicit Ledger(AbsPath directory) : directory_(std::move(directory)) {}
    [[nodiscard]] Status open_files();
    [[nodiscard]] Status open_key();
    [[nodiscard]] Status lock();
    void unlock() const;
    [[nodiscard]] Status write_first_line() const;
    [[nodiscard]] Status end_with_a_line() const;
    [[nodiscard]] Result<ChainLink> last_line() const;
    [[nodiscard]] Status add(std::string_view line) const;
    void set_head(const ChainLink& link) const;
    void send_anchor(const ChainLink& link) const;

    AbsPath directory_;
    UniqueFd folder_{}, file_{}, head_{};
    std::string key_{}, anchor_socket_{};
};

// Reads a ledger line by line.
class LedgerReader {
public:
    // Fails if the first line is no checkpoint.
    [[nodiscard]] static Result<LedgerReader> open(const Ledger& ledger);
    // Does not look at the first line, which `next` returns then.
    [[nodiscard]] static Result<LedgerReader> open_raw(const Ledger& ledger);

    [[nodiscard]] const Checkpoint& checkpoint() const& noexcept { return checkpoint_; }
    [[nodiscard]] const std::string& first_line() const& noexcept { return first_line_; }
    // Continues at this offset, which counts what was removed. Returns false if nothing is there.
    [[nodiscard]] bool seek(std::uint64_t offset);
    // Returns the next whole line without its newline, or nullopt at the end; a part of a line is no line. The view holds
    // until the next call.
    [[nodiscard]] std::optional<std::string_view> next();
    // The offset of the line that `next` returned last, and of the one behind it.
    [[nodiscard]] std::uint64_t at() const noexcept { return at_; }
    [[nodiscard]] std::uint64_t after() const noexcept { return after_; }
    [[nodiscard]] std::uint64_t end() const;

private:
    LedgerReader() = default;
    [[nodiscard]] bool fill();

    UniqueFd fd_{};
    Checkpoint checkpoint_{};
    std::string first_line_{}, buffer_{};
    std::size_t block_ = 0;      // how much was read at once
    std::size_t taken_ = 0;      // bytes of the buffer that were returned
    std::uint64_t read_to_ = 0;  // in the file
    std::uint64_t skipped_ = 0;  // offset of the line after the first one, less where it is in the file
    std::uint64_t at_ = 0, after_ = 0;
};

}  // namespace postern::record
