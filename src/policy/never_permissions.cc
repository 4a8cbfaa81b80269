// Entries open-to-everyone and fork-bomb.
#include "policy/never_places.h"

#include "base/text.h"
#include "shell/endless_loop.h"

#include <string>
#include <vector>

namespace postern::policy {
namespace {

using shell::Command;
using shell::kAnyNumber;
using shell::Word;

constexpr std::string_view kAll = "rwx";

bool has(std::string_view set, char c) {
    return set.find(c) != std::string_view::npos;
}
bool is_full(std::string_view given) {
    return has(given, 'r') && has(given, 'w') && has(given, 'x');
}

std::string bits(char digit) {
    std::string out;
    for (std::size_t i = 0; i < kAll.size(); ++i) {
        if (((digit - '0') >> (2 - i)) & 1) out += kAll[i];
    }
    return out;
}

bool is_octal(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '7'; });
}

// Applies one clause of a symbolic mode, such as `go=rwx` or `a-x+rw`, to what others may do.
void apply(std::string_view clause, std::string& given) {
    const std::size_t sign = clause.find_first_of("+-=");
    if (sign == std::string_view::npos || clause.substr(0, sign).find_first_of("oa") == std::string_view::npos) return;
    for (std::size_t at = sign; at < clause.size();) {
        const std::size_t end = std::min(clause.find_first_of("+-=", at + 1), clause.size());
        std::string_view permissions = clause.substr(at + 1, end - at - 1);
        if (has(permissions, 'u')) permissions = kAll;  // what the owner has
        if (clause[at] == '=') given.clear();
        for (char c : permissions) {
            if (c == 'X') c = 'x';
            if (clause[at] == '-')
                std::erase(given, c);
            else
                given += c;
        }
        at = end;
    }
}

// Returns the permissions that a mode gives to others: "rwx" for 777, a+rwx and u=rwx,go=rwx.
std::string given_to_others(std::string_view mode) {
    const std::string_view number = mode.substr(mode.starts_with('=') || mode.starts_with('+'));
    if (is_octal(number)) return bits(number.back());
    std::string given;
    for (const std::string_view clause : split(mode, ',')) apply(clause, given);
    return given;
}

// Returns the same for an entry of an access list, `o::rwx` or `default:other:7`.
std::string given_by_list(std::string_view list) {
    std::string given;
    for (const std::string_view entry : split(list, ',')) {
        const auto parts = split(entry, ':');
        const bool others = std::ranges::any_of(parts, [](std::string_view p) { return p == "o" || p == "other"; });
        if (others && parts.size() > 1) given += is_octal(parts.back()) ? bits(parts.back().back()) : parts.back();
    }
    std::ranges::replace(given, 'X', 'x');
    return given;
}

bool is_option_of_chmod(std::string_view text) {
    return text.starts_with("--") || (text.size() > 1 && text.starts_with('-') &&
                                      text.find_first_not_of("cfvRHLPh", 1) == std::string_view::npos);
}

bool opens_by_chmod(const Act& act) {
    const Command& command = act.command();
    std::size_t mode = 1;
    while (mode < command.words.size() && is_option_of_chmod(command.words[mode].text)) ++mode;
    if (mode >= command.words.size()) return false;
    const std::string given = given_to_others(command.words[mode].text);
    if (is_full(given)) return true;
    if (!has(given, 'w')) return false;
    return std::any_of(command.words.begin() + static_cast<std::ptrdiff_t>(mode) + 1, command.words.end(),
                       [&](const Word& word) { return is_wide(act, word) || is_of_the_system(act, word); });
}

// Returns true if a mode that the command gives to what it makes is open.
bool opens_by_option(const Command& command) {
    const bool list = command.program() == "setfacl";
    const shell::Scan scan = shell::scan({.shorts = "m:g:o:t:S:M:x:X:dRbkn",
                                          .longs = "mode= modify= set= chmod= owner= group= shared=",
                                          .free_operands = kAnyNumber},
                                         command.words);
    return std::ranges::any_of(scan.options, [&](const shell::Option& option) {
        if (!option.has_value || !shell::listed("m mode modify set chmod shared", option.name)) return false;
        if (list) return is_full(given_by_list(option.value.text));
        // rsync has a clause for directories and one for files: D777,F666.
        const auto clauses = split(option.value.text, ',');
        return is_full(given_to_others(option.value.text)) || std::ranges::any_of(clauses, [](std::string_view clause) {
                   return (clause.starts_with('D') || clause.starts_with('F')) &&
                          is_full(given_to_others(clause.substr(1)));
               });
    });
}

// ---- fork-bomb

bool stands_in_function(const shell::Analysis& analysis, const Command& command, std::string_view name) {
    for (shell::PlaceId at = command.place; at != 0; at = analysis.places[at].parent) {
        const shell::Place& place = analysis.places[at];
        if (place.kind == shell::PlaceKind::function && place.label == name) return true;
    }
    return false;
}

