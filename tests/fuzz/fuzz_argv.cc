// Analyses programs with arguments and without a shell, which exercises the option grammars of wrappers. Newlines
// separate the arguments.
#include "analysis_invariants.h"
#include "fuzz_check.h"
#include "shell/analysis.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace postern;
    std::string_view text(reinterpret_cast<const char*>(data), size);
    if (text.find('\0') != std::string_view::npos) return -1;  // arguments cannot contain NUL
    std::vector<std::string> argv;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        argv.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (argv.empty()) return -1;
    std::size_t joined = argv.size() - 1;
    for (const std::string& argument : argv) joined += argument.size();

    const shell::Analysis analysis = shell::analyse_argv(argv);
    const std::string fault = invariant_broken(analysis, joined);
    promise(fault.empty(), fault);
    promise(!analysis.commands.empty() || !analysis.unknowns.empty(), "a program is a command");
    if (!analysis.commands.empty())
        promise(analysis.commands.front().name() == argv.front(), "the program comes first");
    return 0;
}
