// Runs many cases with several workers and counts. Workers are processes: each adopts what its scripts leave behind,
// and an analyser that crashes takes only its worker along.
#pragma once

#include "cases.h"
#include "judge.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace postern::oracle {

struct Options {
    std::uint64_t seed = 1;
    std::uint64_t count = 3000;
    std::uint64_t seconds = 0;  // instead of a count
    std::uint64_t first = 0;    // index of the first case
    std::size_t jobs = 1;
    Mode mode = Mode::all;
    Demand demand = Demand::usual;
    bool shrink = false;
    bool show_undecided = false;  // print plain scripts that the analysis did not decide; guarded: that ran otherwise
    std::size_t show = 40;        // failures printed per worker
    double undecided_bound = 0.12;
    std::string recorder;
    std::string regressions;
    std::string postern;  // not empty: run the scripts under this program, with a deny rule
};

struct Counts {
    std::uint64_t scripts = 0;
    std::uint64_t records = 0;
    std::uint64_t undecided = 0;
    std::uint64_t needless = 0;  // undecided, plain, and bash finds it well formed
    std::uint64_t excused = 0;
    std::uint64_t hidden = 0;  // part of excused
    std::uint64_t missed = 0;
    std::uint64_t arguments = 0;
    std::uint64_t broken = 0;
    std::uint64_t timed_out = 0;
    std::array<std::uint64_t, 32> doubts{};  // scripts in which each shell::Doubt was raised

    void add(const Counts& other) noexcept;
};

// Of scripts that ran under Postern with a deny rule.
struct GuardedCounts {
    std::uint64_t scripts = 0;
    std::uint64_t by_text = 0;   // nothing ran
    std::uint64_t by_guard = 0;  // something was kept from starting
    std::uint64_t ran = 0;       // a recording program ran
    std::uint64_t denied_ran = 0;
    std::uint64_t unjudged = 0;  // something was stopped because it could not be looked at
    std::uint64_t timed_out = 0;
    std::uint64_t hangs = 0;       // Postern itself did not come back
    std::uint64_t failed = 0;      // Postern could not run it, or did not say what became of it
    std::uint64_t unmet = 0;       // the rule is about nothing that the script runs, nothing was stopped, no jobs
    std::uint64_t unmet_same = 0;  // then the same programs ran as without Postern

    void add(const GuardedCounts& other) noexcept;
};

// Shared with one worker; the parent reads it while the worker runs, and after it died.
struct Slot {
    std::atomic<std::uint64_t> beat;     // changes while the worker makes progress
    std::atomic<std::uint64_t> current;  // index of the case in hand
    std::atomic<bool> in_regressions;
    std::array<Counts, kFamilies> counts;
    GuardedCounts guarded;
};

struct Report {
    std::array<Counts, kFamilies> counts;
    GuardedCounts guarded;
    std::uint64_t crashes = 0;  // also counts an analyser that does not come back
    std::string error;          // the campaign could not run
};

[[nodiscard]] Report run_campaign(const Options& options, const Stage& stage, const std::vector<Case>& regressions);

}  // namespace postern::oracle
