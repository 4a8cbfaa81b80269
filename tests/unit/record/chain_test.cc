#include "record/chain.h"

#include "record/verify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace postern::record {
namespace {

const std::string kKey(kLedgerKeyBytes, 'k');

// A ledger in memory: the checkpoint and ten rows.
std::vector<std::string> ledger_of(const std::string& key, std::uint64_t rows = 10, std::uint64_t removed = 0) {
    const Checkpoint first{.ledger = "l", .removed = {removed, std::string(kSealDigits, 'a')}, .offset = 100};
    std::vector<std::string> out{checkpoint_line(key, first)};
    ChainLink last = first.removed;
    for (std::uint64_t i = 1; i <= rows; ++i) {
        out.push_back(seal_line(key, last, removed + i, "{\"i\":" + std::to_string(i) + '}'));
        last = split_line(out.back().substr(0, out.back().size() - 1))->link;
    }
    for (std::string& line : out) line.pop_back();
    return out;
}

ChainReport check(const std::vector<std::string>& lines, std::vector<ChainWitness> witnesses = {}) {
    ChainCheck out(kKey, std::move(witnesses));
    out.first(lines.empty() ? "" : lines.front());
    for (std::size_t i = 1; i < lines.size(); ++i) out.next(lines[i], i);
    return std::move(out).finish();
}

std::vector<FaultKind> kinds(const ChainReport& report) {
    std::vector<FaultKind> out;
    for (const ChainFault& fault : report.faults) out.push_back(fault.kind);
    return out;
}

TEST(Chain, ALineComesBackAsItWasSealed) {
    const std::string line = seal_line(kKey, {4, std::string(kSealDigits, 'b')}, 5, "{\"a\": 1}");
    ASSERT_EQ(line.back(), '\n');
    const auto parts = split_line(std::string_view(line).substr(0, line.size() - 1));
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->payload, "{\"a\": 1}");
    EXPECT_EQ(parts->link.number, 5U);
    EXPECT_TRUE(holds(kKey, std::string(kSealDigits, 'b'), *parts));
    EXPECT_FALSE(holds(kKey, std::string(kSealDigits, 'c'), *parts));
    EXPECT_FALSE(holds(std::string(kLedgerKeyBytes, 'x'), std::string(kSealDigits, 'b'), *parts));
    for (std::size_t size = 0; size < kTrailerBytes; ++size) EXPECT_FALSE(split_line(line.substr(0, size)));
}

TEST(Chain, AWholeLedgerHasNoFault) {
    const auto report = check(ledger_of(kKey));
    EXPECT_TRUE(report.whole());
    EXPECT_EQ(report.lines, 10U);
    EXPECT_EQ(report.last.number, 10U);
    EXPECT_TRUE(check(ledger_of(kKey, 10, 50)).whole()) << "what was pruned is no fault";
}

TEST(Chain, EditedRowsAreFound) {
    for (std::size_t row = 1; row <= 10; ++row) {
        auto lines = ledger_of(kKey);
        lines[row][1] = 'X';
        EXPECT_EQ(kinds(check(lines)), std::vector{FaultKind::changed}) << row;
    }
}

TEST(Chain, DeletedRowsAreFound) {
    for (std::size_t row = 1; row <= 9; ++row) {
        auto lines = ledger_of(kKey);
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(row));
        EXPECT_EQ(kinds(check(lines)), std::vector{FaultKind::missing}) << row;
    }
}

TEST(Chain, SwappedRowsAreFound) {
    auto lines = ledger_of(kKey);
    std::swap(lines[3], lines[4]);
    const auto found = kinds(check(lines));
    EXPECT_TRUE(std::ranges::find(found, FaultKind::order) != found.end());
}

TEST(Chain, InsertedRowsAreFound) {
    auto lines = ledger_of(kKey);
    lines.insert(lines.begin() + 4, lines[4]);
    EXPECT_FALSE(check(lines).whole()) << "a row twice";
    lines = ledger_of(kKey);
    std::string foreign = seal_line(std::string(kLedgerKeyBytes, 'x'), {10, std::string(kSealDigits, 'a')}, 11, "{}");
    foreign.pop_back();
    lines.push_back(foreign);
    EXPECT_EQ(kinds(check(lines)), std::vector{FaultKind::changed}) << "a row without the key";
    lines = ledger_of(kKey);
    lines.insert(lines.begin() + 2, "{\"no\": \"seal\"}");
    EXPECT_EQ(kinds(check(lines)), std::vector{FaultKind::no_line});
}

TEST(Chain, CutOffRowsAreFoundByWhoKnewThem) {
    auto lines = ledger_of(kKey);
    const ChainLink last = split_line(lines.back())->link;
    EXPECT_TRUE(check(lines, {{last, "the head"}}).whole());
    lines.resize(8);
    EXPECT_TRUE(check(lines).whole()) << "by itself it is a whole ledger";
    const auto report = check(lines, {{last, "the head"}});
    EXPECT_EQ(kinds(report), std::vector{FaultKind::cut_off});
    EXPECT_EQ(report.faults[0].what, "rows 8 to 10 are cut off: the head knows of row 10");
}

TEST(Chain, AChainMadeAnewIsFoundByAnAnchor) {
    const auto lines = ledger_of(kKey);
    const ChainLink noted = split_line(lines[5])->link;
    const std::string log = "Nov 18 host postern: " + anchor_text("l", noted) + '\n';
    auto forged = ledger_of(kKey, 3);  // who has the key writes the rest of it anew
    ChainLink last = split_line(forged.back())->link;
    for (std::uint64_t i = 4; i <= 10; ++i) {
        forged.push_back(seal_line(kKey, last, i, "{\"forged\":1}"));
        forged.back().pop_back();
        last = split_line(forged.back())->link;
    }
    EXPECT_TRUE(check(forged).whole());
    ASSERT_TRUE(anchor_in(log, "l"));
    EXPECT_EQ(kinds(check(forged, {{*anchor_in(log, "l"), "an anchor"}})), std::vector{FaultKind::other_chain});
    EXPECT_TRUE(check(lines, {{*anchor_in(log, "l"), "an anchor"}}).whole());
    EXPECT_FALSE(anchor_in(log, "other")) << "the anchor of another ledger says nothing";
}

TEST(Chain, AChangedCheckpointIsFound) {
    auto lines = ledger_of(kKey, 5, 50);
    const std::size_t at = lines[0].find("100");
    lines[0].replace(at, 3, "200");
    EXPECT_EQ(kinds(check(lines)), std::vector{FaultKind::no_checkpoint});
    EXPECT_FALSE(check({}).whole());
}

TEST(Chain, ALossThatWasSeenIsToldFromARemoval) {
    auto lines = ledger_of(kKey, 3);
    const ChainLink last = split_line(lines.back())->link;
    lines.push_back(seal_line(kKey, last, 6, "{}"));
    lines.back().pop_back();
    const auto report = check(lines);
    ASSERT_EQ(kinds(report), std::vector{FaultKind::missing});
    EXPECT_NE(report.faults[0].what.find("rows 4 to 5 are lost"), std::string::npos) << report.faults[0].what;
}

}  // namespace
}  // namespace postern::record
