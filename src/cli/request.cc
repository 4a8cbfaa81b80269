#include "cli/request.h"

#include "app/judgement_json.h"
#include "approval/memory.h"
#include "base/quantity.h"
#include "cli/output.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <utility>

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

app::SessionOptions session_options(const Parsed& options) {
    app::SessionOptions out{.cwd = options.value(Opt::cwd),
                            .settings_file = options.value(Opt::settings),
                            .sets = options.values(Opt::set)};
    if (const auto mode = options.value(Opt::mode)) out.sets.push_back("permissions.defaultMode=" + *mode);
    for (const std::string& host : options.values(Opt::allow_host)) {
        out.sets.push_back("sandbox.network.allowedDomains=" + app::json_text({host}, app::JsonLayout::one_line));
    }
    return out;
}

record::Requester requester(const Parsed& options) {
    const auto named = [&](Opt option, const char* variable) {
        const auto value = options.value(option);
        return value ? *value : settings::process_environment(variable).value_or("");
    };
    const auto session = options.value(Opt::session);
    return {.actor = named(Opt::actor, "POSTERN_ACTOR"),
            .agent = named(Opt::agent, "POSTERN_AGENT"),
            .model = named(Opt::model, "POSTERN_MODEL"),
            .session = session ? *session : approval::this_session(),
            .client = std::string(options.command().name)};
}

Result<app::Session> open_session(const Parsed& options) {
    auto session = app::open_session(session_options(options));
    if (session && !session->warnings.empty() && !options.has(Opt::quiet)) {
        report_warnings(session->warnings,
                        options.has(Opt::verbose) ? settings::Weight::note : settings::Weight::warning);
    }
    return session;
}

Result<app::Query> query_from(const Parsed& options) {
    const auto text = options.value(Opt::command);
    const auto& program = options.program();
    const auto tool = options.value(Opt::tool);
    const int forms = (text ? 1 : 0) + (program ? 1 : 0) + (tool ? 1 : 0);
    if (forms == 0)
        return fail(Errc::invalid, options.command().name == "run"
                                       ? "nothing to run: give -c STRING or -- CMD ARG…"
                                       : "nothing to judge: give -c STRING, -- CMD ARG… or --tool NAME");
    // `--tool Bash` goes with a command, because a command is what that tool takes.
    const bool bash = tool == "Bash" && forms == 2;
    if (forms > 1 && !bash) return fail(Errc::invalid, "-c, -- and --tool exclude each other");
    const auto path = options.value(Opt::path);
    const auto host = options.value(Opt::host);
    app::Query query;
    if (text || program) {
        if (path || host) return fail(Errc::invalid, "--path and --host go with --tool");
        if (text) {
            query.subject = app::ShellText{*text};
        } else {
            query.subject = app::Program{*program};
        }
    } else {
        auto about = app::query_for({.name = *tool, .path = path, .host = host});
        if (!about) return about;
        query = std::move(*about);
    }
    query.unsandboxed = options.has(Opt::unsandboxed);
    return query;
}

int exit_status(policy::Verdict verdict) {
    switch (verdict) {
        case policy::Verdict::allow: return 0;
        case policy::Verdict::ask: return 1;
        case policy::Verdict::deny: return 2;
    }
    return 2;
}

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
