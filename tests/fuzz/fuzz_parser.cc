// Any bytes at all as the text of `bash -c`. Slowness is found by libFuzzer's -timeout.
#include "analysis_invariants.h"
#include "fuzz_check.h"
#include "shell/analysis.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace postern;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const shell::Analysis analysis = shell::analyse(text);
    const std::string fault = invariant_broken(analysis, size);
    promise(fault.empty(), fault);
    promise(shell::analyse(text) == analysis, "the same text has the same analysis");

    // Tight limits may lose commands, but never without saying so.
    const shell::AnalysisLimits tight{
        .bytes = 4096, .depth = 6, .code_depth = 2, .commands = 8, .brace_words = 4, .work = 4096};
    const shell::Analysis cut = shell::analyse(text, tight);
    const std::string cut_fault = invariant_broken(cut, size);
    promise(cut_fault.empty(), cut_fault);
    promise(cut.commands.size() >= analysis.commands.size() || !cut.unknowns.empty(),
            "what a limit cuts off is unknown");
    return 0;
}