// Tells whether the first function is the second, or is called in its body, perhaps through others.
bool is_called_by(const shell::Analysis& analysis, std::string_view called, std::string_view by) {
    constexpr std::size_t kMostCalls = 64;  // a bound on work; bombs are short
    if (called == by) return true;
    std::vector<const Command*> calls;
    for (const Command& command : analysis.commands) {
        if (command.calls_function) calls.push_back(&command);
    }
    if (calls.size() > kMostCalls) return false;
    std::vector<std::string_view> reached{by};
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const Command* call : calls) {
            if (std::ranges::find(reached, call->name()) == reached.end() &&
                stands_in_function(analysis, *call, reached[i]))
                reached.push_back(call->name());
        }
    }
    return std::ranges::find(reached, called) != reached.end();
}

// Tells whether the command stands in the body of a function that it calls, perhaps through others, and whether always.
struct OwnCall {
    bool inside = false;
    bool always = true;  // no branch or loop around it
    shell::PlaceId body = 0;
};
OwnCall own_call(const shell::Analysis& analysis, const Command& command) {
    OwnCall call;
    if (!command.calls_function) return call;
    for (shell::PlaceId at = command.place; at != 0; at = analysis.places[at].parent) {
        const shell::Place& place = analysis.places[at];
        if (place.kind == shell::PlaceKind::function && is_called_by(analysis, place.label, command.name())) {
            call.inside = true;
            call.body = at;
            return call;
        }
        const bool plain = place.kind == shell::PlaceKind::group || place.kind == shell::PlaceKind::subshell ||
                           place.kind == shell::PlaceKind::pipeline;
        call.always = call.always && plain;
    }
    return call;
}

// Returns the loop in whose body the command stands, groups and pipelines in between, or 0.
shell::PlaceId loop_around(const shell::Analysis& analysis, const Command& command) {
    using enum shell::PlaceKind;
    for (shell::PlaceId at = command.place; at != 0; at = analysis.places[at].parent) {
        const shell::PlaceKind kind = analysis.places[at].kind;
        if (kind == loop) return at;
        if (kind != group && kind != subshell && kind != pipeline && kind != wrapper) return 0;
    }
    return 0;
}

// `yes | while read x`, `yes | xargs -P0`: as many as there are lines, and there is no last one.
bool reads_without_end(const Act& act, const Command& reader) {
    for (const Command* at = &reader;;) {
        if (at->piped_from != shell::kNoCommand) return act.analysis.commands[at->piped_from].program() == "yes";
        if (at->via == shell::kNoCommand) return false;
        at = &act.analysis.commands[at->via];
    }
}

// `while true; do x & done`: nothing in the loop waits.
bool starts_without_end(const Act& act) {
    const Command& command = act.command();
    if (shell::listed("xargs gxargs parallel", act.program)) {
        const shell::Scan scan = shell::scan(
            {.shorts = "P:j:I:n:L:s:d:a:E:0rtx", .longs = "max-procs= jobs= max-args= replace=?"}, command.words);
        const shell::Option* jobs = shell::find_option(scan, "P j max-procs jobs");
        return jobs != nullptr && jobs->has_value && jobs->value.text == "0" && reads_without_end(act, command);
    }
    if (!command.background) return false;
    const shell::PlaceId loop = loop_around(act.analysis, command);
    if (loop == 0 || act.analysis.places[loop].label != shell::kEndless) return false;
    const auto& commands = act.analysis.commands;
    const bool first = act.index == 0 || loop_around(act.analysis, commands[act.index - 1]) != loop;
    if (!first) return false;  // the first command of a loop speaks for it
    return std::ranges::none_of(commands, [&](const Command& other) {
        return !other.background && !other.words.empty() && loop_around(act.analysis, other) == loop;
    });
}

}  // namespace

bool opens_to_everyone(const Act& act) {
    const Command& command = act.command();
    if (acts_as(act, "chmod gchmod")) return opens_by_chmod(act);
    if (command.program() == "git" && !mentions(command, "init clone")) return false;
    return acts_as(act, "mkdir install mkfifo mknod setfacl rsync tar gtar git gmkdir ginstall") &&
           opens_by_option(command);
}

// A function that pipes itself into itself, or starts itself twice and waits for neither.
bool multiplies(const Act& act) {
    const Command& command = act.command();
    if (starts_without_end(act)) return true;
    const OwnCall call = own_call(act.analysis, command);
    if (!call.inside) return false;
    const auto& commands = act.analysis.commands;
    if (command.piped_from != shell::kNoCommand) {
        const OwnCall before = own_call(act.analysis, commands[command.piped_from]);
        if (before.inside && before.body == call.body) return true;
    }
    if (!call.always || !command.background) return false;
    return std::ranges::any_of(commands, [&](const Command& other) {
        if (&other == &command) return false;
        const OwnCall again = own_call(act.analysis, other);
        return again.inside && again.always && again.body == call.body;
    });
}

}  // namespace postern::policy
