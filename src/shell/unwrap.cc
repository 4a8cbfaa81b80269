#include "shell/unwrap.h"

#include "shell/builtins.h"
#include "shell/exec_options.h"
#include "shell/git_options.h"
#include "shell/interpreters.h"
#include "shell/shells.h"
#include "shell/special_wrappers.h"
#include "shell/wrappers.h"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace postern::shell {
namespace {

using Unwrap = void (*)(Invocation&);

const std::unordered_map<std::string_view, Unwrap>& special_cases() {
    static const std::unordered_map<std::string_view, Unwrap> kCases = {
        {"env", unwrap_env},
        {"genv", unwrap_env},
        {"xargs", unwrap_xargs},
        {"gxargs", unwrap_xargs},
        {"parallel", unwrap_parallel},
        {"find", unwrap_find},
        {"gfind", unwrap_find},
        {"fd", unwrap_fd},
        {"fdfind", unwrap_fd},
        {"su", unwrap_su},
        {"runuser", unwrap_su},
        {"tmux", unwrap_tmux},
        {"start-stop-daemon", unwrap_start_stop_daemon},
        {"cmake", unwrap_cmake},
        {"run-parts", unwrap_run_parts},
        {"capsh", unwrap_capsh},
        {"fish", unwrap_fish},
        {"git", unwrap_git},
    };
    return kCases;
}

}  // namespace

Unwrapped unwrap(const Command& command, const Command* previous) {
    Unwrapped found;
    if (command.words.empty()) return found;
    const std::string_view name = base_name(command.words.front().text);
    if (name.empty() || has_hole(name)) return found;
    Invocation call{command, previous, command.words, std::string(name), found};
    if (unwrap_builtin(call)) return found;

    if (const auto special = special_cases().find(name); special != special_cases().end()) {
        special->second(call);
        return found;
    }
    if (name.starts_with("git-") && name.size() > 4) {  // git's own programs: /usr/lib/git-core/git-push
        std::vector<Word> inner = command.words;
        inner.front().text = "git";
        inner.insert(inner.begin() + 1, literal_word(std::string(name.substr(4)), command.words.front().span));
        call.run(std::move(inner));
        return found;
    }
    if (is_loader(name)) {
        unwrap_loader(call);
        return found;
    }
    if (is_shell(name) || is_shell(without_version(name))) {
        if (!is_shell(name)) call.name = without_version(name);
        unwrap_shell(call);
        return found;
    }
    const programs::Reading reading = programs::read(command.words, programs::ProgramPlaces::any);
    const bool obeys_code = unwrap_interpreter(call, reading);
    const bool wraps = unwrap_wrapper(call);
    if (!obeys_code) unwrap_exec_options(call, reading, wraps ? Commands::none : Commands::all);
    return found;
}

}  // namespace postern::shell
