// The program: finds the command in the table and runs it. Whatever goes wrong unforeseen ends here, as exit 125.
#include "cli/commands.h"
#include "cli/interrupted.h"
#include "cli/options.h"
#include "cli/output.h"

#include <exception>
#include <new>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace {

using namespace postern;

// A closed standard descriptor would be given to the next file opened, and our words would end up in it. What stands in
// for it cannot be used in the direction it is for, so using it is an error as it was before.
void hold_standard_descriptors() {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
        if (::fcntl(fd, F_GETFD) != -1) continue;
        // Takes the lowest number that is free: this one. It is meant to stay, and no child is started.
        (void)::open("/dev/null", (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
    }
}

int run(const std::vector<std::string>& arguments) {
    if (!arguments.empty() && (arguments[0] == "--help" || arguments[0] == "-h" || arguments[0] == "help")) {
        return cli::print(cli::top_help(), 0);
    }
    if (!arguments.empty() && arguments[0] == "--version") return cli::print("postern " POSTERN_VERSION "\n", 0);
    const auto parsed = cli::parse(cli::command_specs(), arguments);
    if (!parsed) return cli::report(parsed.error());
    if (parsed->has(cli::Opt::help)) return cli::print(cli::help_for(parsed->command()), 0);
    if (!parsed->command().inside) cli::finish_interrupted_runs(*parsed);
    return parsed->command().run(*parsed);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        hold_standard_descriptors();
        return run({argv + (argc > 0 ? 1 : 0), argv + argc});
    } catch (const std::bad_alloc&) {
        (void)cli::write_all(STDERR_FILENO, "postern: out of memory\n");  // and nothing that would allocate
        return cli::kExitError;
    } catch (const std::exception& e) {
        return cli::report({Errc::internal, std::string("this is a bug in postern: ") + e.what(), {}});
    } catch (...) {
        return cli::report({Errc::internal, "this is a bug in postern", {}});
    }
}
