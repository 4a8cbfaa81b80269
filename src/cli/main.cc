// The program: finds the command in the table and runs it. Whatever goes wrong unforeseen ends here, as exit 125.
#include "base/standard_fds.h"
#include "cli/commands.h"
#include "cli/interrupted.h"
#include "cli/options.h"
#include "cli/output.h"

#include <exception>
#include <new>
#include <string>
#include <vector>

#include <unistd.h>

namespace {

using namespace postern;

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
    const StandardFds standard;
    try {
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
