#include "shell/collector.h"

#include "shell/assignments.h"
#include "shell/parser.h"
#include "shell/unwrap.h"

#include <algorithm>
#include <array>
#include <utility>

namespace postern::shell {
namespace {

constexpr std::size_t kMaxUnknowns = 256;

bool declares(std::string_view name) {
    static constexpr std::array<std::string_view, 5> kNames{"export", "declare", "typeset", "local", "readonly"};
    return std::ranges::find(kNames, name) != kNames.end();
}

// `export PATH=x` assigns like `PATH=x`.
Assignment assignment_in(const Word& word) {
    Assignment assignment{.value = word, .span = word.span};
    const std::size_t equals = word.text.find('=');
    if (equals == std::string::npos || equals == 0) return assignment;
    assignment.name = word.text.substr(0, equals);
    if (assignment.name.back() == '+') assignment.name.pop_back();
    assignment.value.text.erase(0, equals + 1);
    return assignment;
}

}  // namespace

PlaceId Collector::add_place(Place place) {
    analysis_.places.push_back(std::move(place));
    return static_cast<PlaceId>(analysis_.places.size() - 1);
}

std::uint32_t Collector::add_command(Command command) {
    if (analysis_.commands.size() >= limits_.commands) limit_reached("there are too many commands", command.span);
    analysis_.commands.push_back(std::move(command));
    return static_cast<std::uint32_t>(analysis_.commands.size() - 1);
}

void Collector::add_unknown(Unknown unknown) {
    if (analysis_.unknowns.size() < kMaxUnknowns) analysis_.unknowns.push_back(std::move(unknown));
}

void Collector::limit_reached(std::string what, Span span) {
    if (exhausted_) return;
    exhausted_ = true;
    // Kept even when the list is full: it changes the answer.
    analysis_.unknowns.push_back({.doubt = Doubt::limit, .what = std::move(what), .span = span});
}

bool Collector::enter() {
    if (++depth_ > limits_.depth) limit_reached("constructs are nested too deeply", {});
    return !exhausted_;
}

bool Collector::spend(std::size_t work) {
    work_ += work;
    if (work_ > limits_.work) limit_reached("too much of the text has to be read again and again", {});
    return !exhausted_;
}

// Remembers whether some literal text holds a substitution, and whether one stands behind `[`: `a[$(…)]` is what
// arithmetic would run.
void Collector::note_text(std::string_view text) {
    if (holds_evaluable_text_) return;
    const auto holds_substitution = [](std::string_view part) {
        return part.find("$(") != std::string_view::npos || part.find('`') != std::string_view::npos;
    };
    if (!holds_substitution(text)) return;
    holds_substitution_text_ = true;
    const std::size_t bracket = text.find('[');
    holds_evaluable_text_ = bracket != std::string_view::npos && holds_substitution(text.substr(bracket));
}

void Collector::parse_code(std::string_view code, PlaceId place, Span span) {
    if (exhausted_ || !spend(code.size())) return;
    if (code_depth_ >= limits_.code_depth) return limit_reached("code strings are nested too deeply", span);
    ++code_depth_;
    Parser(*this, code, place, &span).parse_all();
    --code_depth_;
}

void Collector::check_name(std::uint32_t index) {
    const Command& command = analysis_.commands[index];
    const Word& name = command.words.front();
    const auto add = [&](Doubt doubt, std::string what) {
        add_unknown(
            {.doubt = doubt, .what = std::move(what), .span = name.span, .place = command.place, .command = index});
    };
    if (name.text.find(kHole) != std::string::npos || name.dynamic != 0) {
        return add(Doubt::command_name, "the program's name is known only at run time");
    }
    const bool odd = std::ranges::any_of(name.text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte >= 0x7f;
    });
    if (odd) add(Doubt::characters, "the program's name contains control or non-ASCII characters");
}

