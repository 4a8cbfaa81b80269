#include "shell/wrappers.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace postern::shell {
namespace {

using programs::Meaning;
using programs::OptionRow;
using programs::ProgramPlaces;
using programs::Reading;
using programs::Row;
using programs::UnlistedOptions;
using programs::WordRole;
using programs::WordUse;

bool is_command(const Meaning& meaning) {
    return meaning.role == WordRole::command || meaning.role == WordRole::shell_words ||
           meaning.role == WordRole::shell;
}

// Tells whether the call may hold a command: the program takes one, or an option gives it.
bool wraps(const Reading& reading) {
    return std::ranges::any_of(reading.row->operands, is_command, &programs::OperandRow::meaning) ||
           std::ranges::any_of(reading.given, [](const OptionRow* option) {
               return option->value.role == WordRole::shell_words ||
                      (option->takes == programs::Takes::to_semicolon && option->value.role == WordRole::runs);
           });
}

// Tells whether the program runs more than its words say: a package, a container, another machine. A rule that allows the
// command inside never suffices then, so it does not matter where exactly that begins.
bool runs_more(const Row& row) {
    return row.runs || row.contacts;
}

bool is_operand(const WordUse& use) {
    return use.option.empty();
}

// Tells whether the first word of a command could be an option at run time.
bool may_be_no_command(const Word& word) {
    return word.starts_dynamic() && (may_be_option(word) || may_split(word));
}

bool all_literal(const Reading& reading) {
    return std::ranges::all_of(reading.uses, [](const WordUse& use) { return use.word.literal(); });
}

// Tells whether an operand before the command may vanish, so that the command may begin one word later.
bool may_shift(const Reading& reading, std::size_t first) {
    return std::ranges::any_of(
        reading.uses, [&](const WordUse& use) { return is_operand(use) && use.index < first && may_split(use.word); });
}

void run_command(Invocation& call, const Reading& reading, const WordUse& command) {
    std::size_t first = command.index;
    if (call.words[first].text == "--" && first + 1 < call.words.size()) ++first;  // `docker exec web -- cmd`
    switch (command.meaning.role) {
        case WordRole::shell_words: return call.joined_code(first);
        case WordRole::shell:
            for (const WordUse& use : reading.uses) {
                if (is_operand(use) && use.meaning.role == WordRole::shell) call.code(use.word);
            }
            return;
        case WordRole::code:
            call.doubt(Doubt::runs_option, call.name + " is given commands of its own", command.word);
            return call.run_from(first);
        default: break;
    }
    if (runs_more(*reading.row) && may_shift(reading, first)) call.run_from(first + 1);
    call.run_from(first, assignments_of(reading));
}

void one_option(Invocation& call, const Row& row, const WordUse& use) {
    const bool piped = use.meaning.kind == "pipe" && use.word.text.find_first_of("|!") == 0;
    const bool code = use.meaning.role == WordRole::loads || use.meaning.role == WordRole::code_file;
    if (piped || use.meaning.role == WordRole::runs || use.meaning.role == WordRole::shell) {
        call.code(programs::part_of(use.word, piped ? 1 : 0));
    } else if (!code || row.runs) {
        return;
    }
    call.doubt(Doubt::runs_option, call.name + " -" + std::string(use.option) + " names a program or code to run",
               use.word);
}

bool unwrap_reading(Invocation& call, const Reading& reading) {
    if (reading.row == nullptr || !wraps(reading)) return false;
    if (reading.only_informs || unwrap_options(call, reading)) return true;
    if (!runs_more(*reading.row)) report_unsure(call, reading);
    const WordUse* const command = inner_command(reading);
    if (command != nullptr) {
        call.found.only_carries = reading.row->carries && call.found.doubts.empty() && all_literal(reading);
        run_command(call, reading, *command);
    } else if (reading.starts_shell) {
        call.reads_code_from_input(true);
    }
    return true;
}

}  // namespace

const WordUse* inner_command(const Reading& reading) {
    const auto found = std::ranges::find_if(reading.uses, [](const WordUse& use) {
        const WordRole role = use.meaning.role;
        return is_operand(use) && (is_command(use.meaning) || role == WordRole::runs || role == WordRole::code);
    });
    return found == reading.uses.end() ? nullptr : &*found;
}

std::vector<Assignment> assignments_of(const Reading& reading) {
    std::vector<Assignment> out;
    for (const WordUse& use : reading.uses) {
        if (is_operand(use) && use.meaning.role == WordRole::assignment) out.push_back(to_assignment(use.word));
    }
    return out;
}

bool unwrap_options(Invocation& call, const Reading& reading) {
    bool decided = false;
    for (const WordUse& use : reading.uses) {
        if (is_operand(use)) continue;
        if (use.meaning.role == WordRole::shell_words) {
            call.code(use.word);
            decided = true;
        } else {
            one_option(call, *reading.row, use);
        }
    }
    return decided;
}

void report_unsure(Invocation& call, const Reading& reading) {
    const WordUse* const command = inner_command(reading);
    const std::size_t begin = command == nullptr ? call.words.size() : command->index;
    const auto unsure = [&](const Word& word) {
        call.doubt(Doubt::option, "a word known only at run time could be an option of " + call.name, word);
    };
    std::vector<std::size_t> used;
    for (const WordUse& use : reading.uses) used.push_back(use.index);
    std::ranges::sort(used);
    for (const std::size_t index : reading.unexplained) {
        const Word& word = call.words[index];
        if (index >= begin || std::ranges::binary_search(used, index)) continue;
        if (!word.literal()) {
            unsure(word);
        } else {
            call.doubt(Doubt::option, call.name + " has an option that is not known here", word);
        }
    }
    for (const WordUse& use : reading.uses) {
        if (is_operand(use) && use.meaning.role == WordRole::assignment) continue;
        const bool inner = is_operand(use) && is_command(use.meaning);
        if (inner ? may_be_no_command(use.word) : use.index < begin && may_split(use.word)) unsure(use.word);
    }
}

bool unwrap_wrapper(Invocation& call) {
    const Reading reading = programs::read_outer(call.words, ProgramPlaces::any);
    const bool found = unwrap_reading(call, reading);
    if (reading.unlisted.empty()) return found;
    // An option that the row does not have may take the next word, and the command then begins behind it.
    const Reading other = programs::read_outer(call.words, ProgramPlaces::any, UnlistedOptions::valued);
    const WordUse* const first = inner_command(reading);
    const WordUse* const second = inner_command(other);
    if (second == nullptr || (first != nullptr && first->index == second->index)) return found;
    const bool also = unwrap_reading(call, other);
    if (also && other.unlisted.size() > 1)  // some of them may take a word, and some not
        call.doubt(Doubt::option, call.name + " has options that are not known here", call.words[other.unlisted[1]]);
    return found || also;
}

}  // namespace postern::shell
