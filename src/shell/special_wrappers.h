// Unwraps wrappers whose arguments no row of the book can describe alone.
#pragma once

#include "shell/invocation.h"

namespace postern::shell {

// Wrappers that insert arguments from input or found files; a hole stands for these.
void unwrap_xargs(Invocation& call);
void unwrap_parallel(Invocation& call);
void unwrap_find(Invocation& call);
void unwrap_fd(Invocation& call);

void unwrap_env(Invocation& call);     // assignments, and -S with quoting rules of its own
void unwrap_su(Invocation& call);      // su, and runuser without -u: the words after the user go to the shell
void unwrap_loader(Invocation& call);  // ld.so PROGRAM
void unwrap_start_stop_daemon(Invocation& call);
void unwrap_run_parts(Invocation& call);
void unwrap_capsh(Invocation& call);  // capsh … -- BASH-ARGUMENTS
void unwrap_tmux(Invocation& call);
void unwrap_cmake(Invocation& call);  // cmake -E env, cmake -P

[[nodiscard]] bool is_loader(std::string_view name) noexcept;

}  // namespace postern::shell
