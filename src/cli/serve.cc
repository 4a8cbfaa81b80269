// postern serve: becomes the broker of questions, which is a program of its own.
#include "app/host.h"
#include "base/file.h"
#include "cli/commands.h"
#include "host/look.h"
#include "host/trusted_program.h"
#include "settings/places.h"

#include <array>
#include <cerrno>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace postern::cli {
namespace {

// Relative to the directory of this program: where the broker is installed, and where it is built.
constexpr auto kPlaces =
    std::to_array<std::string_view>({POSTERN_LIBEXEC_FROM_BINDIR "/postern-serve", "../service/postern-serve"});

Result<AbsPath> find_broker() {
    const auto own = host::own_program();
    if (!own) return tl::unexpected(own.error());
    for (const std::string_view place : kPlaces) {
        const auto path = AbsPath::resolve(own->parent(), place);
        if (!path) continue;
        const host::Inspected found = host::inspect_program(*path, {});
        if (found.real) return *found.real;
        if (!found.objection.empty()) return fail(Errc::invalid, objection_text(found), path->text());
    }
    return fail(Errc::unsupported, "the broker is not installed: postern-serve is missing");
}

}  // namespace

Result<int> run_serve(const Parsed& options) {
    const std::string level = options.value(Opt::log_level).value_or("info");
    if (level != "debug" && level != "info" && level != "warning")
        return fail(Errc::invalid, "debug, info or warning", "--log-level");
    const auto directory = app::working_directory(std::nullopt);
    if (!directory) return tl::unexpected(directory.error());
    const auto places = settings::from_environment(*directory);
    if (!places) return tl::unexpected(places.error());
    const auto broker = find_broker();
    if (!broker) return tl::unexpected(broker.error());
    std::vector<std::string> words{broker->text(), places->state_home.text(), level};
    if (const auto notify = options.value(Opt::notify)) {
        const auto program = AbsPath::resolve(*directory, *notify);
        if (!program || ::access(program->text().c_str(), X_OK) != 0)
            return fail(Errc::invalid, "not a program", "--notify");
        words.push_back(program->text());
    }
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    (void)::execv(argv.front(), argv.data());
    return fail(Errc::io, describe_errno("cannot start the broker", errno), broker->text());
}

}  // namespace postern::cli
