#include "summary.h"

#include "shell/analysis.h"

#include <cstdio>

namespace postern::oracle {

namespace {

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

void print_doubts(const Counts& counts) {
    for (std::size_t i = 0; i < counts.doubts.size(); ++i) {
        if (counts.doubts[i] == 0) continue;
        const auto name = postern::shell::to_string(static_cast<postern::shell::Doubt>(i));
        std::printf("  %.*s %llu", static_cast<int>(name.size()), name.data(),
                    static_cast<unsigned long long>(counts.doubts[i]));
    }
    std::printf("\n");
}

void print(const char* name, const Counts& counts) {
    const auto n = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
    std::printf(
        "%-10s scripts %llu  programs %llu  undecided %llu (%.1f%%, %llu needed it, %llu for bad syntax)  timed out "
        "%llu\n",
        name, n(counts.scripts), n(counts.records), n(counts.undecided), 100 * share(counts.undecided, counts.scripts),
        n(counts.excused), n(counts.hidden), n(counts.timed_out));
    std::printf("           missed %llu  wrong arguments %llu  broken %llu  doubts:", n(counts.missed),
                n(counts.arguments), n(counts.broken));
    print_doubts(counts);
}

}  // namespace

bool summarise(const Report& report, const Options& options, double seconds) {
    Counts all;
    for (std::size_t i = 0; i < kFamilies; ++i) {
        if (report.counts[i].scripts != 0) print(to_string(static_cast<Family>(i)), report.counts[i]);
        all.add(report.counts[i]);
    }
    print("all", all);
    std::printf("crashes %llu; %.0f scripts/s\n", static_cast<unsigned long long>(report.crashes),
                static_cast<double>(all.scripts) / seconds);
    const Counts& plain = report.counts[static_cast<std::size_t>(Family::plain)];
    std::printf("plain, well formed and yet undecided: %.1f%% (at most %.0f%%)\n",
                100 * share(plain.needless, plain.scripts), 100 * options.undecided_bound);
    bool good = all.missed + all.arguments + all.broken + report.crashes == 0;
    if (options.demand == Demand::strict && all.hidden != 0) good = false;
    if (plain.scripts >= 200 && share(plain.needless, plain.scripts) > options.undecided_bound) {
        std::printf("too many plain scripts are undecided\n");
        good = false;
    }
    if (all.scripts >= 200 && all.records < all.scripts) {
        std::printf("too few programs ran: the scripts or the recorder do not work\n");
        good = false;
    }
    return good;
}

bool summarise_guarded(const Report& report, double seconds) {
    const GuardedCounts& counts = report.guarded;
    const auto n = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
    std::printf(
        "guarded    scripts %llu  refused by text %llu  stopped by guard %llu  ran something %llu  timed out %llu\n",
        n(counts.scripts), n(counts.by_text), n(counts.by_guard), n(counts.ran), n(counts.timed_out));
    std::printf("           DENIED AND RAN %llu  hangs %llu  failed %llu  could not be judged %llu  crashes %llu\n",
                n(counts.denied_ran), n(counts.hangs), n(counts.failed), n(counts.unjudged), n(report.crashes));
    std::printf("           rule about something else %llu, the same programs ran %llu (%.1f%%); %.0f scripts/s\n",
                n(counts.unmet), n(counts.unmet_same), 100 * share(counts.unmet_same, counts.unmet),
                static_cast<double>(counts.scripts) / seconds);
    bool good = counts.denied_ran + counts.hangs + counts.failed + counts.unjudged + report.crashes == 0;
    if (counts.scripts >= 200 && (counts.by_guard < counts.scripts / 10 || counts.ran < counts.scripts / 4)) {
        std::printf("too few programs ran or were stopped: this shows nothing\n");
        good = false;
    }
    if (counts.unmet >= 10 && counts.unmet_same < counts.unmet * 9 / 10) {
        std::printf("too few scripts run what no rule denies\n");
        good = false;
    }
    return good;
}

}  // namespace postern::oracle
