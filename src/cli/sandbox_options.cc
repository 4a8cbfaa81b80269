#include "cli/sandbox_options.h"

#include "app/host.h"
#include "base/file.h"
#include "base/quantity.h"

#include <cerrno>
#include <charconv>

#include <sys/stat.h>

namespace postern::cli {
namespace {

Status wrong(const Error& error, std::string_view option) {
    return fail(error.code, error.what, std::string(option));
}

Status limits(const Parsed& options, sandbox::ResourceLimits& out) {
    if (const auto time = options.value(Opt::timeout)) {
        const auto parsed = parse_milliseconds(*time);
        if (!parsed) return wrong(parsed.error(), "--timeout");
        out.timeout_ms = *parsed;
    }
    if (const auto memory = options.value(Opt::memory)) {
        const auto parsed = parse_bytes(*memory);
        if (!parsed) return wrong(parsed.error(), "--memory");
        out.memory_bytes = *parsed;
    }
    if (const auto pids = options.value(Opt::pids)) {
        std::uint32_t number = 0;
        const auto [end, error] = std::from_chars(pids->data(), pids->data() + pids->size(), number);
        if (error != std::errc{} || end != pids->data() + pids->size() || number == 0) {
            return fail(Errc::invalid, "a number of processes, at least 1", "--pids");
        }
        out.pids = number;
    }
    return {};
}

// A path to be opened for writing must exist, because it is mounted. In settings a missing path is left out without a
// word, because settings are for many machines; an option is meant for this run.
Status check_writable(const std::vector<std::string>& paths, const AbsPath& cwd) {
    for (const std::string& written : paths) {
        const auto path = AbsPath::resolve(cwd, written.substr(0, written.find("/*")));
        if (!path || written.empty()) continue;  // make_spec says what is wrong with it
        struct stat st {};
        if (::stat(path->text().c_str(), &st) == 0 || (errno != ENOENT && errno != ENOTDIR)) continue;
        return fail(Errc::invalid, describe_errno("cannot be opened for writing", errno) + "; make it first",
                    "--allow-write " + path->text());
    }
    return {};
}

}  // namespace

Result<sandbox::SpecOptions> spec_options(const Parsed& options) {
    sandbox::SpecOptions out{.allow_write = options.values(Opt::allow_write),
                             .deny_write = options.values(Opt::deny_write),
                             .deny_read = options.values(Opt::deny_read)};
    for (const std::string& variable : options.values(Opt::env)) {
        const std::size_t equals = variable.find('=');
        if (equals == 0 || equals == std::string::npos) {
            return fail(Errc::invalid, "a variable is given as NAME=VALUE", "--env");
        }
        out.variables.push_back({variable.substr(0, equals), variable.substr(equals + 1)});
    }
    if (Status ok = limits(options, out.limits); !ok) return tl::unexpected<Error>(std::move(ok.error()));
    const auto cwd = app::working_directory(options.value(Opt::cwd));
    if (!cwd) return tl::unexpected(cwd.error());
    if (Status ok = check_writable(out.allow_write, *cwd); !ok) return tl::unexpected<Error>(std::move(ok.error()));
    return out;
}

}  // namespace postern::cli
