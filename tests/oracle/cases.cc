#include "cases.h"

#include "generator.h"

#include <fstream>
#include <sstream>

namespace postern::oracle {

namespace {

Family family_of(std::uint64_t index, Mode mode) {
    switch (mode) {
        case Mode::grammar: return index % 2 == 0 ? Family::plain : Family::dynamic;
        case Mode::mutate: return Family::mutated;
        case Mode::all: break;
    }
    return index % 4 == 0 ? Family::plain : index % 4 == 1 ? Family::dynamic : Family::mutated;
}

}  // namespace

Case make_case(std::uint64_t seed, std::uint64_t index, Mode mode) {
    Rng rng(seed, index);
    const Family family = family_of(index, mode);
    const bool dynamic = family == Family::dynamic || (family == Family::mutated && rng.one_in(4));
    const std::size_t lines =
        1 + rng.below(family == Family::mutated ? 4 : 3);  // an error in one line leaves the others
    Generator generator(rng, dynamic ? Constructs::dynamic : Constructs::plain);
    Case made{.script = generator.script(lines), .family = family, .form = Form::command_string};
    if (family == Family::mutated) made.script = mutated(rng, std::move(made.script));
    if (rng.one_in(10)) made.form = Form::file;
    return made;
}

std::optional<std::vector<Case>> read_regressions(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    std::vector<Case> cases;
    std::string script;
    std::string line;
    bool in_head = true;
    const auto finish = [&] {
        if (script.ends_with('\n')) script.pop_back();
        if (!script.empty())
            cases.push_back({.script = std::move(script), .family = Family::regression, .form = Form::command_string});
        script.clear();
    };
    while (std::getline(file, line)) {
        if (line == "%%") {
            if (!in_head) finish();
            in_head = false;
        } else if (!in_head) {
            script += line + "\n";
        }
    }
    finish();
    return cases;
}

const char* to_string(Family family) noexcept {
    switch (family) {
        case Family::plain: return "plain";
        case Family::dynamic: return "dynamic";
        case Family::mutated: return "mutated";
        case Family::regression: return "regression";
    }
    return "?";
}

}  // namespace postern::oracle
