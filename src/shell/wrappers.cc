#include "shell/wrappers.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace postern::shell {
namespace {

// Rows by name. A tool that wraps only through subcommands has an entry without a row.
using Index = std::unordered_map<std::string_view, const Wrapper*>;

Index make_index() {
    Index index;
    for (const auto table : {wrapper_table(), runner_table()}) {
        for (const Wrapper& wrapper : table) {
            for_each_name(wrapper.names, [&](std::string_view name) {
                index.emplace(name, &wrapper);
                const std::size_t slash = name.find('/');
                if (slash != std::string_view::npos) index.emplace(name.substr(0, slash), nullptr);
            });
        }
    }
    return index;
}

const Index& index() {
    static const Index kIndex = make_index();
    return kIndex;
}

// Reports words that may turn out to be options at run time. A quoted operand in a fixed position (`timeout "$t" cmd`)
// is fine.
void report_unsure(Invocation& call, const Wrapper& wrapper, const Scan& scan) {
    if (wrapper.unexplained == Unexplained::skip) return;
    const auto doubt = [&](const Word& word) {
        call.doubt(Doubt::option, "a word known only at run time could be an option of " + call.name, word);
    };
    for (const std::size_t index : scan.unsure) {
        const Word& word = call.words[index];
        const std::size_t places = std::min<std::size_t>(wrapper.operands, scan.operands.size());
        const bool fixed = places != 0 && index <= scan.operands[places - 1] && word.starts_dynamic();
        if ((!fixed && may_be_option(word)) || may_split(word) || !word.starts_dynamic()) doubt(word);
    }
    for (const Option& option : scan.options) {
        if (option.has_value && may_split(option.value)) doubt(option.value);
        if (!option.known)
            call.doubt(Doubt::option, call.name + " has an option that is not known here", call.words[option.index]);
    }
    const std::size_t fixed = std::min<std::size_t>(wrapper.operands, scan.operands.size());
    for (std::size_t i = 0; i < fixed; ++i) {
        if (may_split(call.words[scan.operands[i]])) doubt(call.words[scan.operands[i]]);
    }
}

// Reports the code in options of the wrapper itself. Returns true if nothing else runs.
bool options_decide(Invocation& call, const Wrapper& wrapper, const Scan& scan) {
    if (find_option(scan, wrapper.nothing) || find_option(scan, "help version")) return true;
    bool decided = false;
    for (const Option& option : scan.options) {
        if (!option.has_value) {
            if (listed(wrapper.runs, option.name))
                call.doubt(Doubt::runs_option, call.name + " runs another program", call.words[option.index]);
            continue;
        }
        if (listed(wrapper.code, option.name)) {
            call.code(option.value);
            decided = true;
        } else if (listed(wrapper.runs, option.name)) {
            call.code(option.value);
            call.doubt(Doubt::runs_option, call.name + " -" + std::string(option.name) + " names a program to run",
                       option.value);
        }
    }
    return decided;
}

bool all_literal(const Invocation& call, const Wrapper& wrapper, const Scan& scan) {
    const auto literal = [](const Option& option) { return !option.has_value || option.value.literal(); };
    const std::size_t fixed = std::min<std::size_t>(wrapper.operands, scan.operands.size());
    return std::ranges::all_of(scan.options, literal) &&
           std::all_of(scan.operands.begin(), scan.operands.begin() + static_cast<std::ptrdiff_t>(fixed),
                       [&](std::size_t operand) { return call.words[operand].literal(); });
}

void run_tail(Invocation& call, const Wrapper& wrapper, const Scan& scan, std::size_t first,
              std::vector<Assignment> assignments) {
    switch (wrapper.tail) {
        case Tail::command: return call.run_from(first, std::move(assignments));
        case Tail::shell_code:
            if (find_option(scan, wrapper.plain)) return call.run_from(first);
            return call.joined_code(first);
        case Tail::each_code:
            for (std::size_t i = first; i < call.words.size(); ++i) call.code(call.words[i]);
            return;
    }
}

}  // namespace

const Wrapper* find_wrapper(std::string_view key) {
    const auto found = index().find(key);
    return found == index().end() ? nullptr : found->second;
}

bool has_wrapping_subcommand(std::string_view name) {
    const auto found = index().find(name);
    return found != index().end() && found->second == nullptr;
}

void unwrap_wrapper(Invocation& call, const Wrapper& wrapper, std::size_t begin) {
    if (wrapper.leading_operand && begin < call.words.size() && !call.words[begin].text.starts_with('-')) ++begin;
    const Scan scan = shell::scan(wrapper.grammar, call.words, begin);
    if (options_decide(call, wrapper, scan)) return;
    report_unsure(call, wrapper, scan);

    std::size_t next = wrapper.operands;
    std::vector<Assignment> assignments;
    while (wrapper.assignments && next < scan.operands.size() && is_assignment(call.words[scan.operands[next]])) {
        assignments.push_back(to_assignment(call.words[scan.operands[next++]]));
    }
    if (next >= scan.operands.size()) {
        if (wrapper.alone == Alone::shell || find_option(scan, wrapper.shell)) call.reads_code_from_input(true);
        return;
    }
    std::size_t first = scan.operands[next];
    if (call.words[first].text == "--" && first + 1 < call.words.size()) ++first;  // `kubectl exec pod -- cmd`
    const std::string_view word = call.words[first].text;
    if (wrapper.code_after && (word == "-c" || word == "--command")) {
        if (first + 1 < call.words.size()) call.code(call.words[first + 1]);
        return;
    }
    call.found.only_carries =
        wrapper.carries && call.found.doubts.empty() && call.words[first].literal() && all_literal(call, wrapper, scan);
    // A word that may vanish stands in the position of a fixed operand, so the command may begin one word later.
    const bool shifts =
        wrapper.unexplained == Unexplained::skip && next > 0 && may_split(call.words[scan.operands[next - 1]]);
    if (shifts && wrapper.tail == Tail::command) call.run_from(first + 1);
    run_tail(call, wrapper, scan, first, std::move(assignments));
}

}  // namespace postern::shell
