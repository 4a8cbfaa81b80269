#include "worker.h"

#include "guarded_worker.h"
#include "shrink.h"

#include <unistd.h>

#include <cctype>
#include <chrono>
#include <set>

namespace postern::oracle {

namespace {

class Worker {
public:
    Worker(const Options& options, Runner& runner, Slot& slot) : options_(options), runner_(runner), slot_(slot) {}

    void take(const Case& one, const std::string& label);

private:
    void show(const Case& one, const std::string& label, const Judgement& judgement);
    [[nodiscard]] Case shrunk(const Case& one, Finding finding);

    const Options& options_;
    Runner& runner_;
    Slot& slot_;
    std::set<std::string> shown_;
};

const char* describe(Finding finding) {
    switch (finding) {
        case Finding::sound: return "sound";
        case Finding::undecided: return "undecided";
        case Finding::hidden: return "HIDDEN BY BAD SYNTAX";
        case Finding::missed: return "MISSED PROGRAM";
        case Finding::arguments: return "WRONG ARGUMENTS";
        case Finding::broken: return "BROKEN ANALYSIS";
    }
    return "?";
}

// Removes the numbers of programs. Failures that differ only in these count as one.
std::string without_numbers(const std::string& script) {
    std::string same;
    for (std::size_t i = 0; i < script.size(); ++i) {
        same += script[i];
        if (script[i] != 'p') continue;
        while (i + 1 < script.size() && std::isdigit(static_cast<unsigned char>(script[i + 1])) != 0) ++i;
    }
    return same;
}

void count(Counts& counts, const Run& run, const Judgement& judgement) {
    ++counts.scripts;
    counts.records += run.records.size();
    counts.timed_out += run.timed_out ? 1u : 0u;
    counts.excused += judgement.excused ? 1u : 0u;
    switch (judgement.finding) {
        case Finding::sound: break;
        case Finding::undecided: ++counts.undecided; break;
        case Finding::hidden:
            ++counts.undecided;
            ++counts.hidden;
            break;
        case Finding::missed: ++counts.missed; break;
        case Finding::arguments: ++counts.arguments; break;
        case Finding::broken: ++counts.broken; break;
    }
    for (std::size_t i = 0; i < counts.doubts.size(); ++i) counts.doubts[i] += (judgement.doubt_bits >> i) & 1u;
}

void Worker::take(const Case& one, const std::string& label) {
    const Run run = runner_.run(one.script, one.form);
    const Judgement judgement = judge(one.script, run.records);
    Counts& counts = slot_.counts[static_cast<std::size_t>(one.family)];
    count(counts, run, judgement);
    ++slot_.beat;
    const bool undecided = judgement.finding == Finding::undecided || judgement.finding == Finding::hidden;
    const bool needless = undecided && one.family == Family::plain && runner_.accepts(one.script);
    counts.needless += needless ? 1u : 0u;
    const bool curious = options_.show_undecided && needless;
    if (!failed(judgement.finding, options_.demand) && !curious) return;
    if (shown_.size() >= options_.show) return;
    if (!options_.shrink || curious) return show(one, label, judgement);
    const Case small = shrunk(one, judgement.finding);
    const Run again = runner_.run(small.script, small.form);
    show(small, label, judge(small.script, again.records));
}

Case Worker::shrunk(const Case& one, Finding finding) {
    Case small = one;
    small.script = shrink(one.script, [&](const std::string& candidate) {
        ++slot_.beat;
        return judge(candidate, runner_.run(candidate, one.form).records).finding == finding;
    });
    return small;
}

void Worker::show(const Case& one, const std::string& label, const Judgement& judgement) {
    if (!shown_.insert(without_numbers(one.script)).second) return;
    std::string text = std::string("---- ") + describe(judgement.finding) + " (" + label +
                       (one.form == Form::file ? ", as a file" : "") + ")\n";
    text += one.script + "\n";
    for (const Record& record : judgement.unexplained) text += "  ran: " + to_string(record) + "\n";
    for (const std::string& doubt : judgement.doubts) text += "  doubt: " + doubt + "\n";
    if (!judgement.detail.empty()) text += "  " + judgement.detail + "\n";
    (void)!::write(STDOUT_FILENO, text.data(), text.size());
}

}  // namespace

int run_worker(const Options& options, const Stage& stage, const std::vector<Case>& regressions, const Share& share,
               Slot& slot) {
    Runner runner(stage, share.number);
    if (!runner.ready() || !runner.drop_privileges()) return 3;
    Worker worker(options, runner, slot);
    GuardedWorker guarded(options, runner, stage.booth(share.number), slot);
    const auto take = [&](const Case& one, std::uint64_t index, const std::string& label) {
        options.postern.empty() ? worker.take(one, label) : guarded.take(one, index, label);
    };
    if (share.with_regressions) {
        slot.in_regressions = true;
        for (std::size_t i = slot.current; i < regressions.size(); ++i) {
            slot.current = i;
            take(regressions[i], i, "regression " + std::to_string(i));
        }
        slot.in_regressions = false;
    }
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(options.seconds);
    for (std::uint64_t i = share.first; options.seconds != 0 || i < options.first + options.count; i += options.jobs) {
        if (options.seconds != 0 && std::chrono::steady_clock::now() >= end) break;
        slot.current = i;
        take(make_case(options.seed, i, options.mode), i,
             "seed " + std::to_string(options.seed) + " index " + std::to_string(i));
    }
    return 0;
}

}  // namespace postern::oracle
