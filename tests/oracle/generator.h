// Generates random Bash scripts from a grammar. The grammar is a table of templates (grammar.h). The generator expands
// one and tracks what a template cannot express: depth, size, and heredoc bodies due after the next newline.
#pragma once

#include "rng.h"

#include <string>
#include <string_view>

namespace postern::oracle {

// Templates that may be used.
enum class Constructs {
    plain,    // every program that runs can be read off the text
    dynamic,  // also names from variables, text evaluated as code, aliases, bad syntax …
};

inline constexpr int kLeafCount = 40;  // programs p0 … p39

class Generator {
public:
    Generator(Rng& rng, Constructs constructs) noexcept : rng_(rng), constructs_(constructs) {}

    // Returns a script of so many lines, each a list of commands.
    [[nodiscard]] std::string script(std::size_t lines);

private:
    void expand(std::string_view text);
    void expand_kind(char kind);
    void expand_builtin(char kind);
    void newline();
    void leaf_spelled();
    void heredoc();
    void list();
    void backticks();
    void code_string(bool posix);
    [[nodiscard]] std::string leaf();
    [[nodiscard]] std::string spelled(const std::string& literal);
    [[nodiscard]] std::string captured_list(bool posix);
    [[nodiscard]] bool tired() const noexcept { return depth_ > 6 || out_.size() + pending_.size() > budget_; }

    Rng& rng_;
    Constructs constructs_;
    std::string out_;
    std::string pending_;  // heredoc bodies
    std::size_t budget_ = 220;
    int depth_ = 0;
    int next_leaf_ = 0;
    int next_delimiter_ = 0;
    int next_function_ = 0;
    bool posix_ = false;  // inside code for sh: only constructs that dash reads the same way
};

// Quotes `text` as one shell word, in a random way.
[[nodiscard]] std::string quoted(Rng& rng, std::string_view text, bool posix);

// Makes one to four random edits. They never add a `/`, so a script reaches no other files than before.
[[nodiscard]] std::string mutated(Rng& rng, std::string script);

}  // namespace postern::oracle
