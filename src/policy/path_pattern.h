// Pattern inside `Read(…)` and `Edit(…)`: a gitignore pattern tied to a directory.
//
//   //p    absolute          /p     under the directory of the settings that hold the rule
//   ~/p    under home        p ./p  under the working directory
//
// `*` and `?` stay inside one path component, `**` crosses components, `[…]` is a class, `\` escapes the next
// character. A lone name matches at any depth below its anchor, never outside. A match covers everything below it.
// Matching is lexical: the caller checks both a symbolic link and its target.
#pragma once

#include "base/abs_path.h"
#include "policy/command_pattern.h"
#include "policy/rule.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

struct Anchors {
    AbsPath cwd;
    AbsPath home;
    AbsPath settings_dir;
};

enum class Case : std::uint8_t { sensitive, insensitive };

// Text that a kHole inside a path can stand for.
enum class Hole : std::uint8_t {
    anything,   // a variable: any text, slashes too. The sandbox handles a value that climbs with `..`.
    component,  // a shell glob with dotglob set: no slash
    visible,    // a shell glob: no slash, and no dot at the start of a name
};

// A pattern is narrower in allow rules than in ask and deny rules:
//  - `src/**`, `src/` and `./name` are tied to their anchor in allow; ask and deny match them at any depth below it.
//  - `dir/**` and `dir/` cover dir itself in ask and deny; allow covers only its contents.
class PathPattern {
public:
    // Refuses `!`, `~user`, an open class, `..` after a wildcard, more than 60 components.
    static Result<PathPattern> compile(std::string_view specifier, const Anchors& anchors, Effect effect,
                                       Case letters = Case::sensitive);

    [[nodiscard]] bool matches(const AbsPath& path) const;
    // Matches an absolute path, normalised like AbsPath, that may contain kHole. It begins with kHole if nothing is
    // known.
    [[nodiscard]] Match match(std::string_view text, Hole hole) const;
    // Returns true if anything below this directory could match. Serves commands on whole trees: rm -r, tar, cp -r.
    [[nodiscard]] bool matches_at_or_below(const AbsPath& directory) const;

    // Returns by how many last names the pattern matches everywhere below this directory: 1 for `.env` and `**/*.pem`, 2 for
    // `**/secrets/*.key`; 0 if the place counts, too.
    [[nodiscard]] std::size_t names_found_below(const AbsPath& directory) const;

    [[nodiscard]] const AbsPath& anchor() const& noexcept { return anchor_; }

private:
    struct Token {
        enum class Kind : std::uint8_t { literal, any, star, one_of, none_of } kind;
        char c = 0;
        std::uint32_t set = 0;  // index in the component's sets
    };
    struct Component {
        bool crosses = false;  // `**`
        std::vector<Token> tokens = {};
        std::vector<std::string> sets = {};  // of `[…]`, as pairs: first, last
    };

    explicit PathPattern(AbsPath anchor) : anchor_(std::move(anchor)) {}
    static Result<Component> compile_component(std::string_view text, Case letters);
    [[nodiscard]] bool fits(const Component& component, const Token& token, char c) const;
    [[nodiscard]] bool fits(const Component& component, std::string_view name) const;
    [[nodiscard]] bool may_fit(const Component& component, std::string_view name, Hole hole, bool prefix_only) const;
    [[nodiscard]] std::uint64_t closure(std::uint64_t states) const;
    [[nodiscard]] bool below_anchor(std::string_view& text) const;

    AbsPath anchor_;
    std::vector<Component> components_;
    Case letters_ = Case::sensitive;
};

}  // namespace postern::policy
