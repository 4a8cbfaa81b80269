// Places and options that the entries of the never-allowed list ask about.
#pragma once

#include "policy/never_allowed.h"
#include "shell/option_grammar.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace postern::policy {

[[nodiscard]] bool only_informs(const shell::Command& command);

// Tells whether the program is one of these, and is asked for more than its help or version.
[[nodiscard]] inline bool acts_as(const Act& act, const ProgramNames& programs) {
    return act.is_one_of(programs) && !only_informs(act.command());
}

// Tells whether one of these words is there: a subcommand, a long option, also with `=value`, or a short option, also
// in a cluster.
[[nodiscard]] bool mentions(const shell::Command& command, std::string_view names);

// Tells whether the operand is the root, the home of somebody or a directory between them, or stands for everything in
// one of these.
[[nodiscard]] bool is_wide(const Act& act, const shell::Word& operand);
// Tells whether several of the operands are directories without which the machine does not work: `/*`, written out.
[[nodiscard]] bool is_machine(const Act& act, std::span<const shell::Word* const> operands);
// Like is_wide, but only for the directory itself, not for what is in it.
[[nodiscard]] bool is_wide_directory(const Act& act, const shell::Word& operand);
// Tells whether the operand is below a directory of the system that holds programs or settings.
[[nodiscard]] bool is_of_the_system(const Act& act, const shell::Word& operand);

// Tells whether the word, or the value behind its `=`, names a device that is no stream, noise or memory.
[[nodiscard]] bool names_device(const Act& act, const shell::Word& word);

// Tells whether the command writes a file of which `meets` says yes: by an operand, an option or a redirection.
template <class Meets>
[[nodiscard]] bool writes_file(const Act& act, const Meets& meets) {
    return std::ranges::any_of(act.touches(), [&](const FileTouch& touch) {
        return touch.use == Use::write && std::ranges::any_of(touch.paths, meets);
    });
}
// Tells whether the word names a file of which `meets` says yes.
template <class Meets>
[[nodiscard]] bool names_path(const Act& act, const shell::Word& word, const Meets& meets) {
    return std::ranges::any_of(act.directories(), [&](const AbsPath& directory) {
        const auto path = path_named_by(word, directory, act.host.home);
        return path && meets(*path);
    });
}
[[nodiscard]] bool is_device(const Act& act, const NamedPath& path);

// Tells whether `kill` sends a signal to the first process, which ends with the machine.
[[nodiscard]] bool signals_first_process(const shell::Command& kill);

// The entries' predicates.
[[nodiscard]] bool removes_root_or_home(const Act& act);
[[nodiscard]] bool becomes_root(const Act& act);
[[nodiscard]] bool makes_file_system(const Act& act);
[[nodiscard]] bool copies_to_device(const Act& act);
[[nodiscard]] bool powers_off(const Act& act);
[[nodiscard]] bool writes_to_device(const Act& act);
[[nodiscard]] bool opens_to_everyone(const Act& act);
[[nodiscard]] bool changes_password(const Act& act);
[[nodiscard]] bool kills_by_name(const Act& act);
[[nodiscard]] bool multiplies(const Act& act);

}  // namespace postern::policy
