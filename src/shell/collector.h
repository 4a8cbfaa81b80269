// Gathers the places, commands and unknowns found by the parser into an Analysis. The collector unwraps each command,
// has code strings parsed again, and enforces the limits of the whole text.
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
    // Registers a command. Its inside is examined only by complete().
    std::uint32_t add_command(Command command);
    // Checks and unwraps a command that has all its parts (heredoc bodies too), then every command found inside.
    void complete(std::uint32_t index);
    void add_unknown(Unknown unknown);
    void add_loop(Assignment variable) { analysis_.loops.push_back(std::move(variable)); }
    void define_function(std::string name) { functions_.insert(std::move(name)); }
    // Records that bash evaluates a name or a string as arithmetic, and with it any `a[$(…)]` inside.
    void note_arithmetic_evaluation() { evaluates_ = true; }
    // Records that bash expands the result of an expansion once more (`>&$x`).
    void note_second_expansion() { expands_twice_ = true; }
    void note_text(std::string_view text);  // literal text that bash might evaluate or expand again
    void parse_code(std::string_view code, PlaceId place, Span span);

    [[nodiscard]] Command& command(std::uint32_t index) { return analysis_.commands[index]; }
    [[nodiscard]] std::vector<Command>& commands() { return analysis_.commands; }
    [[nodiscard]] std::vector<Place>& places() { return analysis_.places; }
    [[nodiscard]] const AnalysisLimits& limits() const { return limits_; }
    [[nodiscard]] bool exhausted() const { return exhausted_; }

    bool enter();  // one construct deeper; false if that is too deep
    void leave() { --depth_; }
    bool spend(std::size_t work);

    // Adds the unknowns that only the whole text can tell, and returns the result.
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
