// Observes the machine for `postern doctor`. Decides nothing.
#include "base/file.h"
#include "base/quote.h"
#include "host/availability.h"
#include "host/bounded_process.h"
#include "host/bwrap_search.h"
#include "host/cgroup_facts.h"
#include "host/directory_facts.h"
#include "host/host_checks.h"
#include "host/init_program.h"
#include "host/trusted_program.h"

#include <utility>

#include <sys/utsname.h>
#include <unistd.h>

namespace postern::host {
namespace {

// Returns the first line that `PROGRAM --version` prints, or "" if that fails.
std::string version_of(const AbsPath& program) {
    const auto answered = ask({.program = program, .arguments = {"--version"}, .most_output = 4096});
    if (!answered || answered->exit_status != 0) return {};
    return printable(std::string_view(answered->output).substr(0, answered->output.find('\n')));
}

void see_bwrap(const BwrapSearch& search, Observations& seen) {
    const auto located = locate_bwrap(search);
    auto probed =
        located ? try_bwrap(*located, search.cache_directory, seen.walls, Fresh::yes) : tl::unexpected(located.error());
    if (located) seen.passed_over = located->passed_over;
    if (!probed) {
        const Error& error = probed.error();
        seen.bwrap_problem = text_of(error);
        return;
    }
    seen.bwrap_version = version_of(probed->bwrap.path);
    seen.trials = std::move(probed->trials);
    seen.bwrap = std::move(probed->bwrap);
}

}  // namespace

Observations observe(const CheckOptions& options) {
    Observations seen{
        .platform = platform(), .walls = read_walls(), .root = ::geteuid() == 0, .capabilities = own_capabilities()};
    seen.asked = options.asked;
    utsname names{};
    if (::uname(&names) == 0) seen.release = printable(names.release);
    if (seen.asked.without_namespaces) {
        seen.trials.listener = try_to_listen();
    } else {
        see_bwrap(options.bwrap, seen);
    }
    see_surroundings(seen);
    seen.cgroup = read_cgroup_facts();
    const Located git = locate_in_path("git", options.bwrap.path_variable, options.bwrap.writable);
    if (git.path) seen.git = version_of(*git.path);

    const AbsPath& state = options.bwrap.cache_directory;
    const auto made = make_directories(state, 0700);
    seen.state = see_directory(state, options.project);
    if (!made && seen.state.problem.empty()) seen.state.problem = made.error().what;
    seen.temporary = see_temporary(options.temporary, options.project);

    if (options.executable) seen.init = inspect_init(*options.executable);
    return seen;
}

}  // namespace postern::host
