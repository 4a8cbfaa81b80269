#include "host/bwrap_search.h"

#include "host/bounded_process.h"
#include "host/bwrap_options.h"
#include "host/host_cache.h"

#include <utility>

namespace postern::host {
namespace {

constexpr std::string_view kCacheName = "bwrap-options";
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
    return fail(Errc::unsupported,
                "no usable bwrap in PATH" + passed_over_text(found.passed_over) + "; " + std::string(kBwrapRemedy));
}

Result<Bwrap> bwrap_at(const Located& located, const AbsPath& cache_directory, Fresh fresh) {
    if (!located.path) return fail(Errc::internal, "no bubblewrap was located");
    const AbsPath& path = *located.path;
    if (fresh == Fresh::no) {
        if (const auto known = read_cached(cache_directory, kCacheName, located.identity)) {
            if (auto bwrap = parse_features(path, *known)) return std::move(*bwrap);
        }
    }
    const auto answered = ask({.program = path, .arguments = {"--help"}});
    if (!answered) return fail(Errc::unsupported, "`bwrap --help` " + answered.error().what, path.text());
    auto bwrap = parse_bwrap_help(path, answered->output);
    if (bwrap) write_cached(cache_directory, kCacheName, located.identity, features_text(*bwrap));
    return bwrap;
}

Result<Bwrap> find_bwrap(const BwrapSearch& search) {
    const auto located = locate_bwrap(search);
    if (!located) return tl::unexpected(located.error());
    return bwrap_at(*located, search.cache_directory, Fresh::no);
}

}  // namespace postern::host
