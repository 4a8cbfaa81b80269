// What a yes to a command or a program is bound to: the rule that asks, the words, the directory, and the files that
// would run, by identity and content. A yes to `./deploy.sh` does not hold for the same words elsewhere, nor for a
// rewritten script.
#pragma once

#include "approval/question.h"
#include "base/abs_path.h"
#include "policy/decision.h"
#include "shell/analysis.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>

namespace postern::approval {

// The `#!` line of a script.
struct ScriptInterpreter {
    std::string path, argument;
};
// Returns the line as the kernel reads it, or nullopt if the file, open for reading, has none.
[[nodiscard]] std::optional<ScriptInterpreter> interpreter_of(int fd);
inline constexpr int kMostInterpreters = 5;  // that a script leads to, one after the other; as the kernel

// Identity and content of a file as text. `fd`: open for reading, or else with O_PATH.
[[nodiscard]] std::string fingerprint_of(int fd, const struct stat& st);

// Returns the paths that the arguments of an interpreter may name: the script of `sh deploy.sh`, the file of `--require=x`.
// A yes is bound to the content of those that exist, because the program may run them. Other programs run none.
[[nodiscard]] std::vector<std::string> named_files(const std::vector<std::string>& words);

// Do two reasons speak of the same rule and the same words, whatever directory the program is named with?
[[nodiscard]] bool same_words(const policy::Reason& a, const policy::Reason& b);

// `fingerprints`: of the program, or of the script and the programs it names; then of the files that its arguments name.
[[nodiscard]] Binding binding_of(const policy::Reason& reason, const AbsPath& directory,
                                 const std::vector<std::string>& fingerprints);

// Commands that are only known by their text.
struct CommandText {
    std::string_view text;
    const shell::Analysis& analysis;
    const AbsPath& directory;  // where the text starts
    const AbsPath& home;
};
// One binding for each reason that asks. A command runs in the directory that the `cd`s before it lead to, and its
// program is searched for as a shell would. A reason that is no rule's is bound to the whole text.
[[nodiscard]] std::vector<Binding> bindings_in(const std::vector<policy::Reason>& reasons, const CommandText& command);

}  // namespace postern::approval
