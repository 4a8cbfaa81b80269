#include "cli/sandbox_options.h"

#include "base/quantity.h"

#include <charconv>

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
    return out;
}

}  // namespace postern::cli
