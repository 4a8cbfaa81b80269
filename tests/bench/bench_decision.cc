// Measures a decision from text to verdict, and the making of a policy: settings read, merged, compiled.
#include "base/json.h"
#include "policy/decide.h"
#include "policy/decide_exec.h"
#include "policy/policy.h"
#include "sample_lines.h"
#include "settings/merge.h"
#include "shell/analysis.h"

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace postern;

constexpr int kFiles = 5;
constexpr int kRules = 40;

AbsPath at(std::string_view text) {
    return *AbsPath::parse(text);
}

settings::Places places() {
    return {.cwd = at("/w"),
            .project = at("/w"),
            .levels = {},
            .home = at("/home/u"),
            .config_home = at("/home/u/.config/postern"),
            .state_home = at("/home/u/.local/state/postern"),
            .claude_home = at("/home/u/.claude"),
            .managed = at("/etc/postern"),
            .claude_managed = at("/etc/claude-code"),
            .managed_owner = 0};
}

// Returns five files as read from disk, with eight rules in each.
std::vector<std::string> settings_texts() {
    std::vector<std::string> texts;
    for (int i = 0; i < kFiles; ++i) texts.push_back(bench::settings_text(i, kRules / kFiles));
    return texts;
}

Result<settings::Loaded> parse_and_merge(const std::vector<std::string>& texts) {
    constexpr settings::Scope kScopes[kFiles] = {settings::Scope::user, settings::Scope::project,
                                                 settings::Scope::local, settings::Scope::managed,
                                                 settings::Scope::managed};
    std::vector<settings::Layer> layers;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        auto document = parse_json(texts[i], "settings");
        if (!document) return tl::unexpected(document.error());
        layers.push_back(
            {.source = {.scope = kScopes[i], .file = "/w/" + std::to_string(i) + ".json", .anchor = at("/w")},
             .document = std::move(*document)});
    }
    return settings::merge(layers, places(), {});
}

// Returns null, with the benchmark marked as failed, if the sample settings are refused.
const policy::Policy* sample_policy(benchmark::State& state) {
    static const Result<policy::Compiled> compiled = [] {
        const auto loaded = parse_and_merge(settings_texts());
        if (!loaded) return Result<policy::Compiled>(tl::unexpected(loaded.error()));
        return policy::compile(loaded->settings,
                               {.cwd = at("/w"), .home = at("/home/u"), .has_sandbox = true, .has_exec_guard = true});
    }();
    if (compiled) return &compiled->policy;
    state.SkipWithError(compiled.error().what.c_str());
    return nullptr;
}

void decide(benchmark::State& state, std::string_view text) {
    const policy::Policy* const policy = sample_policy(state);
    if (policy == nullptr) return;
    for (auto _ : state) {
        const shell::Analysis analysis = shell::analyse(text);
        benchmark::DoNotOptimize(policy::decide_command(*policy, {.text = text, .analysis = analysis}));
    }
}

void decide_typical_line(benchmark::State& state) {
    decide(state, bench::kTypicalLine);
}
BENCHMARK(decide_typical_line);

void decide_long_script(benchmark::State& state) {
    const std::string script = bench::long_script();
    decide(state, script);
}
BENCHMARK(decide_long_script);

// Measures the start of a compiler, as a build does for each file. No rule names it.
void decide_compiler_start(benchmark::State& state) {
    const policy::Policy* const policy = sample_policy(state);
    if (policy == nullptr) return;
    const std::vector<std::string> argv = bench::compiler_words();
    for (auto _ : state) benchmark::DoNotOptimize(policy::decide_exec(*policy, argv, policy->host.cwd));
}
BENCHMARK(decide_compiler_start);

void merge_five_files(benchmark::State& state) {
    const std::vector<std::string> texts = settings_texts();
    for (auto _ : state) {
        const auto loaded = parse_and_merge(texts);
        if (!loaded) return state.SkipWithError(loaded.error().what.c_str());
        benchmark::DoNotOptimize(loaded);
    }
}
BENCHMARK(merge_five_files);

void compile_policy(benchmark::State& state) {
    const auto loaded = parse_and_merge(settings_texts());
    if (!loaded) return state.SkipWithError(loaded.error().what.c_str());
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            policy::compile(loaded->settings, {.cwd = at("/w"), .home = at("/home/u"), .has_sandbox = true}));
    }
}
BENCHMARK(compile_policy);

}  // namespace

BENCHMARK_MAIN();
