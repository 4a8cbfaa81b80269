#include "host/init_program.h"

#include "host/trusted_program.h"

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

Result<AbsPath> find_init(const AbsPath& executable) {
    std::string looked_for;
    for (const AbsPath& place : init_places(executable)) {
        Inspected found = inspect_program(place, {});
        if (found.real) return std::move(*found.real);
        if (!found.objection.empty()) return fail(Errc::unsupported, found.objection, place.text());
        looked_for += (looked_for.empty() ? "" : ", ") + place.text();
    }
    return fail(Errc::unsupported, "postern-init is missing; looked for " + looked_for + ". Install Postern again");
}

}  // namespace postern::host
