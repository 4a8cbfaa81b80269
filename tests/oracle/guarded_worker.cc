#include "guarded_worker.h"

#include "shrink.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace postern::oracle {

namespace {

constexpr std::uint64_t kRuleSeed = 0x64656e79;  // makes the rule independent of the random numbers for the script

bool denied_ran(const GuardedRun& guarded, const DenyRule& rule) {
    return std::ranges::any_of(guarded.run.records, [&](const Record& record) { return rule.met_by(record); });
}

bool failed(const GuardedRun& guarded) {
    return guarded.outcome.empty() || guarded.outcome == "setup-failed" || guarded.outcome == "not-executed";
}

// Finds background jobs. They end with the sandbox, which does not wait for them.
bool has_jobs(std::string_view script) {
    for (std::size_t at = script.find('&'); at != std::string_view::npos; at = script.find('&', at + 2)) {
        if (script.substr(at, 2) != "&&") return true;
    }
    return std::ranges::any_of(std::array{"coproc", "<(", ">("},
                               [&](const char* text) { return script.find(text) != std::string_view::npos; });
}

// Returns true if no program of the script is denied, so that it should run the same programs as without Postern.
bool comparable(const std::string& script, const Run& plain, const GuardedRun& guarded, const DenyRule& rule) {
    if (has_jobs(script)) return false;
    const bool met = std::ranges::any_of(plain.records, [&](const Record& record) { return rule.met_by(record); });
    return !met && !plain.records.empty() && !plain.timed_out && guarded.outcome == "exited" && guarded.denied == 0;
}

std::set<std::string> names(const std::vector<Record>& records) {
    std::set<std::string> out;
    for (const Record& record : records) out.insert(record.name);
    return out;
}

}  // namespace

GuardedWorker::GuardedWorker(const Options& options, Runner& runner, const Booth& booth, Slot& slot)
    : options_(options), runner_(runner), guarded_(runner, booth, options.postern), slot_(slot) {}

void GuardedWorker::take(const Case& one, std::uint64_t index, const std::string& label) {
    label_ = label;
    Rng rng(options_.seed ^ kRuleSeed, index);
    const Run plain = runner_.run(one.script, one.form);
    const DenyRule rule = pick_rule(rng, plain.records);
    const Shown shown = rng.one_in(2) ? Shown::to_all : Shown::to_guard_only;
    const GuardedRun guarded = guarded_.run(one.script, rule, shown);
    ++slot_.beat;
    count(one.script, plain, guarded, rule);
    if (shown_ >= options_.show) return;
    if (denied_ran(guarded, rule)) {
        const std::string small = options_.shrink ? shrunk(one.script, rule, shown) : one.script;
        show(shown == Shown::to_all ? "DENIED PROGRAM RAN" : "DENIED PROGRAM RAN, from a file", small, rule, guarded);
    } else if (guarded.run.timed_out) {
        show("HANG", one.script, rule, guarded);
    } else if (failed(guarded)) {
        show("FAILED", one.script, rule, guarded);
    } else if (guarded.unjudged) {
        show("COULD NOT BE JUDGED", one.script, rule, guarded);
    } else if (options_.show_undecided && comparable(one.script, plain, guarded, rule) &&
               names(plain.records) != names(guarded.run.records)) {
        show("OTHER PROGRAMS RAN", one.script, rule, guarded);
    }
}

void GuardedWorker::count(const std::string& script, const Run& plain, const GuardedRun& guarded,
                          const DenyRule& rule) {
    GuardedCounts& counts = slot_.guarded;
    const bool by_text = guarded.outcome == "refused";
    const auto one_if = [](bool it) { return std::uint64_t{it ? 1u : 0u}; };
    ++counts.scripts;
    counts.by_text += one_if(by_text);
    counts.by_guard += one_if(guarded.denied != 0);
    counts.ran += one_if(!guarded.run.records.empty());
    counts.denied_ran += one_if(denied_ran(guarded, rule));
    counts.unjudged += one_if(guarded.unjudged);
    counts.timed_out += one_if(guarded.outcome == "timed-out");
    counts.hangs += one_if(guarded.run.timed_out);
    counts.failed += one_if(!guarded.run.timed_out && failed(guarded));
    if (!comparable(script, plain, guarded, rule)) return;
    ++counts.unmet;
    counts.unmet_same += one_if(names(plain.records) == names(guarded.run.records));
}

std::string GuardedWorker::shrunk(const std::string& script, const DenyRule& rule, Shown shown) {
    return shrink(script, [&](const std::string& candidate) {
        ++slot_.beat;
        return denied_ran(guarded_.run(candidate, rule, shown), rule);
    });
}

void GuardedWorker::show(const char* what, const std::string& script, const DenyRule& rule, const GuardedRun& guarded) {
    ++shown_;
    std::string text = std::string("---- ") + what + " (" + label_ + "), " + rule.text + "\n" + script + "\n";
    for (const Record& record : guarded.run.records) text += "  ran: " + to_string(record) + "\n";
    text += "  " + guarded.answer + "\n";
    (void)!::write(STDOUT_FILENO, text.data(), text.size());
}

}  // namespace postern::oracle
