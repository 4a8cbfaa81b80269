// Gathers what the parser finds into an Analysis: places, commands, unknowns; unwraps each command and has code strings
// parsed again; keeps the limits that hold for the whole text.
#pragma once

#include "shell/analysis.h"

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace postern::shell {

class Collector {
public:
    explicit Collector(const AnalysisLimits& limits) : limits_(limits) { analysis_.places.push_back({}); }

    PlaceId add_place(Place place);
    // Registers a command; nothing inside it is looked at before complete().
    std::uint32_t add_command(Command command);
    // The command has all its parts (heredoc bodies too): check it, unwrap it, follow what is inside.
    void complete(std::uint32_t index);
    void add_unknown(Unknown unknown);
    void define_function(std::string name) { functions_.insert(std::move(name)); }
    // Bash evaluates a name or a string as arithmetic here, and with it any `a[$(…)]` it holds.
    void note_arithmetic_evaluation() { evaluates_ = true; }
    // Bash expands the result of an expansion once more here (`>&$x`).
    void note_second_expansion() { expands_twice_ = true; }
    void note_text(std::string_view text);  // literal text that could be such a string
    void parse_code(std::string_view code, PlaceId place, Span span);

    [[nodiscard]] Command& command(std::uint32_t index) { return analysis_.commands[index]; }
    [[nodiscard]] std::vector<Command>& commands() { return analysis_.commands; }
    [[nodiscard]] std::vector<Place>& places() { return analysis_.places; }
    [[nodiscard]] const AnalysisLimits& limits() const { return limits_; }
    [[nodiscard]] bool exhausted() const { return exhausted_; }

    bool enter();  // one construct deeper; false when that is too deep
    void leave() { --depth_; }
    bool spend(std::size_t work);

    // Ends the gathering: what can only be said at the end, then the result.
    Analysis take();

private:
    void limit_reached(std::string what, Span span);
    void check_name(std::uint32_t index);
    void check_environment(std::uint32_t index);
    void follow(std::uint32_t index, std::vector<std::uint32_t>& next);

    AnalysisLimits limits_;
    Analysis analysis_;
    std::unordered_set<std::string> functions_;
    std::size_t depth_ = 0;
    std::size_t code_depth_ = 0;
    std::size_t work_ = 0;
    bool exhausted_ = false;
    bool evaluates_ = false;
    bool expands_twice_ = false;
    bool holds_substitution_text_ = false;  // `$(` or a backquote as literal text
    bool holds_evaluable_text_ = false;     // the same behind a `[`
};

}  // namespace postern::shell
