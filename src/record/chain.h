// The chain of the ledger: each line is sealed by a code over itself and the line before, under a key that only the
// ledger's owner can read. Bytes in, bytes out.
//
// A line is PAYLOAD NUMBER SEAL: 16 and 64 hexadecimal digits at its end, each after a blank. The payload is JSON on one
// line. The first line of a ledger is a checkpoint: it names the ledger, and holds the seal of the last line that was
// removed before it, so that what follows stays as it is.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace postern::record {

inline constexpr std::size_t kLedgerKeyBytes = 32;
inline constexpr std::size_t kSealDigits = 64;
inline constexpr std::size_t kTrailerBytes = 1 + 16 + 1 + kSealDigits;  // before the newline

// Where a chain is: the number and seal of its last line.
struct ChainLink {
    std::uint64_t number = 0;
    std::string seal{};
    bool operator==(const ChainLink&) const = default;
};

struct LedgerLine {
    std::string_view payload;
    ChainLink link;
};

// Returns the line of this payload behind `previous`, with its newline. `number` is the next one, or a later one if lines
// are known to be lost.
[[nodiscard]] std::string seal_line(std::string_view key, const ChainLink& previous, std::uint64_t number,
                                    std::string_view payload);
// Returns the parts of a line without newline, or nullopt if it has no trailer.
[[nodiscard]] std::optional<LedgerLine> split_line(std::string_view line);
// Tells whether the line was sealed with this key behind this seal.
[[nodiscard]] bool holds(std::string_view key, std::string_view previous_seal, const LedgerLine& line);

// The first line of a ledger.
struct Checkpoint {
    std::string ledger{};      // the name of the ledger: random, the same for ever
    ChainLink removed{};       // the last line that is not there any more; of a new ledger: 0 and random
    std::uint64_t offset = 0;  // where the line after this one would begin if nothing had ever been removed
    std::int64_t time_ms = 0;
    bool operator==(const Checkpoint&) const = default;
};
[[nodiscard]] std::string checkpoint_line(std::string_view key, const Checkpoint& checkpoint);
// Without a key the seal is not looked at: for those who only look for lines.
[[nodiscard]] Result<Checkpoint> parse_checkpoint(std::optional<std::string_view> key, std::string_view line);

// What goes to the system's journal: "record anchor LEDGER NUMBER SEAL".
[[nodiscard]] std::string anchor_text(const std::string& ledger, const ChainLink& link);
// Returns the link of an anchor of this ledger somewhere in a line of a log, or nullopt.
[[nodiscard]] std::optional<ChainLink> anchor_in(std::string_view line, std::string_view ledger);

}  // namespace postern::record
