// Runs many cases with several workers and counts the results. Workers are processes: each adopts the processes that
// its scripts leave behind, and a crashing analyser ends only its worker.
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
    bool show_undecided = false;  // print plain undecided scripts; if guarded, those that ran other programs
    std::size_t show = 40;        // failures printed per worker
    double undecided_bound = 0.12;
    std::string recorder;
    std::string regressions;
    std::string postern;  // if not empty, run the scripts under this program, with a deny rule
};

struct Counts {
    std::uint64_t scripts = 0;
    std::uint64_t records = 0;
    std::uint64_t undecided = 0;
    std::uint64_t needless = 0;  // undecided although plain and well formed for bash
    std::uint64_t excused = 0;
    std::uint64_t hidden = 0;  // part of excused
    std::uint64_t missed = 0;
    std::uint64_t arguments = 0;
    std::uint64_t broken = 0;
    std::uint64_t timed_out = 0;
    std::array<std::uint64_t, 32> doubts{};  // scripts in which each shell::Doubt was raised

    void add(const Counts& other) noexcept;
};

// Results of scripts that ran under Postern with a deny rule.
struct GuardedCounts {
    std::uint64_t scripts = 0;
    std::uint64_t by_text = 0;   // nothing ran
    std::uint64_t by_guard = 0;  // some program was kept from starting
    std::uint64_t ran = 0;       // a recording program ran
    std::uint64_t denied_ran = 0;
    std::uint64_t unjudged = 0;  // a program was stopped because it could not be inspected
    std::uint64_t timed_out = 0;
    std::uint64_t hangs = 0;       // Postern itself did not return
    std::uint64_t failed = 0;      // Postern could not run the script, or did not report the outcome
    std::uint64_t unmet = 0;       // the rule matches no program of the script, nothing was stopped, no background jobs
    std::uint64_t unmet_same = 0;  // of these, the same programs ran as without Postern

    void add(const GuardedCounts& other) noexcept;
};

// Memory shared with one worker. The parent reads it while the worker runs, and after its death.
struct Slot {
    std::atomic<std::uint64_t> beat;     // changes while the worker makes progress
    std::atomic<std::uint64_t> current;  // index of the current case
    std::atomic<bool> in_regressions;
    std::array<Counts, kFamilies> counts;
    GuardedCounts guarded;
};

struct Report {
    std::array<Counts, kFamilies> counts;
    GuardedCounts guarded;
    std::uint64_t crashes = 0;  // includes an analyser that does not return
    std::string error;          // why the campaign could not run
};

[[nodiscard]] Report run_campaign(const Options& options, const Stage& stage, const std::vector<Case>& regressions);

}  // namespace postern::oracle
