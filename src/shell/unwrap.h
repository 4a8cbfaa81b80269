// Finds what one simple command runs besides itself: the command inside `env`, `timeout`, `xargs`, `find -exec`, the
// code inside `sh -c`, `eval`, `trap`. Doubts cover what it could run unseen: inline code of interpreters, options that
// name programs, dynamic words that could be options.
//
// Pure functions on one command as written. The analyser parses the code strings.
#pragma once

#include "shell/analysis.h"

#include <string>
#include <vector>

namespace postern::shell {

struct InnerCommand {
    std::vector<Word> words{};
    std::vector<Assignment> assignments{};  // env A=1 …
    PlaceKind place = PlaceKind::wrapper;
    bool operator==(const InnerCommand&) const = default;
};

// Shell code. A kHole stands for text known only at run time; the analyser then adds Doubt::inline_code.
struct InnerCode {
    std::string text{};
    PlaceKind place = PlaceKind::shell_code;
    Span span{};  // of the word that holds the code
    bool operator==(const InnerCode&) const = default;
};

struct InnerDoubt {
    Doubt doubt = Doubt::option;
    std::string what{};
    Span span{};
    bool operator==(const InnerDoubt&) const = default;
};

struct Unwrapped {
    std::vector<InnerCommand> commands;
    std::vector<InnerCode> code;
    std::vector<InnerDoubt> doubts;
    bool only_carries = false;  // see Command::only_carries
    bool operator==(const Unwrapped&) const = default;
};

// `previous` is the command piped into this one (Command::piped_from), or null. With it, `echo 'rm x' | sh` can be
// read.
[[nodiscard]] Unwrapped unwrap(const Command& command, const Command* previous);

}  // namespace postern::shell
