// The program: finds the command in the table, runs it, and reports what went wrong. Every unforeseen failure ends here
// as exit status 125.
#include "app/session.h"
#include "base/io.h"
#include "cli/commands.h"
#include "cli/live_lines.h"
#include "cli/options.h"
#include "cli/output.h"

#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <unistd.h>

namespace {

using namespace postern;
using Words = std::vector<std::string>;

// Whether the caller wants JSON, also if the rest of the command line is wrong.
cli::OutputFormat format_of(const Words& arguments) {
    const auto end = std::ranges::find(arguments, "--");
    return std::find(arguments.begin(), end, "--json") != end ? cli::OutputFormat::json : cli::OutputFormat::text;
}

Result<int> run_parsed(const cli::Parsed& parsed) {
    if (parsed.has(cli::Opt::help)) return cli::print(cli::help_for(parsed.command()), 0);
    const cli::CommandSpec& command = parsed.command();
    if (command.cleans_up_first) {
        app::Events events(cli::LiveLines{parsed});
        const auto places = app::find_places({});  // the command reports an error, if it needs the places
        const Status clean = places ? app::clean_up(*places, events) : Status{};
        if (!clean) events.add(app::Weakened{text_of(clean.error())});
    }
    return command.run(parsed);
}

int run_words(Words arguments) {
    if (!arguments.empty() && arguments[0] == "help") {  // `help X` is `X --help`
        arguments.erase(arguments.begin());
        arguments.emplace_back("--help");
    }
    if (arguments == Words{"--version"}) arguments = {"version"};
    cli::OutputFormat format = format_of(arguments);
    Result<int> status = 0;
    if (const auto page = cli::overview(arguments)) {
        status = cli::print(*page, 0);
    } else if (const auto parsed = cli::parse(cli::command_specs(), arguments); !parsed) {
        status = tl::unexpected(parsed.error());
    } else {
        format = parsed->has(cli::Opt::json) ? cli::OutputFormat::json : cli::OutputFormat::text;
        status = run_parsed(*parsed);
    }
    return status ? *status : cli::report(status.error(), format);
}

}  // namespace

int main(int argc, char** argv) {
    const StandardFds standard;
    Words arguments;
    try {
        arguments.assign(argv + (argc > 0 ? 1 : 0), argv + argc);
        return run_words(arguments);
    } catch (const std::bad_alloc&) {
        (void)cli::write_all(STDERR_FILENO, "postern: out of memory\n");  // allocates nothing
        return cli::kExitError;
    } catch (const std::exception& e) {
        return cli::report({Errc::internal, std::string("this is a bug in postern: ") + e.what(), {}},
                           format_of(arguments));
    } catch (...) {
        return cli::report({Errc::internal, "this is a bug in postern", {}}, format_of(arguments));
    }
}
