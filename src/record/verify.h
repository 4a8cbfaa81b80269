// Tells whether a ledger is whole: lines in, faults out. Pure.
#pragma once

#include "record/chain.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace postern::record {

enum class FaultKind : std::uint8_t {
    no_checkpoint,  // the first line is none, or its seal does not hold
    no_line,        // a line without a seal
    changed,        // the seal does not hold: the line was changed, or comes from elsewhere
    order,          // the number is not above that of the line before: swapped, repeated or put in
    missing,        // numbers are left out: lines were removed, or lost before the next one was added
    cut_off,        // lines at the end that are known from elsewhere are not there
    other_chain,    // a line has another seal than an anchor says: all from there on was written anew
};
[[nodiscard]] std::string_view to_string(FaultKind kind) noexcept;

struct ChainFault {
    FaultKind kind = FaultKind::changed;
    std::uint64_t number = 0;  // of the line, or of the first one that is missing
    std::uint64_t offset = 0;  // in the ledger as if nothing had been removed
    std::string what{};        // one sentence
    bool operator==(const ChainFault&) const = default;
};

// Where a chain was once, as somebody else noted it.
struct ChainWitness {
    ChainLink link;
    std::string who;  // "the head", "the index", "the system's journal"
};

struct ChainReport {
    static constexpr std::size_t kMostFaults = 100;

    std::uint64_t lines = 0;  // without the checkpoint
    Checkpoint checkpoint{};
    ChainLink last{};
    std::vector<ChainFault> faults{};
    std::uint64_t faults_left_out = 0;
    std::size_t witnesses = 0;  // that could be compared

    [[nodiscard]] bool whole() const noexcept { return faults.empty(); }
};

class ChainCheck {
public:
    ChainCheck(std::string key, std::vector<ChainWitness> witnesses);

    void first(std::string_view line);
    void next(std::string_view line, std::uint64_t offset);
    [[nodiscard]] ChainReport finish() &&;

private:
    void add(FaultKind kind, std::uint64_t number, std::uint64_t offset, std::string what);
    void compare(const ChainLink& link, std::uint64_t offset);

    std::string key_;
    std::vector<ChainWitness> witnesses_;  // sorted by number
    std::size_t compared_ = 0;             // of these, those that are behind us
    ChainLink last_{};
    std::uint64_t highest_ = 0;
    ChainReport report_{};
};

}  // namespace postern::record
