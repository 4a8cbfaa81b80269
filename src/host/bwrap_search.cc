#include "host/bwrap_search.h"

#include "host/bounded_process.h"
#include "host/bwrap_options.h"

#include <utility>

namespace postern::host {
namespace {

constexpr std::size_t kMostNamed = 5;

std::string passed_over_text(const std::vector<std::string>& passed_over) {
    std::string out;
    for (std::size_t i = 0; i < passed_over.size() && i < kMostNamed; ++i) {
        out += (i == 0 ? "; passed over: " : ", ") + passed_over[i];
    }
    if (passed_over.size() > kMostNamed) out += " and " + std::to_string(passed_over.size() - kMostNamed) + " more";
    return out;
}

}  // namespace

Result<Located> locate_bwrap(const BwrapSearch& search) {
    if (search.named) {
        Inspected found = inspect_program(*search.named, search.writable);
        if (found.real) return Located{.path = *search.named, .identity = std::move(found.identity)};
        return fail(Errc::unsupported,
                    "sandbox.bwrapPath cannot be used: " +
                        (found.objection.empty() ? std::string("no such file") : objection_text(found)),
                    search.named->text());
    }
    Located found = locate_in_path("bwrap", search.path_variable, search.writable);
    if (found.path) return found;
    return fail(Errc::unsupported, "no usable bwrap in PATH" + passed_over_text(found.passed_over));
}

Result<Bwrap> bwrap_at(const AbsPath& path) {
    const auto answered = ask({.program = path, .arguments = {"--help"}});
    if (!answered) return fail(Errc::unsupported, "`bwrap --help` " + answered.error().what, path.text());
    return parse_bwrap_help(path, answered->output);
}

}  // namespace postern::host
