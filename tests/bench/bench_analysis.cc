// Measures the analysis of a command line alone.
#include "sample_lines.h"
#include "shell/analysis.h"

#include <benchmark/benchmark.h>

namespace {

using namespace postern;

void analyse_typical_line(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(shell::analyse(bench::kTypicalLine));
}
BENCHMARK(analyse_typical_line);

void analyse_long_script(benchmark::State& state) {
    const std::string script = bench::long_script();
    for (auto _ : state) benchmark::DoNotOptimize(shell::analyse(script));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(script.size()));
}
BENCHMARK(analyse_long_script);

// Time must grow no faster than the text.
void analyse_nested_substitutions(benchmark::State& state) {
    std::string script = "true";
    for (int i = 0; i < state.range(0); ++i) script = "echo \"$(" + script + ")\"";
    for (auto _ : state) benchmark::DoNotOptimize(shell::analyse(script));
    state.SetComplexityN(state.range(0));
}
BENCHMARK(analyse_nested_substitutions)->RangeMultiplier(2)->Range(4, 64)->Complexity();

void analyse_many_commands(benchmark::State& state) {
    std::string script;
    for (int i = 0; i < state.range(0); ++i) script += "echo a b c; ";
    for (auto _ : state) benchmark::DoNotOptimize(shell::analyse(script));
    state.SetComplexityN(state.range(0));
}
BENCHMARK(analyse_many_commands)->RangeMultiplier(4)->Range(16, 4096)->Complexity();

}  // namespace

BENCHMARK_MAIN();
