#include "record/verify.h"

#include <algorithm>
#include <utility>

namespace postern::record {
namespace {

std::string rows(std::uint64_t first, std::uint64_t last) {
    if (first == last) return "row " + std::to_string(first) + " is";
    return "rows " + std::to_string(first) + " to " + std::to_string(last) + " are";
}

}  // namespace

std::string_view to_string(FaultKind kind) noexcept {
    switch (kind) {
        case FaultKind::no_checkpoint: return "no-checkpoint";
        case FaultKind::no_line: return "no-line";
        case FaultKind::changed: return "changed";
        case FaultKind::order: return "order";
        case FaultKind::missing: return "missing";
        case FaultKind::cut_off: return "cut-off";
        case FaultKind::other_chain: return "other-chain";
    }
    return "changed";
}

ChainCheck::ChainCheck(std::string key, std::vector<ChainWitness> witnesses)
    : key_(std::move(key)), witnesses_(std::move(witnesses)) {
    std::ranges::stable_sort(witnesses_, {}, [](const ChainWitness& w) { return w.link.number; });
}

void ChainCheck::add(FaultKind kind, std::uint64_t number, std::uint64_t offset, std::string what) {
    if (report_.faults.size() < ChainReport::kMostFaults)
        report_.faults.push_back({kind, number, offset, std::move(what)});
    else
        ++report_.faults_left_out;
}

void ChainCheck::first(std::string_view line) {
    auto checkpoint = parse_checkpoint(key_, line);
    if (!checkpoint) {
        add(FaultKind::no_checkpoint, 0, 0, checkpoint.error().what);
        checkpoint = parse_checkpoint(std::nullopt, line);
    }
    if (!checkpoint) return;
    report_.checkpoint = *checkpoint;
    last_ = checkpoint->removed;
    highest_ = last_.number;
    // What was known of removed lines says nothing any more, but for the last of them.
    while (compared_ < witnesses_.size() && witnesses_[compared_].link.number < last_.number) ++compared_;
    compare(last_, checkpoint->offset);
}

// Compares the line with those who knew it.
void ChainCheck::compare(const ChainLink& link, std::uint64_t offset) {
    while (compared_ < witnesses_.size() && witnesses_[compared_].link.number < link.number) ++compared_;  // missing
    for (; compared_ < witnesses_.size() && witnesses_[compared_].link.number == link.number; ++compared_) {
        const ChainWitness& witness = witnesses_[compared_];
        ++report_.witnesses;
        if (witness.link.seal != link.seal)
            add(FaultKind::other_chain, link.number, offset,
                "row " + std::to_string(link.number) + " is not the one that " + witness.who + " knows");
    }
}

void ChainCheck::next(std::string_view line, std::uint64_t offset) {
    ++report_.lines;
    auto parts = split_line(line);
    if (!parts)
        return add(FaultKind::no_line, highest_ + 1, offset,
                   "what stands behind row " + std::to_string(last_.number) + " is no row");
    const std::uint64_t number = parts->link.number;
    const bool sealed = holds(key_, last_.seal, *parts);
    if (number <= highest_)
        add(FaultKind::order, number, offset,
            "row " + std::to_string(number) + " stands behind row " + std::to_string(last_.number));
    else if (number > highest_ + 1)
        add(FaultKind::missing, highest_ + 1, offset,
            rows(highest_ + 1, number - 1) +
                (sealed ? " lost: they were gone when the next one was written" : " missing"));
    else if (!sealed)
        add(FaultKind::changed, number, offset,
            "row " + std::to_string(number) + " was changed, or the one before it was");
    if (number > highest_) compare(parts->link, offset);
    highest_ = std::max(highest_, number);
    last_ = std::move(parts->link);
}

ChainReport ChainCheck::finish() && {
    for (; compared_ < witnesses_.size(); ++compared_) {
        const ChainWitness& witness = witnesses_[compared_];
        if (witness.link.number <= highest_) continue;
        ++report_.witnesses;
        add(FaultKind::cut_off, highest_ + 1, 0,
            rows(highest_ + 1, witness.link.number) + " cut off: " + witness.who + " knows of row " +
                std::to_string(witness.link.number));
    }
    report_.last = last_;
    return std::move(report_);
}

}  // namespace postern::record
