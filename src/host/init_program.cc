#include "host/init_program.h"

#include <array>
#include <string_view>
#include <utility>

namespace postern::host {
namespace {

// Relative to the directory of the program: where it is installed, and where it is built.
constexpr auto kPlaces = std::to_array<std::string_view>({POSTERN_INIT_FROM_BINDIR, "../../helpers/postern-init"});

}  // namespace

std::vector<AbsPath> init_places(const AbsPath& executable) {
    std::vector<AbsPath> out;
    for (const std::string_view place : kPlaces) {
        if (auto path = AbsPath::resolve(executable.parent(), place)) out.push_back(std::move(*path));
    }
    return out;
}

Inspected inspect_init(const AbsPath& executable) {
    const std::string install_again = "install Postern again, with its helper beside it";
    std::string looked_for;
    for (const AbsPath& place : init_places(executable)) {
        Inspected found = inspect_program(place, {});
        if (found.real) return found;
        if (!found.objection.empty()) {
            return {.objection = place.text() + ": " + found.objection,
                    .remedy = found.remedy.empty() ? install_again : found.remedy};
        }
        looked_for += (looked_for.empty() ? "" : ", ") + place.text();
    }
    return {.objection = "postern-init is missing; looked for " + looked_for, .remedy = install_again};
}

}  // namespace postern::host