void Collector::check_environment(std::uint32_t index) {
    const Command& command = analysis_.commands[index];
    std::vector<Unknown> found;
    const auto check = [&](const Assignment& a) {
        if (!a.name.empty() && changes_what_runs(a.name, a.value)) {
            found.push_back(
                {.doubt = Doubt::environment, .what = a.name + " changes which code programs run", .span = a.span});
        }
    };
    std::ranges::for_each(command.assignments, check);
    if (declares(command.name())) {
        for (std::size_t i = 1; i < command.words.size(); ++i) check(assignment_in(command.words[i]));
    }
    for (Unknown& unknown : found) {
        unknown.place = command.place;
        unknown.command = index;
        add_unknown(std::move(unknown));
    }
}

// Unwraps one command; the commands found inside are added to `next`.
void Collector::follow(std::uint32_t index, std::vector<std::uint32_t>& next) {
    check_environment(index);
    if (analysis_.commands[index].words.empty()) return;
    check_name(index);
    const std::string_view name = analysis_.commands[index].name();
    if (name == "let" || name == "declare" || name == "typeset" || name == "local") note_arithmetic_evaluation();

    const Command& command = analysis_.commands[index];
    const Command* previous = command.piped_from == kNoCommand ? nullptr : &analysis_.commands[command.piped_from];
    Unwrapped inside = unwrap(command, previous);
    const PlaceId outer = command.place;
    const Span span = command.span;
    const Input input = command.input;
    const std::string label(command.program());
    // An unquoted $x in front may vanish, and the next word is then the program.
    if (command.words.front().splits && command.words.front().text == std::string_view("\0", 1) &&
        command.words.size() > 1) {
        inside.commands.push_back({.words = {command.words.begin() + 1, command.words.end()}});
    }
    analysis_.commands[index].only_carries = inside.only_carries;
    for (InnerDoubt& doubt : inside.doubts) {
        add_unknown({.doubt = doubt.doubt,
                     .what = std::move(doubt.what),
                     .span = doubt.span,
                     .place = outer,
                     .command = index});
    }
    for (InnerCommand& inner : inside.commands) {
        if (inner.words.empty() || !spend(inner.words.size())) continue;
        const PlaceId place = add_place({.kind = inner.place, .parent = outer, .label = label, .span = span});
        next.push_back(add_command({.words = std::move(inner.words),
                                    .assignments = std::move(inner.assignments),
                                    .span = span,
                                    .place = place,
                                    .via = index,
                                    .input = input}));
    }
    for (InnerCode& code : inside.code) {
        const PlaceId place = add_place({.kind = code.place, .parent = outer, .label = label, .span = code.span});
        if (code.text.find(kHole) != std::string::npos) {
            add_unknown({.doubt = Doubt::inline_code,
                         .what = "shell code is put together at run time",
                         .span = code.span,
                         .place = outer,
                         .command = index});
        }
        const std::size_t first = analysis_.commands.size();
        parse_code(code.text, place, code.span);
        for (std::size_t i = first; i < analysis_.commands.size(); ++i) {
            if (analysis_.commands[i].via == kNoCommand) analysis_.commands[i].via = index;
        }
    }
}

void Collector::complete(std::uint32_t index) {
    std::vector<std::uint32_t> todo{index};
    while (!todo.empty() && !exhausted_) {
        const std::uint32_t current = todo.back();
        todo.pop_back();
        std::vector<std::uint32_t> next;
        follow(current, next);
        todo.insert(todo.end(), next.rbegin(), next.rend());
    }
}

Analysis Collector::take() {
    if (evaluates_ && holds_evaluable_text_) {
        add_unknown(
            {.doubt = Doubt::evaluated_text, .what = "text that holds a substitution may be evaluated as arithmetic"});
    }
    if (expands_twice_ && holds_substitution_text_) {
        add_unknown({.doubt = Doubt::evaluated_text, .what = "text that holds a substitution may be expanded twice"});
    }
    for (Command& command : analysis_.commands) {
        command.calls_function =
            !functions_.empty() && !command.words.empty() && functions_.contains(command.words.front().text);
    }
    return std::move(analysis_);
}

}  // namespace postern::shell
